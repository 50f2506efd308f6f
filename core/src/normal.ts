import { assert } from './assert.ts'

/** Standard normal distribution function, absolute error below 1e-12 (Cody-style series and continued fraction). */
export function normalCdf(x: number): number {
  if (x < 0) return 1 - normalCdf(-x)
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)
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

/**
 * Inverse of `normalCdf`, relative error below 1e-15 (Wichura 1988, algorithm AS 241). It uses only + - * / and square
 * roots, so that every IEEE 754 engine gives the same bits.
 */
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

const LN2 = 0.6931471805599453
const EXP_TERMS = 16
const LOG_TERMS = 41

/**
 * E to the x, using only + - * /, so that every IEEE 754 engine gives the same bits (Math.exp may differ). For |x| <
 * 700.
 */
export function exactExp(x: number): number {
  const doublings = Math.floor(x / LN2 + 0.5)
  const rest = x - doublings * LN2
  let sum = 1
  for (let i = EXP_TERMS; i >= 1; i--) sum = 1 + (sum * rest) / i
  for (let i = 0; i < doublings; i++) sum *= 2
  for (let i = 0; i > doublings; i--) sum /= 2
  return sum
}

/** Natural logarithm of a number above 0, using only + - * /, to the last few bits: 2 artanh((m - 1) / (m + 1)) + k ln 2. */
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
  2509.0809287301226727, 33430.575583588128105, 67265.770927008700853, 45921.953931549871457,
  13731.693765509461125, 1971.5909503065514427, 133.14166789178437745, 3.387132872796366608,
]
const UNDER_CENTRE = [
  5226.495278852545925, 28729.085735721942674, 39307.89580009271061, 21213.794301586595867,
  5394.1960214247511077, 687.1870074920579083, 42.313330701600911252, 1,
]
const TAIL = [
  7.7454501427834140764e-4, 0.0227238449892691845833, 0.24178072517745061177, 1.27045825245236838258,
  3.64784832476320460504, 5.7694972214606914055, 4.6303378461565452959, 1.42343711074968357734,
]
const UNDER_TAIL = [
  1.05075007164441684324e-9, 5.475938084995344946e-4, 0.0151986665636164571966, 0.14810397642748007459,
  0.68976733498510000455, 1.6763848301838038494, 2.05319162663775882187, 1,
]
const FAR = [
  2.01033439929228813265e-7, 2.71155556874348757815e-5, 0.0012426609473880784386, 0.026532189526576123093,
  0.29656057182850489123, 1.7848265399172913358, 5.4637849111641143699, 6.6579046435011037772,
]
const UNDER_FAR = [
  2.04426310338993978564e-15, 1.4215117583164458887e-7, 1.8463183175100546818e-5, 7.868691311456132591e-4,
  0.0148753612908506148525, 0.13692988092273580531, 0.59983220655588793769, 1,
]
