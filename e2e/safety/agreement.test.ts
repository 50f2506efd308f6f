import { CURRENCIES } from '@tickmark/core/money/currencies'
import { DURATIONS } from '@tickmark/core/orders/durations'
import { runs } from '@tickmark/core/runs.testing'
import { PRODUCTS } from '@tickmark/core/market/products'
import { type Caller, moneyKey, newUser } from '@tickmark/server/app/app.testing'
import { runAudit } from '@tickmark/server/app/audit/audit'
import { checkFiles } from '@tickmark/verify/check'
import { nodeCrypto } from '@tickmark/verify/crypto/nodeCrypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openHouse } from '../support/stage/stage.ts'

const ORDERS = runs(800, 50_000)
const USERS = 40
const AT_ONCE = 32
/** A clock jump that the log fills without a gap. */
const STRIDE_MS = 800_000
const house = openHouse()

const paying = CURRENCIES.filter((one) => one.stake && one.opening > 0n)
const wanted = fc.record({
  user: fc.nat(USERS - 1),
  pid: fc.constantFrom(...PRODUCTS.map((one) => one.pid)),
  // Covers every number of fixing ticks; longer durations differ only in time.
  timeId: fc.constantFrom(...DURATIONS.filter((one) => one.seconds <= 1_800).map((one) => one.id)),
  type: fc.constantFrom('0', '1'),
  range: fc.nat(2),
  currency: fc.constantFrom(...paying),
  cents: fc.integer({ min: 100, max: 500 }),
})
type Wanted = typeof wanted extends fc.Arbitrary<infer T> ? T : never

interface Placed {
  user: Caller
  orderId: string
  dueAt: number
}

test(
  `${ORDERS} random orders: the ledger and the verifier agree on every one`,
  async () => {
    const users = await Promise.all(
      Array.from({ length: USERS }, (_, i) => newUser(() => house.url, 900 + i)),
    )
    const list = fc.sample(wanted, { numRuns: ORDERS, seed: 4_711 })
    const placed = await placeAll(users, list)
    expect(placed.length).toBe(ORDERS)

    const outcomes = new Map<string, number>()
    let waiting = placed
    while (waiting.length > 0) {
      const first = Math.min(...waiting.map((one) => one.dueAt))
      house.clock.advance(Math.min(STRIDE_MS, Math.max(1_000, first + 320_000 - house.clock.nowMs())))
      await house.app.market.idle()
      const now = house.clock.nowMs() - 1_000
      const due = waiting.filter((one) => one.dueAt < now)
      waiting = waiting.filter((one) => one.dueAt >= now)
      await eachOf(due, async (one) => {
        const outcome = await agreedOutcome(one)
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      })
    }
    expect(outcomes.get('won')).toBeGreaterThan(ORDERS / 5)
    expect(outcomes.get('lost')).toBeGreaterThan(ORDERS / 5)
    expect(await runAudit(house.database.database)).toEqual([])
  },
  runs(400_000, 3 * 3_600_000),
)

async function placeAll(users: readonly Caller[], list: readonly Wanted[]): Promise<Placed[]> {
  const quotes = new Map<string, { at: number; ids: string[] }>()
  const placed: Placed[] = []
  await eachOf(list, async ({ user: at, pid, timeId, type, range, currency, cents }) => {
    const user = users[at] as Caller
    const key = `${pid} ${timeId} ${type}`
    let offer = quotes.get(key)
    if (!offer || offer.at < Date.now() - 8_000) {
      const query = { type, pid: String(pid), timeId: String(timeId) }
      const reply = await user.get('/api/getTimeAccountCurrency', { query })
      const { ranges } = reply.body.data as { ranges: { id: string }[] }
      offer = { at: Date.now(), ids: ranges.map((one) => one.id) }
      quotes.set(key, offer)
    }
    const least = currency.stake?.least ?? 0n
    const stake = decimalOf((least * BigInt(cents)) / 100n)
    const json = {
      pid,
      timeId,
      stake,
      currencyId: currency.id,
      quoteId: offer.ids[range],
      book: 1,
    }
    const reply = await user.post('/api/createLimitOrder', { json, headers: moneyKey() })
    expect(reply.status, reply.text).toBe(200)
    const { orderId, dueAt } = reply.body.data as { orderId: string; dueAt: number }
    placed.push({ user, orderId, dueAt })
  })
  return placed
}

/** The outcome in the ledger, after the verifier has derived the same outcome from the receipt alone. */
async function agreedOutcome({ user, orderId }: Placed): Promise<string> {
  const query = { orderId, book: '1' }
  const settled = await user.get('/api/modifyLimitOrder', { query })
  const receipt = await user.get('/api/getReceipt', { query })
  const { net, order } = settled.body.data as { net: string; order: { outcome: string } }
  // These callers sign no orders, so the consent is the only thing missing.
  const report = checkFiles({ receipt: JSON.stringify(receipt.body.data) }, nodeCrypto)
  if (!report.readable || report.verdict !== 'not_proven') {
    throw new Error(`${orderId} ${order.outcome}: ${JSON.stringify(report)}`)
  }
  expect({ outcome: report.summary?.outcome, net: report.summary?.net }).toEqual({
    outcome: order.outcome,
    net,
  })
  return order.outcome
}

async function eachOf<T>(list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  let next = 0
  const lane = async () => {
    for (let at = next++; at < list.length; at = next++) await work(list[at] as T)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}

/** Formats units of 1e-8 as a decimal, written without the product's own code. */
function decimalOf(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(9, '0')
  const text = `${digits.slice(0, -8)}.${digits.slice(-8)}`.replace(/\.?0+$/, '')
  return units < 0n ? `-${text}` : text
}
