import { expect, test } from 'vitest'
import type { Taken, YieldEntry } from '../../log/log.ts'
import { dayName, masterWorld } from '../../market/simulated/prices.ts'
import { crypto } from '../../receipts/nodeCrypto.testing.ts'
import { runs } from '../../runs.testing.ts'
import { addHeld, areWhole, heldTable, openingHoldings } from '../holdings.ts'
import { closeDay } from '../sharing.ts'
import { simulateDay } from '../simulateDay.ts'
import { simulatedWorld } from '../simulated/world.ts'
import { areHoldings, areMovesNeeded, haveArrived } from './checkHoldings.ts'

const FIRST_DAY = 20_000
const DAYS = runs(1, 120)

const H = '0'.repeat(64)
const EMPTY: YieldEntry = {
  kind: 'yield',
  seq: 1,
  at: 0,
  day: '2024-10-03',
  first: 1,
  last: 0,
  trades: H,
  profit: '0',
  carried: '0',
  pool: '0',
  payouts: H,
  real: [0, '0', '0'],
  simulated: [0, '0', '0'],
  hostings: [1, 0],
  before: 0,
  held: {},
  moving: [],
  taken: [],
}

test(
  'on days traded by the engine, every move was needed and holdings follow from day to day',
  { timeout: runs(600_000, 3 * 3_600_000) },
  () => {
    const world = simulatedWorld(masterWorld(new Uint8Array(32).fill(7), FIRST_DAY, crypto.sha256))
    const holdings = openingHoldings()
    // A third venue holds a quarter of two venues' USDT, so they run short sooner or later.
    for (const venue of [1, 2]) {
      addHeld(holdings, venue, 1, -8_900_000_000_000n)
      addHeld(holdings, 3, 1, 8_900_000_000_000n)
    }
    let before: YieldEntry = { ...EMPTY, held: heldTable(holdings) }
    let moves = 0
    for (let day = FIRST_DAY; day < FIRST_DAY + DAYS; day++) {
      const { lines, profit } = simulateDay({ world, day, holdings, firstNumber: before.last + 1 })
      const { earned, carried } = closeDay(profit, BigInt(before.carried))
      const last = before.last + lines.length
      const at = (day + 1) * 86_400_000
      const own = { at, next: last + 1, usdt: take(earned) }
      const figures = { profit: String(profit), carried: String(carried), held: heldTable(holdings) }
      const told = { day: dayName(day), last, taken: earned > 0n ? [own] : [] }
      const entry: YieldEntry = { ...before, ...told, at: at + 1_000, ...figures }
      const held = { entry, before, counted: lines }
      const found = [areHoldings(held), areMovesNeeded(held), haveArrived(held), areWhole(entry, carried)]
      expect([day, found]).toEqual([day, [true, true, true, true]])
      moves += lines.filter(({ kind }) => kind === 'move').length
      before = entry
    }
    expect(moves).toBeGreaterThan(0)

    /** Takes a day's earnings from the venue that holds most, as the daily close does. */
    function take(earned: bigint): Taken['usdt'] {
      const [richest] = [...holdings].toSorted(([, one], [, other]) =>
        (one.get(1) ?? 0n) > (other.get(1) ?? 0n) ? -1 : 1,
      )
      addHeld(holdings, richest?.[0] ?? 0, 1, -earned)
      return { [richest?.[0] ?? 0]: String(earned) }
    }
  },
)
