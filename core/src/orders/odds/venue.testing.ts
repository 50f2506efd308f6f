import { deviationRange, deviationStands, type Deviation } from '../../market/deviation.ts'
import { emptyGauge, gaugeAfter, gaugedDeviation } from '../../market/volatility.ts'
import { normalQuantile } from '../../normal.ts'
import { durationById, type Duration } from '../durations.ts'
import { chanceBeyond, horizonDeviation, offersFor, type OddsOffer } from '../pricing.ts'
import { die } from './quickWorld.testing.ts'

/** One second of a venue market: facts known to the house, and facts known only to the test. */
export interface VenueSecond {
  /** The house's estimate from the ticks so far; null when it takes no orders. */
  deviation: Deviation | null
  /** Log return of this second. */
  change: number
  /** The true deviation of one second, now. */
  sigma: number
}

/** Normal deviation of one second: 3 % a day. */
export const CALM = 0.03 / Math.sqrt(86_400)

/** A market with deviation `CALM`, and twice that for ten minutes at random, on average once in `every` seconds. */
export function venueMarket(seed: number, seconds: number, every: number): VenueSecond[] {
  const random = die(seed)
  let [gauge, level, burstUntil] = [emptyGauge(), 0, 0]
  return Array.from({ length: seconds }, (_, second) => {
    if (second >= burstUntil && random() < 1 / every) burstUntil = second + 600
    const sigma = second < burstUntil ? 2 * CALM : CALM
    const change = sigma * normalQuantile((random() * 2 ** 32 + 0.5) / (2 ** 32 + 1))
    level += change
    gauge = gaugeAfter(gauge, second, BigInt(Math.round(67_412.5e8 * Math.exp(level))))
    return { deviation: gaugedDeviation(gauge), change, sigma }
  })
}

/** The offers that a strategy chooses from; Down mirrors Up. */
export const PLAYED = [110, 111, 112, 113].map((id) => durationById(id) as Duration)

/**
 * Expectation of each of these offers at a second, three for each duration, at the market's true future deviation: with present
 * quotes, and with the still valid quotes of the last 15 s, of which the player takes the best by the present estimate. Null when
 * the house takes no orders.
 */
export function worthsNow(
  market: readonly VenueSecond[],
  now: number,
): { fresh: number[]; stale: number[] } | null {
  const present = market[now]?.deviation
  if (!present) return null
  const standing = [0, 4, 9, 14].flatMap((age) => {
    const quoted = market[now - age]?.deviation
    return quoted && deviationStands(quoted.sigma, present) ? [quoted] : []
  })
  const fresh: number[] = []
  const stale: number[] = []
  const [, widest] = deviationRange(present)
  for (const duration of PLAYED) {
    const truly = horizonDeviation(trueSigma(market, now, duration), duration)
    const believed = horizonDeviation(widest, duration)
    const boards = standing.map((quoted) => offersFor('up', duration, quoted))
    for (const range of [0, 1, 2]) {
      const offers = boards.flatMap((board) => board[range] ?? [])
      const [newest] = offers as [OddsOffer]
      const best = offers.reduce((a, b) => (worthOf(a, believed) >= worthOf(b, believed) ? a : b))
      fresh.push(worthOf(newest, truly))
      stale.push(worthOf(best, truly))
    }
  }
  return { fresh, stale }
}

function worthOf({ barrierPpm, ratePct }: OddsOffer, deviation: number): number {
  return chanceBeyond('up', barrierPpm, deviation) * (1 + ratePct / 100) - 1
}

function trueSigma(market: readonly VenueSecond[], now: number, { seconds }: Duration): number {
  let variance = 0
  for (let i = 1; i <= seconds; i++) variance += (market[now + 1 + i]?.sigma ?? CALM) ** 2
  return Math.sqrt(variance / seconds)
}

/** Size of the last moves, in `CALM` deviations: visible to a player without the house's estimate. */
export function recentSize(market: readonly VenueSecond[], now: number, seconds: number): number {
  let sum = 0
  for (let i = now - seconds + 1; i <= now; i++) sum += ((market[i]?.change ?? 0) / CALM) ** 2
  return Math.sqrt(sum / seconds)
}
