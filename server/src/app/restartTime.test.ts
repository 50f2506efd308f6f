import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { type MovableClock, movableClock } from '../platform/clock.testing.ts'
import { silentLog } from '../platform/log.ts'
import { type App, startApp } from './app.ts'
import { newUser, setServer } from './app.testing.ts'
import { codeOfQuote, order } from './placeOrder.testing.ts'

const SECOND = 1_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE

let clock = movableClock({ isStill: true })
const server = setServer({ clock })
let app: App | undefined
let users = 1
afterAll(() => app?.stop())

async function pass(seconds: number, running: App): Promise<void> {
  for (let i = 0; i < seconds; i++) {
    clock.advance(SECOND)
    await running.clocks.idle()
    await running.market.idle()
  }
}

/** Starts on the same tables, as a process with its own monotonic clock, while the machine's clock shows `wallMs`. */
function startAt(wallMs: number): Promise<App> {
  const its: MovableClock = movableClock({ isStill: true })
  its.setWall(wallMs - its.wallMs())
  its.setDatabase(wallMs - its.databaseMs())
  clock = its
  const readDatabaseMs = () => Promise.resolve(its.databaseMs())
  return startApp({ config: server.config, clock: its, log: silentLog(), readDatabaseMs })
}

async function ownTimeMs(running: App): Promise<number> {
  const response = await fetch(`${running.url}/readyz`)
  return ((await response.json()) as { ownTimeMs: number }).ownTimeMs
}

test.each<[what: string, afterS: number, setMs: number, downMs: number]>([
  ['in its own time', 9, HOUR, 10 * SECOND],
  ['a second after the step', 1, HOUR, 10 * SECOND],
  ['and was down for ten minutes', 9, HOUR, 10 * MINUTE],
  ['and was down for three days', 9, HOUR, 72 * HOUR],
  ['ahead of its machine', 9, -HOUR, 10 * SECOND],
])(
  'a house with an open order that restarts %s moves by the time it was down',
  async (_what, afterS, setMs, downMs) => {
    const before = app ?? server.app
    const user = await newUser(() => before.url, users++)
    // A house in its own time waits for a moment without orders, and pauses trading for it.
    while ((await codeOfQuote(user)) === 'trading_paused') await pass(1, before)
    const id = await order(user)
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    clock.setWall(setMs)
    clock.setDatabase(setMs)
    await pass(afterS, before)
    const [endMs, ownMs] = [clock.nowMs(), clock.wallMs() - clock.nowMs()]
    await before.stop()
    app = await startAt(clock.wallMs() + downMs)
    expect(Math.abs(clock.nowMs() - endMs - downMs)).toBeLessThan(350)
    expect(Math.abs((await ownTimeMs(app)) - ownMs)).toBeLessThan(350)
    await pass(64, app)
    const { rows } = await sql<{ outcome: number }>`select outcome from orders where id = ${id}`.execute(
      server.database.database.db,
    )
    expect(rows.map((one) => [1, 2, 3].includes(one.outcome))).toEqual([true])
  },
)

test('a house that restarts in its own time without open orders follows its machine’s clock', async () => {
  const before = app ?? server.app
  const heldMs = clock.nowMs() - clock.wallMs()
  clock.setWall(heldMs + HOUR)
  clock.setDatabase(heldMs + HOUR)
  await pass(1, before)
  await before.stop()
  app = await startAt(clock.wallMs() + SECOND)
  expect(Math.round((await ownTimeMs(app)) / HOUR)).toBe(1)
  await pass(9, app)
  expect(Math.abs(await ownTimeMs(app))).toBeLessThan(SECOND)
  expect(app.market.feed()).toBe('LIVE')
})
