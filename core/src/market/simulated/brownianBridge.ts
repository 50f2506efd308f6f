import type { Sha256 } from '../../crypto.ts'
import { normalQuantile } from '../../normal.ts'

/** A standard normal value for the node [lo, hi] of a bridge; the same node always has the same value. */
export type Noise = (lo: number, hi: number) => number

/**
 * A Brownian path fixed to `from` at `lo` and `to` at `hi`; `sigma` is the standard deviation over one unit of length.
 */
export interface Bridge {
  lo: number
  hi: number
  from: number
  to: number
  sigma: number
  noise: Noise
}

const HALF_WORD = 2 ** 26

/**
 * Noise from one SHA-256 per node, over seed ‖ stream (16 bit) ‖ lo (32 bit) ‖ hi (32 bit): the normal quantile of its first 52
 * bits, taken at the middle of the step.
 */
export function hashedNoise(seed: Uint8Array, stream: number, sha256: Sha256): Noise {
  const text = new Uint8Array(seed.length + 10)
  text.set(seed)
  const view = new DataView(text.buffer, seed.length)
  view.setUint16(0, stream)
  return (lo, hi) => {
    view.setUint32(2, lo)
    view.setUint32(6, hi)
    const bytes = sha256(text)
    const high = word(bytes, 0) * 4 + ((bytes[3] as number) >> 6)
    const low =
      (((bytes[3] as number) & 63) * 65_536 + (word(bytes, 4) >> 8)) * 16 + ((bytes[6] as number) >> 4)
    return normalQuantile((high * HALF_WORD + low + 0.5) / (HALF_WORD * HALF_WORD))
  }
}

/** Three bytes as a number, big endian. */
function word(bytes: Uint8Array, at: number): number {
  return (bytes[at] as number) * 65_536 + (bytes[at + 1] as number) * 256 + (bytes[at + 2] as number)
}

/** The position at which an interval is halved. */
export function middleOf(lo: number, hi: number): number {
  return Math.floor((lo + hi) / 2)
}

/** The value at the middle, given both ends (Lévy's construction; the halves may differ in length by one). */
export function middleValue(
  lo: number,
  hi: number,
  from: number,
  to: number,
  path: Pick<Bridge, 'sigma' | 'noise'>,
): number {
  const at = middleOf(lo, hi)
  const left = at - lo
  const right = hi - at
  const mean = (from * right + to * left) / (hi - lo)
  return mean + path.sigma * Math.sqrt((left * right) / (hi - lo)) * path.noise(lo, hi)
}

/** Values at whole positions in [lo, hi), in rising order; neighbours share the calculation of common nodes. */
export function bridgeValues(bridge: Bridge, places: readonly number[]): number[] {
  const values: number[] = []
  /** Positions `start` up to `end` lie in [lo, hi). */
  function fill(lo: number, hi: number, from: number, to: number, start: number, end: number): void {
    let first = start
    for (; first < end && places[first] === lo; first++) values.push(from)
    if (first >= end || hi - lo < 2) return
    const at = middleOf(lo, hi)
    const value = middleValue(lo, hi, from, to, bridge)
    const split = firstFrom(places, at, first, end)
    if (first < split) fill(lo, at, from, value, first, split)
    if (split < end) fill(at, hi, value, to, split, end)
  }
  fill(bridge.lo, bridge.hi, bridge.from, bridge.to, 0, places.length)
  return values
}

/**
 * Positions of a bridge over [lo, hi) at most `apart` apart, in rising order, as far as they lie in [from, to]: the middles
 * down to that width. A value there needs one noise; one between them needs a noise for each further halving.
 */
export function middlePlaces(lo: number, hi: number, apart: number, from = lo, to = hi): number[] {
  if (hi <= from || lo > to) return []
  if (hi - lo <= apart) return lo < from ? [] : [lo]
  const at = middleOf(lo, hi)
  return [...middlePlaces(lo, at, apart, from, to), ...middlePlaces(at, hi, apart, from, to)]
}

function firstFrom(places: readonly number[], at: number, start: number, end: number): number {
  let low = start
  let high = end
  while (low < high) {
    const half = (low + high) >> 1
    if ((places[half] as number) < at) low = half + 1
    else high = half
  }
  return low
}
