import { assert } from './assert.ts'

/*
 * Uses only + - * / and square roots, so that every IEEE 754 engine gives the same bits: prices and rates are computed with these
 * functions.
 */

/** Standard normal distribution function, absolute error below 1e-12 (Cody-style series and continued fraction). */
export function normalCdf(x: number): number {
  if (x < 0) return 1 - normalCdf(-x)
  if (x > 37) return 1
  const density = exactExp((-x * x) / 2) / Math.sqrt(2 * Math.PI)
  if (x < 5) {
    let term = x
    let sum = x
    for (let k = 3; Math.abs(term) > 1e-16 * sum; k += 2) {
      term *= (x * x) / k
      sum += term
    }
    return 0.5 + density * sum
  }
  return 1 - density / (x + 1 / (x + 2 / (x + 3 / (x + 4 / (x + 5)))))
}

/** Inverse of `normalCdf`, relative error below 1e-15 (Wichura 1988, algorithm AS 241). */
export function normalQuantile(chance: number): number {
  assert(chance > 0 && chance < 1, 'a chance lies between 0 and 1')
  const q = chance - 0.5
  if (Math.abs(q) <= 0.425) {
    const r = 0.180625 - q * q
    return (q * polynomial(CENTRE, r)) / polynomial(UNDER_CENTRE, r)
  }
  const depth = Math.sqrt(-exactLog(q < 0 ? chance : 1 - chance))
  const far = depth > 5
  const r = depth - (far ? 5 : 1.6)
  const distance = far
    ? polynomial(FAR, r) / polynomial(UNDER_FAR, r)
    : polynomial(TAIL, r) / polynomial(UNDER_TAIL, r)
  return q < 0 ? -distance : distance
}

/** The natural logarithm of 2. */
export const LN2 = 0.6931471805599453
const EXP_TERMS = 16
const LOG_TERMS = 41

/** The exponential of a number between -700 and 700, to the last few bits. */
export function exactExp(x: number): number {
  const doublings = Math.floor(x / LN2 + 0.5)
  const rest = x - doublings * LN2
  let sum = 1
  for (let i = EXP_TERMS; i >= 1; i--) sum = 1 + (sum * rest) / i
  for (let i = 0; i < doublings; i++) sum *= 2
  for (let i = 0; i > doublings; i--) sum /= 2
  return sum
}

/** The natural logarithm of a number above 0, to the last few bits: 2 artanh((m - 1) / (m + 1)) + k ln 2. */
export function exactLog(x: number): number {
  assert(x > 0 && x < Infinity, 'a logarithm needs a number above 0')
  let doublings = 0
  let m = x
  for (; m > 1.5; doublings++) m /= 2
  for (; m < 0.75; doublings--) m *= 2
  const s = (m - 1) / (m + 1)
  let sum = 0
  for (let k = LOG_TERMS; k >= 1; k -= 2) sum = sum * s * s + 1 / k
  return doublings * LN2 + 2 * s * sum
}

/** Highest power first. */
function polynomial(coefficients: readonly number[], x: number): number {
  let sum = 0
  for (const one of coefficients) sum = sum * x + one
  return sum
}

const CENTRE = [
  2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946,
  1971.5909503065513, 133.14166789178438, 3.3871328727963665,
]
const UNDER_CENTRE = [
  5226.495278852546, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751,
  687.1870074920579, 42.31333070160091, 1,
]
const TAIL = [
  0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684, 3.6478483247632045,
  5.769497221460691, 4.630337846156546, 1.4234371107496835,
]
const UNDER_TAIL = [
  1.0507500716444169e-9, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008, 0.6897673349851,
  1.6763848301838038, 2.053191626637759, 1,
]
const FAR = [
  2.0103343992922881e-7, 0.000027115555687434876, 0.0012426609473880784, 0.026532189526576124,
  0.29656057182850487, 1.7848265399172913, 5.463784911164114, 6.657904643501103,
]
const UNDER_FAR = [
  2.0442631033899397e-15, 1.421511758316446e-7, 0.000018463183175100548, 0.0007868691311456133,
  0.014875361290850615, 0.1369298809227358, 0.599832206555888, 1,
]
