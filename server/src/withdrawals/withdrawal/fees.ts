import { assert } from '@tickmark/core/assert'
import { ceilToChain, ledgerCeil, type RawAmount } from '@tickmark/core/money/rawUnits'
import { ONE, type Amount } from '@tickmark/core/money/money'
import type { Network } from './networks.ts'

/** Wei per gas, as the chain has it now. */
export interface GasFees {
  baseFee: bigint
  tip: bigint
}

/**
 * Gas that a transaction may use; what it does not use is not burned. A plain transfer takes 21,000, and one to a wallet that
 * is a contract, such as a Safe, some 28,000. No listed token's transfer takes 90,000.
 */
const NATIVE_GAS = 40_000
const TOKEN_GAS = 90_000
/** No fee is planned below this, so that a chain that wakes up does not leave a payment behind. */
const LEAST_FEE = 1_000_000_000n
/** What the house adds to the index price of gas when it is charged in a token, in percent. */
const PRICE_MARGIN = 2n

export function gasLimitOf(isToken: boolean): number {
  return isToken ? TOKEN_GAS : NATIVE_GAS
}

/** Wei per gas that a transaction offers at most: twice the base fee and the tip. */
export function maxFeeFor({ baseFee, tip }: GasFees): bigint {
  const wanted = 2n * baseFee + tip
  return wanted < LEAST_FEE ? LEAST_FEE : wanted
}

/** The most that a withdrawal's transaction may burn, in wei: twice what it would offer now. */
export function gasCapFor({ token }: Pick<Network, 'token'>, fees: GasFees): RawAmount {
  return BigInt(gasLimitOf(token !== null)) * maxFeeFor(fees) * 2n
}

/** Units of a currency that one whole coin of gas counts, rounded up. Prices are of the index, in USDT; the house's margin is in it. */
export function gasPriceFor(nativePrice: Amount, price: Amount): Amount {
  assert(nativePrice > 0n && price > 0n, 'prices are above zero')
  return ceilDiv(nativePrice * ONE * (100n + PRICE_MARGIN), price * 100n)
}

/**
 * What burned gas counts in the currency: rounded up, for a token to what its chain can write. `gasPrice` is null when it is
 * paid in the currency itself. The same for cap and fee.
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

/** The next offer for a transaction that stays behind: more than an eighth more for both, as nodes demand, and what the chain asks now; null above `most`. */
export function raisedFees(
  last: { maxFee: bigint; tip: bigint },
  now: GasFees,
  most: bigint,
): { maxFee: bigint; tip: bigint } | null {
  const raise = (fee: bigint) => fee + fee / 8n + 1n
  const maxFee = smaller(larger(raise(last.maxFee), maxFeeFor(now)), most)
  const tip = smaller(larger(raise(last.tip), now.tip), maxFee)
  return maxFee < raise(last.maxFee) || tip < raise(last.tip) ? null : { maxFee, tip }
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
