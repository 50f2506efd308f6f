import { randomInt } from 'node:crypto'

export interface RecentKeys {
  /** True for nearly every recently added key, and for hardly any other. When it is true, the caller looks the key up. */
  has(key: string): boolean
  add(key: string): void
}

/** Slots for keys. A key is forgotten when another one takes its slot, on average after this many others. */
const PLACES = 2 ** 18

/**
 * Remembers idempotency keys (UUIDs) by 32 bits each, in one array: a set of the texts is slower to query, and the texts that it
 * keeps alive slow down garbage collection. The bits are salted, so that nobody can choose keys that drive each other out.
 */
export function recentKeys(): RecentKeys {
  const marks = new Uint32Array(PLACES)
  const salt = randomInt(2 ** 32)
  return {
    has(key) {
      const mark = markOf(key, salt)
      return marks[mark % PLACES] === mark
    },
    add(key) {
      const mark = markOf(key, salt)
      marks[mark % PLACES] = mark
    },
  }
}

/** MurmurHash3's mixing of 32 bits, of the key's digits in fours. */
function markOf(key: string, salt: number): number {
  let mark = salt
  for (let i = 0; i < key.length; i += 4) {
    const word =
      key.charCodeAt(i) |
      (key.charCodeAt(i + 1) << 8) |
      (key.charCodeAt(i + 2) << 16) |
      (key.charCodeAt(i + 3) << 24)
    const mixed = Math.imul(word, 0xcc9e2d51)
    mark ^= Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593)
    mark = Math.imul((mark << 13) | (mark >>> 19), 5) + 0xe6546b64
  }
  mark = Math.imul(mark ^ (mark >>> 16), 0x85ebca6b)
  mark = Math.imul(mark ^ (mark >>> 13), 0xc2b2ae35)
  return (mark ^ (mark >>> 16)) >>> 0
}
