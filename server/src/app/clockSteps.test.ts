import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { CLOCKS_SETTLE_MS } from '@tickmark/core/market/clocks'
import { movableClock } from '../platform/clock.testing.ts'
import { silentLog } from '../platform/log.ts'
import { createTestDatabase } from '../db/database.testing.ts'
import { loadConfig } from './config.ts'
import { startApp } from './app.ts'
import { caller, newUser, setServer } from './app.testing.ts'
import { runAudit } from './audit/audit.ts'
import { codeOfQuote, order } from './placeOrder.testing.ts'

const SECOND = 1_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** With this distance, and one order a second while trading is open, each step finds an order in every phase. */
const APART_S = 11

const clock = movableClock({ isStill: true })
const server = setServer({ clock })

/** Lets a second pass on every clock, and waits for all resulting work. */
async function second(app = server.app, its = clock): Promise<void> {
  its.advance(SECOND)
  await app.clocks.idle()
  await app.market.idle()
}

/** How far which clocks are set, and whether they are reset before the next step. */
interface Step {
  machineMs: number
  databaseMs: number
  isTakenBack: boolean
}

const both = (ms: number): Step => ({ machineMs: ms, databaseMs: ms, isTakenBack: false })
const machine = (ms: number): Step => ({ machineMs: ms, databaseMs: 0, isTakenBack: true })
const database = (ms: number): Step => ({ machineMs: 0, databaseMs: ms, isTakenBack: true })

const STEPS: Step[] = [
  ...[SECOND, -5 * SECOND, HOUR / 2, -HOUR, 24 * HOUR].flatMap((ms) => [both(ms), both(-ms)]),
  ...[SECOND, HOUR, -HOUR, -24 * HOUR].map(machine),
  ...[HOUR, -5 * SECOND].map(database),
]

/** The phase of a 60 s order at an age in seconds; its entry tick is the first after half a second. */
function phaseAt(ageS: number): string {
  if (ageS === 0) return 'accepted'
  if (ageS === 1) return 'entered'
  if (ageS < 58) return 'running'
  if (ageS < 60) return 'in its last ticks'
  return ageS === 60 ? 'due' : 'settled'
}

interface Row {
  id: string
  accepted: bigint
  due: bigint
  entry: bigint | null
  exit: bigint | null
  settled: bigint | null
  outcome: number | null
}

test('[T19] no clock step, at any phase of an order, voids it or settles it early or on other ticks', async () => {
  const user = await newUser(() => server.url, 1)
  const begunMs = clock.nowMs()
  const list = { book: '1', pageNum: '1', pageSize: '10', status: '0' }
  let passedS = 0
  const acceptedS = new Map<string, number>()
  const hit = new Set<string>()

  const live = async (seconds: number, isTrading = true) => {
    for (let i = 0; i < seconds; i++) {
      await second()
      passedS++
      if (!isTrading) continue
      const id = await order(user)
      if (id !== 'trading_paused') acceptedS.set(id, passedS)
    }
  }

  await live(62)
  for (const [row, { machineMs, databaseMs, isTakenBack }] of STEPS.entries()) {
    for (const atS of acceptedS.values()) hit.add(`${row} ${phaseAt(passedS - atS)}`)
    clock.setWall(machineMs)
    clock.setDatabase(databaseMs)
    // The machine's clock is compared with every order, the database's once a second.
    if (machineMs === 0) await live(1, false)
    expect([await codeOfQuote(user), server.app.market.feed()]).toEqual(['trading_paused', 'PAUSED'])
    const reads = await Promise.all([
      user.get('/api/getMyLimitOrders', { query: list }),
      user.get('/api/getRate'),
    ])
    expect(reads.map((one) => one.status)).toEqual([200, 200])
    await live(CLOCKS_SETTLE_MS / SECOND - (machineMs === 0 ? 1 : 0), false)
    expect(await codeOfQuote(user)).toBe('trading_paused')
    if (isTakenBack) {
      clock.setWall(-machineMs)
      clock.setDatabase(-databaseMs)
    }
    await live(APART_S - CLOCKS_SETTLE_MS / SECOND)
    expect(await codeOfQuote(user)).toBe('open')
  }
  await live(63, false)

  const phases = ['accepted', 'entered', 'running', 'in its last ticks', 'due', 'settled']
  const wanted = STEPS.flatMap((_, row) => phases.map((phase) => `${row} ${phase}`))
  expect(wanted.filter((one) => !hit.has(one))).toEqual([])

  // The house's time ran at its normal rate, so no order was shorter or longer than its minute.
  expect(Math.abs(clock.nowMs() - begunMs - passedS * SECOND)).toBeLessThan(SECOND)
  const { rows } = await sql<Row>`
    select id, accepted_at_ms accepted, due_at_ms due, entry_at_ms entry, exit_at_ms exit, settled_at_ms settled, outcome
    from orders`.execute(server.database.database.db)
  expect(rows).toHaveLength(acceptedS.size)
  for (const { id, accepted, due, entry, exit, settled, outcome } of rows) {
    const lateMs = Number(settled) - Number(due)
    expect.soft([1, 2, 3].includes(outcome ?? 0), `${id} has outcome ${outcome}`).toBe(true)
    expect.soft(lateMs >= 0 && lateMs <= 1_500, `${id} is settled ${lateMs} ms after it was due`).toBe(true)
    expect.soft(Number(entry)).toBe(Math.ceil((Number(accepted) + 500) / SECOND) * SECOND)
    expect.soft(Number(due) - Number(exit)).toBeLessThan(3 * SECOND)
  }
  const ticks = await sql<{ missing: number }>`
    select (max(at) - min(at)) / 1000 + 1 - count(*) as missing from log_entry where kind = 'tick' and at >= ${begunMs}
  `.execute(server.database.database.db)
  expect(Number(ticks.rows[0]?.missing)).toBe(0)
  expect(await runAudit(server.database.database)).toEqual([])
})

test('steps below 250 ms pause nothing', async () => {
  const user = await newUser(() => server.url, 2)
  for (const ms of [200, -200, -200, 200]) {
    clock.setWall(ms)
    clock.setDatabase(ms)
    expect(await codeOfQuote(user)).toBe('open')
    await second()
    expect(await codeOfQuote(user)).toBe('open')
  }
})

test('a house without open orders follows a clock set forward', async () => {
  clock.setWall(MINUTE)
  clock.setDatabase(MINUTE)
  for (let i = 0; i < 7; i++) await second()
  expect(Math.abs(clock.wallMs() - clock.nowMs())).toBeLessThan(SECOND)
  expect(server.app.market.feed()).toBe('LIVE')
  expect(await codeOfQuote(caller(() => server.url))).toBe('open')
  clock.setWall(-MINUTE)
  clock.setDatabase(-MINUTE)
  for (let i = 0; i < 7; i++) await second()
  expect(Math.round((clock.nowMs() - clock.wallMs()) / MINUTE)).toBe(1)
  expect(server.app.market.feed()).toBe('LIVE')
})

test('a read during a step does not wait for the clocks to be compared', async () => {
  const own = await createTestDatabase()
  const later = movableClock({ isStill: true })
  let isSilent = false
  // The database tells its time only after the test.
  const readDatabaseMs = () =>
    isSilent ? new Promise<number>(() => {}) : Promise.resolve(later.databaseMs())
  const config = loadConfig({
    PORT: '0',
    DATA_DIR: join(server.config.dataDir, 'own'),
    DATABASE_URL: own.url,
    CHAINS: 'none',
  })
  const app = await startApp({ config, clock: later, log: silentLog(), readDatabaseMs })
  try {
    const user = await newUser(() => app.url, 5)
    isSilent = true
    later.setWall(HOUR)
    later.advance(SECOND)
    const askedMs = later.monotonicMs()
    const query = { book: '1', pageNum: '1', pageSize: '10', status: '0' }
    const reads = await Promise.all([user.get('/api/getMyLimitOrders', { query }), user.get('/api/getRate')])
    expect(reads.map((one) => one.status)).toEqual([200, 200])
    expect(await codeOfQuote(user)).toBe('trading_paused')
    expect(later.monotonicMs()).toBe(askedMs)
  } finally {
    later.advance(SECOND)
    await app.stop()
    await own.close()
  }
})

test('a house that starts after its clock was set back continues at once where its log ends', async () => {
  const later = movableClock({ isStill: true })
  const lastMs = server.app.market.latest()?.atMs ?? 0
  later.setWall(lastMs - HOUR / 2 - later.wallMs())
  const { config } = server
  const readDatabaseMs = () => Promise.resolve(later.wallMs())
  await server.app.stop()
  const app = await startApp({ config, clock: later, log: silentLog(), readDatabaseMs })
  try {
    await second(app, later)
    expect(app.market.latest()?.atMs).toBe(lastMs + SECOND)
    expect(await order(await newUser(() => app.url, 3))).toMatch(/^[0-9a-f-]{36}$/)
  } finally {
    await app.stop()
  }
})
