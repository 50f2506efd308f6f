import { parseTradeLine } from '@tickmark/core/arbitrage/readLines'
import { isSoundLine } from '@tickmark/core/arbitrage/soundTrade'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openProgramme, type ProgrammeFixture } from './arbitrage.testing.ts'
import { heldInventory } from './holdingsStore.ts'
import { tradesToShare } from './lines/lineStore.ts'

let fixture: ProgrammeFixture
beforeEach(async () => void (fixture = await openProgramme()))
afterEach(() => fixture.close())

test('an hour of trading: sound lines, books equal to the venues’ own, and a profit that is their sum', async () => {
  const engine = fixture.engine()
  const { db } = fixture.test.database
  await fixture.pass(engine, 1_200_000)
  const shared = await tradesToShare(db, 0, fixture.clock.nowMs() + 1)
  expect(shared.lines.length).toBeGreaterThan(2)
  for (const text of shared.lines) {
    const line = parseTradeLine(text)
    expect([line !== null && isSoundLine(line), text]).toEqual([true, text])
  }
  const own = await engine.deps.venues.balances()
  expect(await heldInventory(db)).toEqual(own)
  expect(await fixture.findings()).toEqual([])
})
