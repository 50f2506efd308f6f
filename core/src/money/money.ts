import { assert } from '../assert.ts'

/** An amount of one currency, or a price in USDT, in whole units of 1e-8. */
export type Amount = bigint

/** Decimal places of every amount and price. */
export const SCALE = 8
export const ONE: Amount = 100_000_000n
/** Largest amount that a signed 64-bit column holds. */
export const MOST: Amount = 9_223_372_036_854_775_807n

const DECIMAL = /^(-?)(\d{1,20})(?:\.(\d{1,40}))?$/

/**
 * Reads a plain decimal ("12.5", "-0.001"). Returns null for anything else: exponents, blanks, signs other than "-",
 * more than 8 significant decimals, or a value beyond a signed 64-bit integer of units.
 */
export function parseAmount(text: string): Amount | null {
  const match = DECIMAL.exec(text)
  if (!match) return null
  const fraction = (match[3] ?? '').replace(/0+$/, '')
  if (fraction.length > SCALE) return null
  const units = BigInt(match[2] ?? '0') * ONE + BigInt(fraction.padEnd(SCALE, '0'))
  if (units > MOST) return null
  return match[1] === '-' ? -units : units
}

/** Writes units as a decimal without trailing zeros: 150000000n is "1.5". The inverse of `parseAmount`. */
export function formatAmount(units: Amount): string {
  const digits = (units < 0n ? -units : units).toString().padStart(SCALE + 1, '0')
  const fraction = digits.slice(-SCALE).replace(/0+$/, '')
  const whole = digits.slice(0, -SCALE)
  return `${units < 0n ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`
}

/** Rounded up to `decimals` (0 to 8) places; for amounts of zero or more. */
export function raiseTo(units: Amount, decimals: number): Amount {
  const step = 10n ** BigInt(SCALE - decimals)
  return ((units + step - 1n) / step) * step
}

/** Rounded down to `decimals` (0 to 8) places, a loss too: -0.001 with two is -0.01. */
export function floorTo(units: Amount, decimals: number): Amount {
  const step = 10n ** BigInt(SCALE - decimals)
  return units - (((units % step) + step) % step)
}

/** Writes units with exactly `decimals` (0 to 8) places, cut towards zero: `formatFixed(1_999_999_99n, 2)` is "1.99". */
export function formatFixed(units: Amount, decimals: number): string {
  assert(Number.isInteger(decimals) && decimals >= 0 && decimals <= SCALE, 'decimals lie between 0 and 8')
  const digits = (units < 0n ? -units : units).toString().padStart(SCALE + 1, '0')
  const fraction = digits.slice(-SCALE).slice(0, decimals)
  const text = decimals === 0 ? digits.slice(0, -SCALE) : `${digits.slice(0, -SCALE)}.${fraction}`
  return units < 0n && /[1-9]/.test(text) ? `-${text}` : text
}

/** a x b / c for amounts of zero or more, rounded down. */
export function shareFloor(a: Amount, b: bigint, c: bigint): Amount {
  assert(a >= 0n && b >= 0n && c > 0n, 'a share is taken of positive figures')
  return (a * b) / c
}
