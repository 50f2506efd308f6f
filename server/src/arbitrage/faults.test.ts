import { ONE } from '@tickmark/core/money/money'
import { OPENING_LIMITS } from '@tickmark/core/arbitrage/trading/limits'
import { runs } from '@tickmark/core/runs.testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Cut, cutLine, isStatement } from '../db/cuts.testing.ts'
import { openDatabase } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { silentLog } from '../platform/log.ts'
import { openProgramme, type ProgrammeFixture } from './arbitrage.testing.ts'
import { readEngine, setLimits, setStopped, takeEngine } from './engineStore.ts'
import { lastLine } from './lines/lineStore.ts'
import { engineNow } from './programme.ts'
import { openTrades } from './trading/tradeStore.ts'
import type { Venues } from './venues.ts'

let fixture: ProgrammeFixture
beforeEach(async () => void (fixture = await openProgramme()))
afterEach(() => fixture.close())

const lines = async () => (await lastLine(fixture.test.database.db)).number
const open = () => openTrades(fixture.test.database.db)

/** A venue's line that fails when it is told to: the order was lost on its way, or its answer was. */
function faulty(fault: (asked: 'send' | 'fate') => 'lost' | 'silent' | null): (venues: Venues) => Venues {
  const through = (venues: Venues, asked: 'send' | 'fate'): Venues['send'] => {
    return async (order, sentAtMs) => {
      const what = fault(asked)
      if (what === 'lost') throw new Error('the line is down')
      const fill = await venues[asked](order, sentAtMs)
      if (what === 'silent') throw new Error('no answer')
      return fill
    }
  }
  return (venues) => ({ ...venues, send: through(venues, 'send'), fate: through(venues, 'fate') })
}

test.each(['lost', 'silent'] as const)(
  'an order whose %s answer never came is asked for by its id, and booked once',
  async (what) => {
    let isDown = true
    const engine = fixture.engine(faulty(() => (isDown ? what : null)))
    fixture.goToTrade()
    await engine.look()
    expect([await lines(), (await open()).length]).toEqual([0, 1])
    expect(await fixture.findings()).toEqual([])
    isDown = false
    fixture.clock.advance(1_000)
    await engine.look()
    expect(await lines()).toBeGreaterThan(0)
    expect(await open()).toEqual([])
    await fixture.expectBalanced()
  },
)

test('too many open rests stop the engine by itself; they are still closed, and an operator starts it again', async () => {
  const { db } = fixture.test.database
  let isDown = true
  const engine = fixture.engine(faulty(() => (isDown ? 'lost' : null)))
  for (let i = 0; i < OPENING_LIMITS.openRests; i++) {
    fixture.goToTrade()
    await engine.look()
  }
  fixture.goToTrade()
  await engine.look()
  expect((await readEngine(db)).stopped).toMatchObject({ why: 'open_rests' })
  const before = await open()
  isDown = false
  fixture.goToTrade()
  await engine.look()
  expect([await open(), await lines()]).toEqual([[], before.length])
  await transact(db, (tx) => setStopped(tx, null, fixture.clock.nowMs()))
  fixture.goToTrade()
  await engine.look()
  expect(await lines()).toBeGreaterThan(before.length)
  await fixture.expectBalanced()
})

test('a day’s loss stops the engine until the next UTC day', async () => {
  const { db } = fixture.test.database
  const engine = fixture.engine()
  await engine.look()
  await transact(db, (tx) => setLimits(tx, { ...OPENING_LIMITS, dayLoss: ONE }))
  await transact(db, (tx) => setStopped(tx, 'day_loss', fixture.clock.nowMs()))
  fixture.goToTrade()
  await engine.look()
  expect([await lines(), await engineNow(engine.deps)]).toEqual([
    0,
    expect.objectContaining({ state: 'stopped', why: 'day_loss' }),
  ])
  fixture.clock.advance(86_400_000)
  fixture.goToTrade()
  await engine.look()
  expect(await lines()).toBeGreaterThan(0)
  expect(await engineNow(engine.deps)).toMatchObject({ state: 'trading', why: null })
})

test('stale and crossed books are not traded on', async () => {
  const views = (state: 'stale' | 'crossed' | 'down') => (venues: Venues) => ({
    ...venues,
    show: async () => (await venues.show()).map((one) => ({ ...one, state })),
  })
  for (const state of ['stale', 'crossed', 'down'] as const) {
    const engine = fixture.engine(views(state))
    fixture.goToTrade()
    await engine.look()
    await engine.stop()
  }
  expect(await lines()).toBe(0)
})

test('one engine trades at a time; another takes over, and the first begins nothing more', async () => {
  const { db } = fixture.test.database
  const [first, second] = [fixture.engine(), fixture.engine()]
  await first.look()
  const { holder } = await readEngine(db)
  fixture.goToTrade()
  await second.look()
  expect([(await readEngine(db)).holder, await lines()]).toEqual([holder, 0])
  await first.stop()
  await second.look()
  expect(await lines()).toBeGreaterThan(0)
  expect((await readEngine(db)).holder).not.toBe(holder)
  await transact(db, (tx) => takeEngine(tx, '00000000-0000-4000-8000-000000000000'))
  const before = await lines()
  fixture.goToTrade()
  await expect(second.look()).rejects.toThrow('another process trades')
  expect(await lines()).toBe(before)
})

test('wherever an engine dies, the next one finishes its trade, and nothing is booked twice', async () => {
  const points = runs(12, 200)
  const step = runs(8, 1)
  let [cuts, left] = [0, 0]
  for (let point = 1; point <= points; point++) {
    fixture.goToTrade()
    cuts += await diesAt(step * Math.ceil(point / 2), point % 2 === 0 ? 'before' : 'after')
    left += (await open()).length
    const next = fixture.engine()
    await next.look()
    await next.stop()
    expect([point, await open()]).toEqual([point, []])
    if (point % 6 === 0) await fixture.expectBalanced()
  }
  expect(cuts).toBeGreaterThan(points / 2)
  expect(left).toBeGreaterThan(0)
  await fixture.expectBalanced()
})

/** An engine whose line to the database is cut at a statement; returns how many connections were cut. */
async function diesAt(statement: number, side: Exclude<Cut, null>): Promise<number> {
  let seen = 0
  const line = await cutLine(fixture.test.database, (message) =>
    isStatement(message) && ++seen === statement ? side : null,
  )
  const database = openDatabase(line.url, silentLog())
  const engine = fixture.engine(undefined, database)
  await engine.look().catch(() => {})
  await engine.stop()
  await database.close()
  const cuts = line.count()
  await line.close()
  return cuts
}

test('a trade that stays open is not forgotten over a later one of the same look', async () => {
  // Both orders of the first trade are sent and asked for in vain, four times; every later order is answered.
  let asked = 0
  const engine = fixture.engine(faulty(() => (asked++ < 4 ? 'lost' : null)))
  fixture.goToTrade(2)
  await engine.look()
  expect(asked).toBeGreaterThan(4)
  expect((await open()).length).toBe(1)
  fixture.clock.advance(1_000)
  await engine.look()
  expect(await open()).toEqual([])
  await fixture.expectBalanced()
})

const BEGINNINGS = Array.from({ length: runs(2, 20) }, (_, n) => 12_345 + n * 7_919)

test.each(BEGINNINGS)(
  'whatever venues do at random (%i), books and venues agree once they answer again',
  async (beginning) => {
    let drawn = beginning
    const draw = (below: number) => (drawn = (drawn * 48_271) % 2_147_483_647) % below
    let isCalm = false
    const fault = () => {
      if (isCalm) return null
      const what = draw(4)
      return what === 0 ? ('lost' as const) : what === 1 ? ('silent' as const) : null
    }
    const engine = fixture.engine(faulty(fault))
    const { db } = fixture.test.database
    for (let round = 0; round < runs(15, 60); round++) {
      fixture.goToTrade()
      await engine.look()
      await transact(db, (tx) => setStopped(tx, null, fixture.clock.nowMs()))
    }
    isCalm = true
    fixture.clock.advance(1_000)
    await engine.look()
    expect(await open()).toEqual([])
    await fixture.expectBalanced()
  },
)
