import type { Sha256 } from './crypto.ts'

/** A standard normal figure for the node [lo, hi] of a bridge; the same node always has the same figure. */
export type Noise = (lo: number, hi: number) => number

/** A Brownian path tied to `from` at `lo` and `to` at `hi`; `sigma` is the standard deviation over one unit of length. */
export interface Bridge {
  lo: number
  hi: number
  from: number
  to: number
  sigma: number
  noise: Noise
}

const WORDS = 16
const MEAN = (WORDS * 65_535) / 2
const SPREAD = Math.sqrt((WORDS * (65_536 * 65_536 - 1)) / 12)

/**
 * Noise from one SHA-256 a node, over seed ‖ stream (16 bit) ‖ lo (32 bit) ‖ hi (32 bit): the sum of sixteen uniform 16-bit
 * words, which is normal to within 1 % of its density and never beyond 7 standard deviations.
 */
export function hashedNoise(seed: Uint8Array, stream: number, sha256: Sha256): Noise {
  const text = new Uint8Array(seed.length + 10)
  text.set(seed)
  const view = new DataView(text.buffer, seed.length)
  view.setUint16(0, stream)
  return (lo, hi) => {
    view.setUint32(2, lo)
    view.setUint32(6, hi)
    const hash = sha256(text)
    let sum = 0
    for (let i = 0; i < 2 * WORDS; i += 2) sum += (hash[i] as number) * 256 + (hash[i + 1] as number)
    return (sum - MEAN) / SPREAD
  }
}

/** The point in the middle of a bridge, given both ends (Lévy's construction, halves of unequal length allowed). */
export function middle(bridge: Bridge): { at: number; value: number } {
  const { lo, hi, from, to } = bridge
  const at = Math.floor((lo + hi) / 2)
  const left = at - lo
  const right = hi - at
  const mean = (from * right + to * left) / (hi - lo)
  const spread = bridge.sigma * Math.sqrt((left * right) / (hi - lo))
  return { at, value: mean + spread * bridge.noise(lo, hi) }
}

/** Values at whole places in [lo, hi), given in rising order; neighbours share the work of the way down to them. */
export function bridgeValues(bridge: Bridge, places: readonly number[]): number[] {
  const values: number[] = []
  fill(bridge, places, 0, places.length, values)
  return values
}

function fill(bridge: Bridge, places: readonly number[], start: number, end: number, values: number[]): void {
  let first = start
  for (; first < end && places[first] === bridge.lo; first++) values.push(bridge.from)
  if (first >= end || bridge.hi - bridge.lo < 2) return
  const { at, value } = middle(bridge)
  let split = first
  let beyond = end
  while (split < beyond) {
    const half = (split + beyond) >> 1
    if ((places[half] as number) < at) split = half + 1
    else beyond = half
  }
  if (first < split) fill({ ...bridge, hi: at, to: value }, places, first, split, values)
  if (split < end) fill({ ...bridge, lo: at, from: value }, places, split, end, values)
}

const LN2 = 0.6931471805599453
const TERMS = 16

/** e to the x by + - * / alone, so that every IEEE 754 engine gives the same bits (Math.exp may differ). For |x| < 700. */
export function exactExp(x: number): number {
  const doublings = Math.floor(x / LN2 + 0.5)
  const rest = x - doublings * LN2
  let sum = 1
  for (let i = TERMS; i >= 1; i--) sum = 1 + (sum * rest) / i
  for (let i = 0; i < doublings; i++) sum *= 2
  for (let i = 0; i > doublings; i--) sum /= 2
  return sum
}
