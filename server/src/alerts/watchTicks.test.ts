import { entryBody } from '@tickmark/core/log/log'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { insertUser } from '../accounts/userStore.ts'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'
import { transact } from '../db/transact.ts'
import { insertEntries } from '../market/store.ts'
import type { MarketTick } from '../market/ticks.ts'
import { onMessages, recordEvents } from '../module/events.testing.ts'
import { addAlert } from './addAlert.ts'
import type { Alert } from './alert.ts'
import { alertMessages } from './module.ts'
import { deleteAlert, holdCursor, listAlerts, lockCursor } from './store.ts'
import { createWatching } from './watchTicks.ts'

let made: TestDatabase
let userId = 0
let log = { seq: 0, atMs: Date.UTC(2026, 0, 1) }
beforeAll(async () => {
  made = await createTestDatabase()
  const { db } = made.database
  const user = {
    address: `0x${'1'.repeat(40)}`,
    walletType: 1 as const,
    practice: false,
    inviteCode: 'A'.repeat(8),
  }
  const id = await transact(db, (tx) =>
    insertUser(tx, { ...user, invitedBy: null, language: 'english', nowMs: 0 }),
  )
  userId = id ?? 0
  await append([1_000n, 1_000n])
})
afterAll(() => made.close())

/** Logs a tick of products 1 and 2, after some entries of another kind. */
async function append(prices: readonly bigint[], others = 0): Promise<MarketTick> {
  log = { seq: log.seq + 1 + others, atMs: log.atMs + 1_000 }
  const at = log.atMs
  const texts = Object.fromEntries(prices.map((price, i) => [i + 1, String(price)]))
  const body = entryBody({ kind: 'tick', seq: log.seq, at, prices: texts })
  const leaf = new Uint8Array(32)
  const keys = Array.from({ length: others }, (_, i) => {
    return { seq: log.seq - others + i, kind: 'keys', at, body: '{}', leaf }
  })
  await transact(made.database.db, (tx) =>
    insertEntries(tx, [...keys, { seq: log.seq, kind: 'tick', at, body, leaf }]),
  )
  return { seq: log.seq, atMs: at, prices: new Map(prices.map((price, i) => [i + 1, price])) }
}

interface Told {
  alert: string
  failing: boolean
}

function roomOf(told: Told[]) {
  const room = {
    failNext: false,
    database: made.database,
    market: { acceptsOrders: () => true, feed: () => 'LIVE' as const },
    events: recordEvents(),
  }
  room.events.inTransaction('alerts_fired', async (_tx, { alerts }) => {
    const failing = room.failNext
    room.failNext = false
    for (const { id } of alerts) told.push({ alert: id, failing })
    if (failing) throw new Error('it dies before the commit')
  })
  return room
}

/** An alert by the rule: the first tick after its own that reaches its level fires it. */
interface Modelled {
  alert: Alert
  firedSeq: number | null
  isRemoved: boolean
}

type Step =
  | { do: 'tick'; prices: [bigint, bigint]; others: number; heard: 'nobody' | 'one' | 'both' | 'dying' }
  | { do: 'set'; pid: number; level: bigint }
  | { do: 'remove'; which: number }
  | { do: 'restart' }

const priceArb = fc.bigInt({ min: 950n, max: 1_050n })
const stepArb: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('tick' as const),
      prices: fc.tuple(priceArb, priceArb),
      others: fc.nat(2),
      heard: fc.constantFrom('nobody', 'one', 'both', 'dying'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('set' as const),
      pid: fc.constantFrom(1, 2),
      level: priceArb,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), which: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
)

test('each alert fires once, at the first tick that reaches it, over crashes, restarts and two processes', async () => {
  let fires = 0
  await fc.assert(
    fc.asyncProperty(fc.array(stepArb, { minLength: 5, maxLength: 40 }), async (steps) => {
      const told: Told[] = []
      const room = roomOf(told)
      let [one, other] = [createWatching(room), createWatching(room)]
      const model: Modelled[] = []
      for (const step of steps) {
        if (step.do === 'restart') [one, other] = [createWatching(room), createWatching(room)]
        if (step.do === 'set') {
          const value = `0.${String(step.level).padStart(8, '0')}`
          const asked = { pid: step.pid, kind: 'price' as const, value }
          const alert = await addAlert(room, userId, asked, log.atMs).catch(() => null)
          if (alert) model.push({ alert, firedSeq: null, isRemoved: false })
        }
        if (step.do === 'remove') {
          const chosen = model[step.which]
          if (chosen && !chosen.isRemoved) {
            chosen.isRemoved = await deleteAlert(made.database.db, userId, chosen.alert.id)
            expect(chosen.isRemoved).toBe(true)
          }
        }
        if (step.do !== 'tick') continue
        const tick = await append(step.prices, step.others)
        judge(model, tick)
        room.failNext = step.heard === 'dying'
        if (step.heard === 'one') await one(tick)
        if (step.heard === 'both') await Promise.all([one(tick), other(tick)])
        if (step.heard === 'dying') await one(tick).catch(() => {})
        room.failNext = false
      }
      const last = await append([1_000n, 1_000n])
      judge(model, last)
      await Promise.all([one(last), other(last)])
      fires += model.filter((each) => each.firedSeq !== null).length
      await compare(model, told)
      await sql`delete from price_alert`.execute(made.database.db)
    }),
    { numRuns: 60 },
  )
  expect(fires).toBeGreaterThan(30)
})

function judge(model: readonly Modelled[], tick: MarketTick): void {
  for (const each of model) {
    const { alert, firedSeq, isRemoved } = each
    const price = tick.prices.get(alert.pid) ?? 0n
    const isReached = alert.side === 'above' ? price >= alert.level : price <= alert.level
    if (firedSeq === null && !isRemoved && isReached) each.firedSeq = tick.seq
  }
}

async function compare(model: readonly Modelled[], told: readonly Told[]): Promise<void> {
  const { rows } = await sql<{ id: string; seq: bigint | null }>`
    select id, fired_seq as seq from price_alert`.execute(made.database.db)
  const stored = new Map(rows.map(({ id, seq }) => [id, seq === null ? null : Number(seq)]))
  for (const { alert, firedSeq, isRemoved } of model) {
    if (isRemoved) continue
    expect(stored.get(alert.id)).toBe(firedSeq)
    const times = told.filter((each) => each.alert === alert.id && !each.failing).length
    expect(times).toBe(firedSeq === null ? 0 : 1)
  }
}

test('an alert that is being set while a tick is logged is checked at that tick', async () => {
  const told: Told[] = []
  const room = roomOf(told)
  const look = createWatching(room)
  const { db } = made.database
  await addAlert(room, userId, { pid: 2, kind: 'price', value: '0.00005' }, log.atMs)
  const slow = Promise.withResolvers<void>()
  const setting = transact(db, async (tx) => {
    await holdCursor(tx)
    await sql`insert into price_alert values (gen_random_uuid(), ${userId}, 1, 'price', '0.00002', 2000, 0, 0, ${log.seq})`.execute(
      tx,
    )
    await slow.promise
  })
  await expect
    .poll(async () => {
      const { rows } = await sql`select from pg_locks where mode = 'RowShareLock'
        and relation = 'alert_cursor'::regclass`.execute(db)
      return rows.length
    })
    .toBeGreaterThan(0)
  const looked = look(await append([2_000n, 1_000n]))
  slow.resolve()
  await setting
  await looked
  expect(told).toHaveLength(1)
  await sql`delete from price_alert`.execute(db)
})

test('while ticks are checked no alert is set, so that each is checked from its own tick on', async () => {
  const { db } = made.database
  const waits = async () => {
    const { rows } =
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      )
    return rows.length > 0
  }
  const seen: string[] = []
  const setting = await transact(db, async (tx) => {
    await lockCursor(tx)
    const set = addAlert(roomOf([]), userId, { pid: 1, kind: 'price', value: '0.5' }, log.atMs)
    const told = set.then(() => seen.push('set'))
    await vi.waitUntil(async () => seen.length > 0 || (await waits()), { timeout: 60_000 })
    seen.push('checked')
    return { told }
  })
  await setting.told
  expect(seen).toEqual(['checked', 'set'])
  await sql`delete from price_alert`.execute(db)
})

test('an alert that fired changes no more, and its terms never do', async () => {
  const room = roomOf([])
  const { db } = made.database
  const { id } = await addAlert(room, userId, { pid: 1, kind: 'percent', value: '50' }, log.atMs)
  await createWatching(room)(await append([9_000n, 1_000n]))
  const refused = (change: string) =>
    expect(sql.raw(`update price_alert set ${change} where id = '${id}'`).execute(db)).rejects.toThrow(
      /fires once|never changed/,
    )
  await refused('fired_at_ms = 1')
  await refused('fired_at_ms = null, fired_price = null, fired_seq = null')
  await refused('level = 1')
})

test.each([
  // BTC has two decimals: the next price up, or the next one down, is the first to reach a level in between.
  ['above', '0.01230001', 1_000_000n, 2_000_000n, '0.02', '0.02'],
  ['above', '0.01', 1n, 1_000_000n, '0.01', '0.01'],
  ['below', '0.01230001', 3_000_000n, 1_000_000n, '0.01', '0.01'],
] as const)(
  'a level %s that is finer than the coin’s decimals is told as the first price that reaches it: %s',
  async (...row) => {
    const [side, value, before, reached, level, price] = row
    const facts: unknown[] = []
    const { db } = made.database
    const room = roomOf([])
    const times: number[] = []
    onMessages(room.events, alertMessages, (messages) => {
      facts.push(...messages.map((one) => one.facts))
      times.push(...messages.map((one) => one.atMs))
    })
    await append([before, 1_000n])
    const alert = await addAlert(room, userId, { pid: 1, kind: 'price', value }, log.atMs)
    expect(alert.side).toBe(side)
    await createWatching(room)(await append([reached, 1_000n]))
    expect(facts).toEqual([{ coin: 'BTC', price, level }])
    expect(times).toEqual([log.atMs])
    await sql`delete from price_alert`.execute(db)
  },
)

test('an alert can be set while the market takes orders or rests, and not while it is closed', async () => {
  await append([1_000n, 1_000n])
  const set = (acceptsOrders: boolean, feed: 'LIVE' | 'PAUSED') => {
    const market = { acceptsOrders: (pid: number) => acceptsOrders && pid === 1, feed: () => feed }
    const room = { ...roomOf([]), market }
    return addAlert(room, userId, { pid: 1, kind: 'price', value: '0.5' }, log.atMs).then(
      () => 'set',
      (thrown: { code?: string }) => thrown.code,
    )
  }
  const said = [await set(true, 'LIVE'), await set(false, 'PAUSED'), await set(false, 'LIVE')]
  expect(said).toEqual(['set', 'set', 'market_closed'])
  await sql`delete from price_alert`.execute(made.database.db)
})

test('alerts are listed with the newest pending one first, then those that fired last', async () => {
  const { db } = made.database
  const ids = Array.from({ length: 5 }, (_, at) => `00000000-0000-7000-8000-00000000000${at}`)
  for (const [at, firedMs] of [null, 7, 9, null, 9].entries())
    await sql`insert into price_alert (id, user_id, pid, kind, value, level, side, set_at_ms, set_seq, fired_at_ms, fired_price, fired_seq)
      values (${ids[at]}, ${userId}, 1, 'price', '1', 1, 0, 1, 1, ${firedMs}, ${firedMs}, ${firedMs})`.execute(
      db,
    )
  const list = async (most: number) => (await listAlerts(db, userId, most)).map((one) => ids.indexOf(one.id))
  expect([await list(9), await list(2)]).toEqual([
    [3, 0, 4, 2, 1],
    [3, 0, 4, 2],
  ])
  await sql`delete from price_alert`.execute(db)
})

test('an alert that was reached long ago fires at that tick, however many entries are unchecked', async () => {
  const told: Told[] = []
  const room = roomOf(told)
  const { db } = made.database
  await append([1_000n, 1_000n])
  const alert = await addAlert(room, userId, { pid: 1, kind: 'price', value: '0.00002' }, log.atMs)
  await append([1_000n, 1_000n], 300)
  const reached = await append([2_000n, 1_000n], 250)
  await append([1_000n, 1_000n], 300)
  await createWatching(room)({ seq: log.seq })
  expect(told).toEqual([{ alert: alert.id, failing: false }])
  const { rows } = await sql`select fired_seq from price_alert where id = ${alert.id}`.execute(db)
  expect(rows).toEqual([{ fired_seq: BigInt(reached.seq) }])
  await sql`delete from price_alert`.execute(db)
})
