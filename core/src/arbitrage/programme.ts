import { ONE, type Amount } from '../money/money.ts'

/** The arbitrage programme's fixed terms. Amounts are units of USDT. */
export const PROGRAMME = {
  /** Principal, yields, profits and costs are in this currency. */
  currency: 1,
  /** The pool is this part of a day's profit, in millionths; the rest stays with the programme. */
  sharedPpm: 500_000n,
  /** Amounts are whole cents, so that no screen hides a part of them. */
  unit: ONE / 100n,
} as const

/** A product that hosts choose. A change makes a new version; an order keeps the version that it was placed under. */
export interface HostingProduct {
  /** The same for all its versions, from 1 on. */
  mid: number
  version: number
  /** Whole UTC days that share in yields. */
  days: number
  least: Amount
  most: Amount
  /** A day's highest yield, in millionths of the principal. */
  upperPpm: bigint
  /** Fee of an early exit, in millionths of the principal. */
  exitFeePpm: bigint
}

/** The products of a new house. */
export const OPENING_PRODUCTS: readonly HostingProduct[] = [
  product(1, 7, [100n, 5_000n], 300n, 5_000n),
  product(2, 30, [500n, 20_000n], 400n, 10_000n),
  product(3, 90, [1_000n, 50_000n], 500n, 15_000n),
]

function product(
  mid: number,
  days: number,
  [least, most]: [bigint, bigint],
  upperPpm: bigint,
  exitFeePpm: bigint,
): HostingProduct {
  return { mid, version: 1, days, least: least * ONE, most: most * ONE, upperPpm, exitFeePpm }
}
