import { assert } from '../assert.ts'
import { ceilToChain, ledgerCeil, type RawAmount } from '../money/rawUnits.ts'
import { ONE, type Amount } from '../money/money.ts'

/** Wei per gas, at the chain's present fees. */
export interface GasFees {
  baseFee: bigint
  tip: bigint
}

/**
 * Gas limit of a transaction; unused gas is not burned. A plain transfer takes 21,000, one to a contract wallet such as
 * a Safe about 28,000. No listed token's transfer takes 90,000.
 */
const NATIVE_GAS = 40_000
const TOKEN_GAS = 90_000
/** Minimum planned fee, so that a payment does not get stuck when an idle chain becomes busy. */
const LEAST_FEE = 1_000_000_000n
/** The house's margin on the index price of gas charged in a token, in percent. */
const PRICE_MARGIN = 2n

export function gasLimitOf(isToken: boolean): number {
  return isToken ? TOKEN_GAS : NATIVE_GAS
}

/** Maximum fee offered by a transaction, in wei per gas: twice the base fee, plus the tip. */
export function maxFeeFor({ baseFee, tip }: GasFees): bigint {
  const wanted = 2n * baseFee + tip
  return wanted < LEAST_FEE ? LEAST_FEE : wanted
}

/** The most that a withdrawal's transaction may burn, in wei: twice the maximum it would offer now. */
export function gasCapFor(isToken: boolean, fees: GasFees): RawAmount {
  return BigInt(gasLimitOf(isToken)) * maxFeeFor(fees) * 2n
}

/**
 * Price of one whole coin of gas in units of a currency, rounded up. Takes index prices in USDT and includes the
 * house's margin.
 */
export function gasPriceFor(nativePrice: Amount, price: Amount): Amount {
  assert(nativePrice > 0n && price > 0n, 'prices are above zero')
  return ceilDiv(nativePrice * ONE * (100n + PRICE_MARGIN), price * 100n)
}

/**
 * Converts burned gas to the currency, rounded up; for a token, to its chain's smallest unit. `gasPrice` is null when
 * gas is paid in the currency itself. Used for cap and fee alike.
 */
export function feeOf(
  burned: RawAmount,
  gasPrice: Amount | null,
  nativeDecimals: number,
  decimals: number,
): Amount {
  const native = ledgerCeil(burned, nativeDecimals)
  return gasPrice === null ? native : ceilToChain(ceilDiv(native * gasPrice, ONE), decimals)
}

/** The network's part of a withdrawal's terms. */
export interface FeeTerms {
  /** The most that the transaction may burn, in the smallest unit of the network's coin. */
  gasCap: RawAmount
  /** Units of the currency per coin of gas; null when gas is paid in the currency itself. */
  gasPrice: Amount | null
  feeCap: Amount
}

/**
 * The terms at present fees and at prices, in USDT, of the network's coin and of the currency; null while a needed price is
 * unknown.
 */
export function feeTerms(
  fees: GasFees,
  prices: { native: Amount | null; own: Amount | null },
  coin: { isToken: boolean; nativeDecimals: number; decimals: number },
): FeeTerms | null {
  const { isToken, nativeDecimals, decimals } = coin
  let gasPrice: Amount | null = null
  if (isToken) {
    if (prices.native === null || prices.own === null) return null
    gasPrice = gasPriceFor(prices.native, prices.own)
  }
  const gasCap = gasCapFor(isToken, fees)
  return { gasCap, gasPrice, feeCap: feeOf(gasCap, gasPrice, nativeDecimals, decimals) }
}

/** Wei per gas that a transaction offers; the tip is part of the maximum. */
export interface FeeOffer {
  maxFee: bigint
  tip: bigint
}

/** The most per gas that keeps a withdrawal within its gas cap. `gasPrice` is null for the chain's own coin. */
export function mostFeePerGas(withdrawal: { gasCap: RawAmount; gasPrice: Amount | null }): bigint {
  return withdrawal.gasCap / BigInt(gasLimitOf(withdrawal.gasPrice !== null))
}

/** The first offer for a transaction, at most `most`. */
export function firstFees(now: GasFees, most: bigint): FeeOffer {
  const maxFee = smaller(maxFeeFor(now), most)
  return { maxFee, tip: smaller(now.tip, maxFee) }
}

/**
 * The next offer for an unmined transaction: both fees rise by more than an eighth, as nodes demand, and at least to
 * the chain's present fees; null when that exceeds `most`. No tip is above its maximum, so a raised maximum has room for the
 * raised tip.
 */
export function raisedFees(last: FeeOffer, now: GasFees, most: bigint): FeeOffer | null {
  const raise = (fee: bigint) => fee + fee / 8n + 1n
  const maxFee = smaller(larger(raise(last.maxFee), maxFeeFor(now)), most)
  const tip = smaller(larger(raise(last.tip), now.tip), maxFee)
  return maxFee < raise(last.maxFee) ? null : { maxFee, tip }
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

function ceilDiv(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b
}
