import { masterWorld, type PriceSeed } from '../../market/simulated/prices.ts'
import { PRODUCTS, type Product } from '../../market/products.ts'

/** First day of the worlds of these tests. */
export const FIRST_DAY = 20_778

/**
 * The market's own code with a hash forty times as fast as SHA-256 and not secure, so that a test can play millions of orders.
 */
export function quickWorld(number: number, products: readonly Product[] = PRODUCTS): PriceSeed {
  const master = new Uint8Array(32)
  new DataView(master.buffer).setUint32(0, number)
  return masterWorld(master, FIRST_DAY, quickHash, products)
}

/** 32 bytes that depend on every byte, by four rounds of multiplying and mixing. */
function quickHash(data: Uint8Array): Uint8Array {
  let [a, b] = [0x9e3779b9, data.length]
  for (let i = 0; i < data.length; i += 2) {
    a = mix(a ^ ((data[i] as number) * 256 + (data[i + 1] ?? 0)), b)
    b = mix(b, a)
  }
  const bytes = new Uint8Array(32)
  for (let i = 0; i < 32; i += 4) {
    a = mix(a + 0x6d2b79f5, b)
    b = mix(b ^ i, a)
    bytes[i] = a
    bytes[i + 1] = a >>> 8
    bytes[i + 2] = a >>> 16
    bytes[i + 3] = a >>> 24
  }
  return bytes
}

function mix(word: number, key: number): number {
  let x = Math.imul(word ^ (word >>> 16) ^ key, 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return (x ^ (x >>> 16)) | 0
}

/** A die: numbers in [0, 1), the same in every run (mulberry32). */
export function die(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let x = Math.imul(state ^ (state >>> 15), 1 | state)
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x
    return ((x ^ (x >>> 14)) >>> 0) / 4_294_967_296
  }
}
