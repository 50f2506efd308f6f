import { linesRoot, parseTradeLine } from '@tickmark/core/arbitrage/readLines'
import { isSoundLine } from '@tickmark/core/arbitrage/day/soundTrade'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { transact } from '../db/transact.ts'
import { sha256 } from '../platform/sha256.ts'
import { openProgramme, type ProgrammeFixture } from './arbitrage.testing.ts'
import { collectTrades } from './lines/collectTrades.ts'
import { areLogged, tradeLines, tradesToShare } from './lines/lineStore.ts'

let fixture: ProgrammeFixture
beforeEach(async () => void (fixture = await openProgramme()))
afterEach(() => fixture.close())

test('an hour of trading: every line is sound, the books equal the venues’ balances, and the profit is the lines’ sum', async () => {
  const engine = fixture.engine()
  const { db } = fixture.test.database
  await fixture.pass(engine, 3_600_000, 9_000)
  const shared = await tradesToShare(db, 0, fixture.clock.nowMs() + 1)
  expect(shared.lines.length).toBeGreaterThan(2)
  for (const text of shared.lines) {
    const line = parseTradeLine(text)
    expect([line !== null && isSoundLine(line), text]).toEqual([true, text])
  }
  await fixture.expectBalanced()
})

test('lines are logged once a minute, without gaps, under the root of their texts', async () => {
  const engine = fixture.engine()
  const { db } = fixture.test.database
  fixture.goToTrade()
  await engine.look()
  const atMs = fixture.clock.nowMs()
  const draftAt = (ms: number) => transact(db, (tx) => collectTrades(tx, ms))
  expect(await draftAt(atMs - (atMs % 60_000))).toEqual([])
  const minute = atMs - (atMs % 60_000) + 60_000
  const [draft] = await draftAt(minute)
  const lines = await tradeLines(db, { first: 1, last: 100 })
  expect(draft?.entry).toEqual({
    kind: 'trades',
    first: 1,
    last: lines.length,
    count: lines.length,
    root: linesRoot(lines, sha256),
  })
  expect(await areLogged(db, lines.length)).toBe(false)
  await transact(db, async (tx) => draft?.onLogged?.(tx, 9))
  expect([await areLogged(db, lines.length), await draftAt(minute + 60_000)]).toEqual([true, []])
})

test('ended trades, their orders and lines are never changed', async () => {
  const engine = fixture.engine()
  const { db } = fixture.test.database
  fixture.goToTrade()
  await engine.look()
  for (const change of [
    'update arbitrage_trade set ended_at_ms = 1',
    'delete from arbitrage_trade',
    'update arbitrage_order set filled = 0',
    'update arbitrage_order set size = 1',
    'update arbitrage_line set profit = 9',
    'delete from arbitrage_line',
    'update simulated_venue_order set filled = 0',
  ])
    await expect(sql.raw(change).execute(db), change).rejects.toThrow(/never changed|once|stays/)
})

test('a venue that has run short gets more from another, and the cost is booked as a loss', async () => {
  const engine = fixture.engine()
  const { db } = fixture.test.database
  await engine.look()
  await fixture.move({ from: 1, to: 2, currency: 4, amount: 28_000_000n, cost: 0n })
  fixture.clock.advance(6_000)
  await engine.look()
  const [, , move, arrival] = (await tradeLines(db, { first: 1, last: 4 })).map(parseTradeLine)
  const moved = { from: 2, to: 1, currency: 4, amount: '28000000' }
  expect(move).toMatchObject({ kind: 'move', number: 3, ...moved })
  expect(arrival).toMatchObject({ kind: 'arrival', number: 4, move: 3, ...moved })
  await fixture.expectBalanced()
})
