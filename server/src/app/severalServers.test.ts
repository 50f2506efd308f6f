import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MovableClock, movableClock } from '../platform/clock.testing.ts'
import { silentLog } from '../platform/log.ts'
import { type App, startApp } from './app.ts'
import { type Caller, newUser, setServer } from './app.testing.ts'
import { runAudit } from './audit/audit.ts'
import { codeOfQuote, order } from './placeOrder.testing.ts'

const SECOND = 1_000
const HOUR = 3_600_000
const ORDER_ID = /^[0-9a-f-]{36}$/

/** A server on its own machine. */
interface House {
  app: App
  clock: MovableClock
  user: Caller
}

const clock = movableClock({ isStill: true })
const server = setServer({ clock })
const started: App[] = []
let writer: House
let follower: House

beforeAll(async () => {
  writer = { app: server.app, clock, user: await newUser(() => server.url, 1) }
  await pass([writer], 2)
  follower = await startAnother(2)
  expect([writer, follower].map(({ app }) => app.market.isWriting())).toEqual([true, false])
})
afterAll(async () => {
  for (const app of started) await app.stop()
})

/** Starts a server whose machine shows the same time as the first one's. */
async function startAnother(user: number): Promise<House> {
  const its = movableClock({ isStill: true })
  its.setWall(clock.wallMs() - its.wallMs())
  its.setDatabase(clock.databaseMs() - its.databaseMs())
  const readDatabaseMs = () => Promise.resolve(its.databaseMs())
  const app = await startApp({
    config: { ...server.config, port: 0 },
    clock: its,
    log: silentLog(),
    readDatabaseMs,
  })
  started.push(app)
  return { app, clock: its, user: await newUser(() => app.url, user) }
}

const QUARTER = 250
/** The writer compares its clocks every fourth quarter of a second, and the follower two quarters later. */
const COMPARES = { writer: 0, follower: 2 }
let passed = 0

/** Lets quarters of a second pass at all servers at once, and waits after each for all resulting work. */
async function pass(houses: readonly House[], quarters: number): Promise<void> {
  for (let i = 0; i < quarters; i++) {
    for (const house of houses) house.clock.advance(QUARTER)
    passed++
    for (const { app } of houses) await app.clocks.idle()
    for (const { app } of houses) await app.market.idle()
  }
}

/** Sets the clocks of all machines and of the database. */
function setClocks(houses: readonly House[], ms: number): void {
  for (const { clock: its } of houses) {
    its.setWall(ms)
    its.setDatabase(ms)
  }
}

/** Orders that were not settled by their prices. */
async function undecided(): Promise<unknown[]> {
  const { rows } = await sql`
    select id, outcome from orders where outcome is null or outcome not in (1, 2, 3)`.execute(
    server.database.database.db,
  )
  return rows
}

test.each<[first: 'writer' | 'follower', setMs: number]>([
  ['writer', 2 * SECOND],
  ['writer', HOUR],
  ['follower', 2 * SECOND],
  ['follower', HOUR],
])('after a step, seen first by the %s, of %i ms all servers go on in one time', async (first, setMs) => {
  const houses = [writer, follower]
  while ((passed + 1) % 4 !== COMPARES[first]) await pass(houses, 1)
  setClocks(houses, setMs)
  const answers = new Map<House, string[]>(houses.map((one) => [one, []]))
  for (let i = 0; i < 40; i++) {
    await pass(houses, 1)
    for (const house of houses) answers.get(house)?.push(await order(house.user))
  }
  for (const heard of answers.values()) {
    expect(heard.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'trading_paused'))
    expect(heard.at(-1)).toMatch(ORDER_ID)
  }
  expect(Math.abs(follower.clock.nowMs() - writer.clock.nowMs())).toBeLessThan(500)
  expect(Math.abs(writer.clock.wallMs() - writer.clock.nowMs())).toBeLessThan(500)
  await pass(houses, 4 * 66)
  expect(await undecided()).toEqual([])
})

test('a server that starts beside one that keeps its own time takes that time', async () => {
  expect(await order(writer.user)).toMatch(ORDER_ID)
  setClocks([writer, follower], HOUR)
  await pass([writer, follower], 4 * 9)
  expect(Math.round((writer.clock.wallMs() - writer.clock.nowMs()) / HOUR)).toBe(1)
  const third = await startAnother(3)
  const houses = [writer, follower, third]
  await pass(houses, 4 * 3)
  expect(Math.abs(third.clock.nowMs() - writer.clock.nowMs())).toBeLessThan(500)
  for (const house of houses) expect(await order(house.user)).toMatch(ORDER_ID)
  await pass(houses, 4 * 66)
  expect(await undecided()).toEqual([])
  expect(await runAudit(server.database.database)).toEqual([])
})

test('while only the writer finds its clock set, no server accepts orders', async () => {
  writer.clock.setWall(HOUR)
  await pass([writer, follower], 8)
  expect(await Promise.all([writer, follower].map((house) => codeOfQuote(house.user)))).toEqual([
    'trading_paused',
    'trading_paused',
  ])
  writer.clock.setWall(-HOUR)
  await pass([writer, follower], 8)
  expect(await Promise.all([writer, follower].map((house) => codeOfQuote(house.user)))).toEqual([
    'open',
    'open',
  ])
})
