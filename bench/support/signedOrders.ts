import { CONSENT_LIFE_MS, NO_HEAD, orderText } from '@tickmark/core/consent/consentText'
import { type TestKey, testKey } from '@tickmark/core/consent/owner.testing'
import { parseAmount } from '@tickmark/core/money/money'
import { PRODUCTS } from '@tickmark/core/market/products'
import { pairOf } from '@tickmark/core/receipts/receipts'
import type { App } from '@tickmark/server/app/app'
import { quantile } from './load.ts'
import { joinOne, orderOf, quoted } from './orderers.ts'

/** Numbers of the wallets, beyond those of `joinAll`. */
const FIRST_WALLET = 100_000
/** Users of each kind take turns, so that none holds hundreds of open orders. */
const USERS = 16

interface Orderer {
  cookie: string
  /** Null for a session without a key. */
  key: TestKey | null
  nonce: number
}

/** Places orders with and without a signature in turn, one at a time; tells the latency of both, and what a signature adds. */
export async function signatureText(app: App, orders: number): Promise<string> {
  const users: Record<'unsigned' | 'signed', Orderer[]> = { unsigned: [], signed: [] }
  for (let i = 0; i < USERS; i++) {
    const key = testKey()
    const cookie = await joinOne(app, FIRST_WALLET + 2 * i, key.key)
    users.signed.push({ cookie, key, nonce: 0 })
    users.unsigned.push({ cookie: await joinOne(app, FIRST_WALLET + 2 * i + 1), key: null, nonce: 0 })
  }
  const times: Record<'unsigned' | 'signed', number[]> = { unsigned: [], signed: [] }
  const warm = Math.ceil(orders / 10)
  for (let i = 0; i < orders + warm; i++) {
    // Each goes first as often as the other.
    const both = i % 2 === 0 ? (['unsigned', 'signed'] as const) : (['signed', 'unsigned'] as const)
    for (const kind of both) {
      const orderer = users[kind][i % USERS]
      if (!orderer) throw new Error('there are users')
      const ms = await timed(app, orderer, i)
      if (i >= warm) times[kind].push(ms)
    }
  }
  const at = (kind: 'unsigned' | 'signed', share: number) => quantile(times[kind], share)
  const added = (share: number) => (at('signed', share) - at('unsigned', share)).toFixed(2)
  const told = (kind: 'unsigned' | 'signed') =>
    `  ${kind}  p50 ${at(kind, 0.5).toFixed(2)} ms, p99 ${at(kind, 0.99).toFixed(2)} ms`
  return [
    `${orders} orders of each kind, one at a time`,
    told('unsigned'),
    told('signed'),
    `  a signature adds ${added(0.5)} ms to p50 and ${added(0.99)} ms to p99  (demand < 2)`,
  ].join('\n')
}

/** Milliseconds from sending an order to its whole answer; quote and signature are made before. */
async function timed(app: App, orderer: Orderer, turn: number): Promise<number> {
  const body = JSON.stringify(await orderFor(app, orderer, turn))
  const begunMs = performance.now()
  const response = await fetch(`${app.url}/api/createLimitOrder`, {
    method: 'POST',
    headers: {
      'x-app': '1',
      origin: app.url,
      cookie: `sid=${orderer.cookie}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body,
  })
  const answer = await response.text()
  const ms = performance.now() - begunMs
  if (response.status !== 200) throw new Error(`an order was refused: ${answer}`)
  return ms
}

async function orderFor(app: App, orderer: Orderer, turn: number): Promise<object> {
  const product = PRODUCTS[turn % PRODUCTS.length]
  if (!product) throw new Error('there are products')
  const { pid } = product
  const { ranges } = await quoted(app, pid)
  const [range] = ranges
  if (!range) throw new Error('a range is on offer')
  if (!orderer.key) return orderOf(pid, range.id)
  const at = Date.now()
  orderer.nonce = Math.max(at, orderer.nonce + 1)
  const { barrierPpm, chancePpm, marginPpm } = range
  const consent = orderer.key.sign(
    orderText({
      origin: app.url,
      session: orderer.key.session,
      nonce: orderer.nonce,
      at,
      expires: at + CONSENT_LIFE_MS,
      head: NO_HEAD,
      book: 'simulated',
      currency: 'USDT',
      pid,
      pair: pairOf(pid),
      duration: 86_400,
      direction: pid % 2 === 0 ? 'up' : 'down',
      barrierPpm,
      chancePpm,
      marginPpm,
      stake: String(parseAmount('1')),
      ratePct: Number(parseAmount(range.rate)) / 1_000_000,
    }),
  )
  return orderOf(pid, range.id, { consent })
}
