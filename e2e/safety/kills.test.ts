import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { runs } from '@tickmark/core/runs.testing'
import { PRODUCTS } from '@tickmark/core/market/products'
import { masterWorld, priceAt } from '@tickmark/core/market/simulated/prices'
import { parseEntry } from '@tickmark/core/log/log'
import { caller, type Caller, newUser } from '@tickmark/server/app/app.testing'
import { runAudit } from '@tickmark/server/app/audit/audit'
import { loadKeys } from '@tickmark/server/platform/keys'
import { sha256 } from '@tickmark/server/platform/sha256'
import { expect, test } from 'vitest'
import { setProgram } from '../support/stage/process.ts'

const KILLS = runs(3, 500)
const USERS = 20
/** Orders a second that all users together try to place. */
const PACE = 240
const ROOMY = 'challenge=9999/60 verify=9999/60 register=9999/60 order=99999/60 read=99999/60 write=9999/60'

const program = setProgram('kills', { CHAINS: 'none', RATES: ROOMY })

test(
  `[T4] ${KILLS} kills under load lose nothing, duplicate nothing and settle nothing differently`,
  async () => {
    await program.start()
    const users = await Promise.all(
      Array.from({ length: USERS }, (_, i) => newUser(() => program.url, 500 + i)),
    )
    const load = startLoad(users)
    for (let kill = 0; kill < KILLS; kill++) {
      await pause(400 + Math.random() * 900)
      await program.kill()
      await program.start()
    }
    await pause(500)
    const placed = await load.stop()

    expect(placed.tried).toBeGreaterThan(KILLS * 100)
    expect(placed.unanswered, 'kills met orders under way').toBeGreaterThan(0)
    expect(placed.orders.size).toBeGreaterThan(KILLS * 20)
    expect([...placed.refused].filter((code) => !['quote_expired', 'market_closed'].includes(code))).toEqual(
      [],
    )
    await keptOnce(users, placed)
    await allSettled()
    expect(await runAudit(program.database.database)).toEqual([])
    await pricesAreThoseOfTheIndex()
    expect(await program.stop()).toBe(0)
  },
  runs(600_000, 3 * 3_600_000),
)

interface Placed {
  tried: number
  /** Orders whose first call got no answer because the server was killed. */
  unanswered: number
  /** The order id in the answer for each key, retries included. */
  orders: Map<string, { user: number; orderId: string }>
  /** Codes of the refusals. */
  refused: Set<string>
}

/** Places orders at a steady pace. Repeats a call without an answer under the same key until it is answered. */
function startLoad(users: readonly Caller[]) {
  const placed: Placed = { tried: 0, unanswered: 0, orders: new Map(), refused: new Set() }
  const work = new Set<Promise<void>>()
  const { refused } = placed
  let quote = ''
  let running = true
  const renew = async () => {
    while (running) {
      quote = (await freshQuote(users[0] as Caller)) ?? quote
      await pause(1_000)
    }
  }
  const send = async (user: number) => {
    const key = randomUUID()
    const json = { pid: 1, stake: '1', timeId: 110, currencyId: 1, quoteId: quote, book: 1 }
    placed.tried++
    for (let attempt = 0; ; attempt++) {
      const reply = await (users[user] as Caller)
        .post('/api/createLimitOrder', { json, headers: { 'idempotency-key': key } })
        .catch(() => null)
      if (!reply || reply.status === 503) {
        if (attempt === 0) placed.unanswered++
        await pause(50)
        continue
      }
      if (reply.status !== 200) {
        // The odds moved, or the restarted server has no price yet. The order was not placed: otherwise its key would
        // have returned it.
        refused.add(reply.body.code ?? String(reply.status))
        return
      }
      placed.orders.set(key, { user, orderId: (reply.body.data as { orderId: string }).orderId })
      return
    }
  }
  const offer = async () => {
    for (let n = 0; running; n++) {
      if (quote !== '' && work.size < 2_000) {
        const one: Promise<void> = send(n % users.length).finally(() => work.delete(one))
        work.add(one)
      }
      await pause(1_000 / PACE)
    }
  }
  const loops = [renew(), offer()]
  return {
    async stop() {
      running = false
      await Promise.all(loops)
      await Promise.all(work)
      return placed
    },
  }
}

async function freshQuote(by: Caller): Promise<string | null> {
  const query = { type: '0', pid: '1', timeId: '110' }
  const reply = await by.get('/api/getTimeAccountCurrency', { query }).catch(() => null)
  if (reply?.status !== 200) return null
  return (reply.body.data as { ranges: { id: string }[] }).ranges[0]?.id ?? null
}

/** Every acknowledged order exists exactly once, and no other: no key placed two orders. */
async function keptOnce(users: readonly Caller[], { orders }: Placed): Promise<void> {
  const rows = await program.database.database.db.selectFrom('orders').select('id').execute()
  const kept = new Set(rows.map((row) => row.id))
  expect(rows.length).toBe(kept.size)
  expect([...orders.values()].filter((one) => !kept.has(one.orderId))).toEqual([])
  expect(kept.size).toBe(orders.size)
  expect(users.length).toBe(USERS)
}

/** The settler needs no trigger: it settles every order soon after the last one is due. */
async function allSettled(): Promise<void> {
  for (let second = 0; second < 600; second++) {
    const open = await program.database.database.db
      .selectFrom('orders')
      .select('id')
      .where('status', '=', 0)
      .limit(1)
      .execute()
    if (open.length === 0) return
    await pause(1_000)
  }
  throw new Error('orders are still open')
}

/** The logged prices are exactly those of the index, despite the kills. */
async function pricesAreThoseOfTheIndex(): Promise<void> {
  const { marketSeed, firstDay } = loadKeys(join(program.dataDir, 'keys.json'), Date.now())
  const world = masterWorld(marketSeed, firstDay, sha256)
  const rows = await program.database.database.db
    .selectFrom('log_entry')
    .select('body')
    .orderBy('seq')
    .execute()
  expect(rows.length).toBeGreaterThan(60)
  const wrong = rows.flatMap(({ body }) => {
    const entry = parseEntry(body)
    if (entry?.kind !== 'tick') return []
    return PRODUCTS.filter((one) => entry.prices[one.pid] !== String(priceAt(world, one, entry.at / 1_000)))
  })
  expect(wrong).toEqual([])
}

test('a call to a stopped server fails instead of hanging', async () => {
  await expect(caller(() => program.url).get('/healthz')).rejects.toThrow('fetch failed')
})
