import { expect, test } from 'vitest'
import { runs } from '../../runs.testing.ts'
import { CALM, PLAYED, recentSize, venueMarket, worthsNow } from './venue.testing.ts'

const WARM_UP = 20_000
const CALM_SECONDS = runs(20_000, 1_000_000)
const WILD_SECONDS = runs(40_000, 2_000_000)
const PATIENCE = runs(300_000, 3_600_000)

test(
  'the best offer of every board on an estimated deviation costs more than 2 % in a steady market',
  { timeout: PATIENCE },
  () => {
    const market = venueMarket(1, WARM_UP + CALM_SECONDS, Infinity)
    let [boards, best] = [0, -1]
    const { errors, shut } = { errors: [] as number[], shut: [] as number[] }
    for (let now = WARM_UP; now < market.length - 1_000; now += 100) {
      const deviation = market[now]?.deviation
      if (!deviation) {
        shut.push(now)
        continue
      }
      boards += 1
      errors.push(deviation.error)
      best = Math.max(best, ...(worthsNow(market, now)?.fresh ?? []))
    }
    expect(errors.toSorted((a, b) => a - b)[Math.floor(boards / 2)]).toBeLessThan(0.01)
    expect(shut.length / (boards + shut.length)).toBeLessThan(0.03)
    expect(best).toBeLessThan(-0.02)
  },
)

/** Thresholds of recent moves above which a player orders. */
const SIGNALS = [5, 10, 15, 30, 120].flatMap((seconds) =>
  [1.15, 1.3, 1.5, 1.75, 2].map((size) => ({ seconds, size })),
)

test(
  'when the deviation doubles for ten minutes at random, no strategy gains more than 0.5 % of the stake',
  { timeout: PATIENCE },
  () => {
    const market = venueMarket(5, WARM_UP + WILD_SECONDS, 14_400)
    const sums = new Map<string, { count: number; sum: number; square: number }>()
    for (let now = WARM_UP; now < market.length - 1_000; now++) {
      const on = SIGNALS.filter(({ seconds, size }) => recentSize(market, now, seconds) > size)
      const worths = on.length > 0 ? worthsNow(market, now) : null
      if (!worths) continue
      for (const { seconds, size } of on) {
        for (const [quotes, list] of Object.entries(worths)) {
          for (const [i, worth] of list.entries()) {
            const name = `${quotes} quotes, moves of ${size} over ${seconds} s, ${PLAYED[Math.floor(i / 3)]?.seconds} s, range ${i % 3}`
            const { count, sum, square } = sums.get(name) ?? { count: 0, sum: 0, square: 0 }
            sums.set(name, { count: count + 1, sum: sum + worth, square: square + worth * worth })
          }
        }
      }
    }
    expect(market.filter((one) => one.sigma > CALM).length).toBeGreaterThan(1_000)
    for (const [name, { count, sum, square }] of sums) {
      const mean = sum / count
      // Orders within a burst are correlated: the error counts each minute as one order.
      const error = Math.sqrt(Math.max(0, square / count - mean * mean) / Math.max(1, count / 60))

      expect(mean - 2.33 * error, `${name}: ${count} orders`).toBeLessThan(0.005)
    }
  },
)
