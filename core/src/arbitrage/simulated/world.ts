import { asciiBytes, concat } from '../../bytes.ts'
import type { Sha256 } from '../../crypto.ts'
import { productById } from '../../market/products.ts'
import { DAY_MS } from '../../days.ts'
import { priceAt, type PriceSeed } from '../../market/simulated/prices.ts'
import { assert } from '../../assert.ts'
import type { Amount } from '../../money/money.ts'

/*
 * The simulated venues are a pure function of the index and the day's committed seed, so anyone with a revealed day can recompute
 * every book and fill. Only whole numbers and SHA-256 take part.
 */

/** Input of the simulated venues. */
export interface SimulatedWorld {
  /** The draws of a day, counted from 1970-01-01 in UTC. */
  draws(day: number): DayDraws
  /** Index price of a product at a whole second since 1970. */
  index(pid: number, second: number): Amount
}

/** Draws of a day in any number of named streams, each a sequence of 16-bit numbers. */
export interface DayDraws {
  stream(name: string): (place: number) => number
}

const KEPT_STREAMS = 4_096
const KEPT_PRICES = 1_024
const KEPT_DAYS = 4

/** The world of the simulated index: of the whole installation, or of the revealed days only. */
export function simulatedWorld(prices: PriceSeed): SimulatedWorld {
  const days = new Map<number, DayDraws>()
  const known = new Map<number, Amount>()
  return {
    draws(day) {
      return keep(days, KEPT_DAYS, day, () => dayDraws(prices.dayFacts(day).seed, prices.sha256))
    },
    index(pid, second) {
      const product = productById(pid)
      assert(product, `product ${pid} exists`)
      return keep(known, KEPT_PRICES, second * 64 + pid, () => priceAt(prices, product, second))
    },
  }
}

/** Numbers of 16 bits, sixteen from one SHA-256 over seed ‖ "stream chunk". */
function dayDraws(seed: Uint8Array, sha256: Sha256): DayDraws {
  const streams = new Map<string, (place: number) => number>()
  return {
    stream: (name) => keep(streams, KEPT_STREAMS, name, () => streamOf(seed, name, sha256)),
  }
}

/** Splits a moment into its day and the ms since that day began. */
export function momentOf(atMs: number): { day: number; ms: number } {
  const day = Math.floor(atMs / DAY_MS)
  return { day, ms: atMs - day * DAY_MS }
}

function streamOf(seed: Uint8Array, name: string, sha256: Sha256): (place: number) => number {
  const kept: { chunk: number; bytes: Uint8Array }[] = [
    { chunk: -1, bytes: seed },
    { chunk: -1, bytes: seed },
  ]
  function bytesOf(chunk: number): Uint8Array {
    // Keeps two chunks, because neighbouring knots may lie in different ones.
    const slot = kept[chunk % 2] as { chunk: number; bytes: Uint8Array }
    if (slot.chunk !== chunk) {
      slot.chunk = chunk
      slot.bytes = sha256(concat(seed, asciiBytes(`venues ${name} ${chunk}`)))
    }
    return slot.bytes
  }
  return (place) => {
    const chunk = Math.floor(place / 16)
    const bytes = bytesOf(chunk)
    const at = 2 * (place - chunk * 16)
    return (bytes[at] as number) * 256 + (bytes[at + 1] as number)
  }
}

function keep<K, V>(known: Map<K, V>, most: number, key: K, make: () => V): V {
  const found = known.get(key)
  if (found !== undefined) return found
  if (known.size >= most) known.clear()
  const made = make()
  known.set(key, made)
  return made
}
