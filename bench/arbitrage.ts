import { findTrade } from '@tickmark/core/arbitrage/trading/findTrade'
import { OPENING_LIMITS, tradeLimits } from '@tickmark/core/arbitrage/trading/limits'
import { simulatedBook } from '@tickmark/core/arbitrage/simulated/book'
import { VENUES } from '@tickmark/core/arbitrage/simulated/venues'
import { simulatedWorld } from '@tickmark/core/arbitrage/simulated/world'
import type { VenueBook } from '@tickmark/core/arbitrage/trading/venue'
import { PRODUCTS } from '@tickmark/core/market/products'
import { masterWorld } from '@tickmark/core/market/simulated/prices'
import { sha256 } from '@tickmark/server/platform/sha256'
import { quantile } from './support/load.ts'
import { argument } from './support/size.ts'

// Measures the cost of the arbitrage programme's decisions: 5 venues, 12 coins, 20 changes a second of each book, and after each
// change a decision on that coin. usage: node bench/arbitrage.ts [seconds]

const SECONDS = argument(1, 60, 2)
const CHANGES = 20
const FIRST_DAY = 20_000

const world = simulatedWorld(masterWorld(new Uint8Array(32).fill(7), FIRST_DAY, sha256))
const pids = PRODUCTS.slice(0, 12).map((one) => one.pid)
const fees = new Map(VENUES.map(({ venue, takerPpm }) => [venue, takerPpm]))
const holdings = new Map(VENUES.map(({ venue }) => [venue, { usdt: 10n ** 13n, coins: 10n ** 13n }]))
const limits = tradeLimits(OPENING_LIMITS)

const shown = new Map<number, Map<number, VenueBook>>(pids.map((pid) => [pid, new Map()]))
const times: number[] = []
let [found, decidingMs] = [0, 0]
for (let change = 0; change < SECONDS * CHANGES; change++) {
  const atMs = FIRST_DAY * 86_400_000 + Math.floor((change * 1_000) / CHANGES)
  for (const pid of pids)
    for (const { venue } of VENUES) {
      const { state, book } = simulatedBook(world, venue, pid, atMs)
      const books = shown.get(pid)
      if (!books) continue
      if (state === 'live' && book) books.set(venue, book)
      else books.delete(venue)
      const begun = performance.now()
      if (findTrade([...books.values()], fees, holdings, limits)) found++
      const tookMs = performance.now() - begun
      times.push(tookMs)
      decidingMs += tookMs
    }
}
console.log(
  `${VENUES.length} venues, ${pids.length} coins, ${CHANGES} changes a second of each book, ${SECONDS} s`,
)
console.log(`decisions: ${times.length}, of which ${found} found a trade`)
console.log(`a decision: p50 ${micros(0.5)} µs, p99 ${micros(0.99)} µs`)
console.log(`share of one core: ${((decidingMs / (SECONDS * 1_000)) * 100).toFixed(1)} %`)

function micros(part: number): string {
  return (quantile(times, part) * 1_000).toFixed(1)
}
