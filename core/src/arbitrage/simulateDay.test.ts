import { expect, test } from 'vitest'
import { masterWorld } from '../market/simulated/prices.ts'
import { ONE } from '../money/money.ts'
import { crypto } from '../receipts/nodeCrypto.testing.ts'
import { runs } from '../runs.testing.ts'
import { pidOfCurrency } from './currencies.ts'
import { OPENING } from './moves.ts'
import { openingHoldings } from './holdings.ts'
import { profitOf } from './day/soundTrade.ts'
import { simulateDay } from './simulateDay.ts'
import { simulatedWorld } from './simulated/world.ts'

const FIRST_DAY = 20_000
const world = simulatedWorld(masterWorld(new Uint8Array(32).fill(7), FIRST_DAY, crypto.sha256))

/** The first day is a usual one, the third rough. */
test(
  'the programme earns a few hundredths of a percent on most days, and loses on some',
  { timeout: 600_000 },
  () => {
    const holdings = openingHoldings()
    const tried = runs(
      [0],
      Array.from({ length: 40 }, (_, i) => i),
    )
    const days = tried.map((i) => {
      const before = sums(holdings)
      const { profit, lines } = simulateDay({ world, day: FIRST_DAY + i, holdings })
      const after = sums(holdings)
      expect(after.get(1)).toBe((before.get(1) ?? 0n) + profit)
      expect([...after].filter(([currency]) => currency !== 1)).toEqual(
        [...before].filter(([currency]) => currency !== 1),
      )
      expect(lines.reduce((sum, line) => sum + profitOf(line), 0n)).toBe(profit)
      expect([...holdings.values()].every((held) => [...held.values()].every((amount) => amount >= 0n))).toBe(
        true,
      )
      return (profit * 1_000_000n) / capital()
    })
    const usual = days.filter((ppm) => ppm >= 200n && ppm <= 600n)
    expect(usual.length * 3).toBeGreaterThanOrEqual(days.length)
    expect(days.some((ppm) => ppm < 0n)).toBe(days.length > 2)
    expect(days.every((ppm) => ppm > -1_000n && ppm < 1_000n)).toBe(true)
  },
)

/** The venues' opening holdings, valued at the index of the first second. */
function capital(): bigint {
  return [...OPENING].reduce((sum, [currency, amount]) => {
    const pid = pidOfCurrency(currency)
    const price = pid === null ? ONE : world.index(pid, FIRST_DAY * 86_400)
    return sum + (5n * amount * price) / ONE
  }, 0n)
}

function sums(holdings: ReadonlyMap<number, ReadonlyMap<number, bigint>>): Map<number, bigint> {
  const all = new Map<number, bigint>()
  for (const held of holdings.values())
    for (const [currency, amount] of held) all.set(currency, (all.get(currency) ?? 0n) + amount)
  return all
}
