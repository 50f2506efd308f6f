import { randomFillSync } from 'node:crypto'

const pool = Buffer.alloc(8 * 1024)
let used = pool.length
let lastMs = 0
let lastTime = ''
let counter = 0

/**
 * When the clock steps back by more than this, ids follow it: orders are found by the times in their ids, which may be off by
 * less than `ID_BEFORE_MS`.
 */
const MOST_BACK_MS = 5_000

/**
 * A UUID of version 7 (RFC 9562) as text: 48 bits of milliseconds, 12 bits of a counter, 62 random bits. Ids of one
 * process are in order of creation, even when the clock steps back by up to five seconds.
 */
export function newTimeId(nowMs: number): string {
  if (nowMs > lastMs || nowMs < lastMs - MOST_BACK_MS) beginMs(nowMs)
  else if (++counter > 0xfff) beginMs(lastMs + 1)
  const random = takeRandom()
  const variant = ((random.readUInt16BE(0) & 0x3fff) | 0x8000).toString(16)
  const middle = (0x7000 | counter).toString(16)
  return `${lastTime}-${middle}-${variant}-${random.toString('hex', 2, 8)}`
}

/** Restarts the counter; the text of a millisecond is made once for all its ids. */
function beginMs(ms: number): void {
  const time = ms.toString(16).padStart(12, '0')
  lastMs = ms
  lastTime = `${time.slice(0, 8)}-${time.slice(8)}`
  counter = 0
}

/** Before every id. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** The least id of a moment: every id made then or later is equal or greater. Takes any whole number. */
export function leastTimeId(ms: number): string {
  const time = Math.min(Math.max(0, ms), 2 ** 48 - 1)
    .toString(16)
    .padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}

/** The milliseconds in an id. */
export function timeOfId(id: string): number {
  return parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

function takeRandom(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += 8
  return pool.subarray(used - 8, used)
}
