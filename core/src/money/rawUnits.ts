import { assert } from '../assert.ts'
import { SCALE, type Amount } from './money.ts'

/** An amount on a chain, in the smallest unit of its coin or token: wei for ETH, 1e-6 for USDT. */
export type RawAmount = bigint

/** Ledger units of an amount on a chain, rounded down: 1999999999n wei of 18 decimals are 0n. */
export function ledgerFloor(raw: RawAmount, decimals: number): Amount {
  assert(raw >= 0n, 'a sum on a chain is not negative')
  return decimals >= SCALE ? raw / power(decimals - SCALE) : raw * power(SCALE - decimals)
}

/** Ledger units that cover an amount on a chain: rounded up. */
export function ledgerCeil(raw: RawAmount, decimals: number): Amount {
  const units = ledgerFloor(raw, decimals)
  return rawOf(units, decimals) === raw ? units : units + 1n
}

/** The amount in the chain's own units; null when the chain has too few decimals for it. */
export function rawOf(amount: Amount, decimals: number): RawAmount | null {
  assert(amount >= 0n, 'an amount that is sent is not negative')
  if (decimals >= SCALE) return amount * power(decimals - SCALE)
  const unit = power(SCALE - decimals)
  return amount % unit === 0n ? amount / unit : null
}

/** `rawOf` for an amount already accepted for the chain. Throws when the chain has too few decimals for it. */
export function rawExact(amount: Amount, decimals: number): RawAmount {
  const raw = rawOf(amount, decimals)
  assert(raw !== null, 'an accepted amount has no more decimals than its chain')
  return raw
}

/** The smallest amount of at least `amount` that a chain with that many decimals can represent. */
export function ceilToChain(amount: Amount, decimals: number): Amount {
  if (decimals >= SCALE) return amount
  const unit = power(SCALE - decimals)
  return ((amount + unit - 1n) / unit) * unit
}

function power(exponent: number): bigint {
  assert(Number.isInteger(exponent) && exponent >= 0 && exponent <= 32, 'decimals are a small whole number')
  return 10n ** BigInt(exponent)
}
