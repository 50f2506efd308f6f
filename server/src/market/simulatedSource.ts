import { assert } from '@tickmark/core/assert'
import { roundedDeviation } from '@tickmark/core/market/deviation'
import { PRODUCTS, productById, type Product } from '@tickmark/core/market/products'
import { dayReveal } from '@tickmark/core/market/simulated/day'
import {
  dayOfName,
  deviationOf,
  masterWorld,
  priceAt,
  pricesBetween,
  pricesOfPath,
  tradedDay,
} from '@tickmark/core/market/simulated/prices'
import { sha256 } from '../platform/sha256.ts'
import type { PriceSource } from './source.ts'

/** Gaps longer than 15 minutes stay gaps in the log, although the index could fill them. */
const CATCH_UP_SECONDS = 900

/** The simulated index of a 32-byte master seed, starting at its base prices on `firstDay`: every product always has a price. */
export function simulatedSource(marketSeed: Uint8Array, firstDay: number): PriceSource {
  const world = masterWorld(marketSeed, firstDay, sha256)
  return {
    catchUpSeconds: CATCH_UP_SECONDS,
    pricesAt: (second) => new Map(PRODUCTS.map((one) => [one.pid, priceAt(world, one, second)])),
    history: (pid, from, count) => pricesBetween(world, known(pid), from, from + count - 1, 1),
    past: (pid, from, to, apart) => pricesOfPath(world, known(pid), from, to, apart),
    day(name) {
      const day = dayOfName(name)
      return day === null ? null : dayReveal(world.dayFacts(day))
    },
    deviation: (pid) => roundedDeviation(deviationOf(known(pid)), 0),
    traded: (pid, second, price) => tradedDay(known(pid), second, price, sha256),
  }
}

function known(pid: number): Product {
  const product = productById(pid)
  assert(product, `product ${pid} exists`)
  return product
}
