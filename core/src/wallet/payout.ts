import { assert } from '../assert.ts'
import type { Amount } from '../money/money.ts'
import { ledgerCeil, type RawAmount } from '../money/rawUnits.ts'
import { feeOf } from './gasFees.ts'

/** A withdrawal's hold: the amount and the fee cap. */
interface Hold {
  amount: Amount
  feeCap: Amount
  /** Units of the currency per coin of gas; null when gas is paid in the currency itself. */
  gasPrice: Amount | null
}

/** The final result of its transaction. */
interface Mined {
  /** Gas that the transaction burned, in the smallest unit of the network's coin. */
  burned: RawAmount
  /** False when it reverted. */
  isPaid: boolean
  /** Decimals of the network's coin and of the currency on the network. */
  decimals: { native: number; own: number }
}

/** The division of a hold, and the bearers of the network's fee. */
export interface Payout {
  /** Leaves the books: the paid amount, and the network's fee when it is in the same coin. */
  toOutside: Amount
  /** To the house, which paid the network's fee in another coin. */
  toFees: Amount
  /** Back to the owner: the unused part of the fee cap, and the amount of a payment that reverted. */
  toUser: Amount
  /** The owner's part of the network's fee, in the withdrawal's currency. */
  fee: Amount
  /** The house's part of the network's fee, in the network's coin. */
  gas: Amount
}

/**
 * The three parts of a hold, which sum to amount + fee cap, and the house's cost. The owner bears the fee up to his signed cap,
 * even if the payment reverted; the house bears the rest.
 */
export function payoutOf({ amount, feeCap, gasPrice }: Hold, { burned, isPaid, decimals }: Mined): Payout {
  assert(amount > 0n && feeCap >= 0n, 'sums of a payout are not negative')
  const used = feeOf(burned, gasPrice, decimals.native, decimals.own)
  const fee = used < feeCap ? used : feeCap
  const isInKind = gasPrice === null
  return {
    toOutside: (isPaid ? amount : 0n) + (isInKind ? fee : 0n),
    toFees: isInKind ? 0n : fee,
    toUser: feeCap - fee + (isPaid ? 0n : amount),
    fee,
    gas: isInKind ? used - fee : ledgerCeil(burned, decimals.native),
  }
}

/** The house's account that pays for gas: the inventory if it suffices, else the bankroll; null when neither does. */
export function gasPayer(
  gas: Amount,
  held: { inventory: Amount; bankroll: Amount },
): 'inventory' | 'bankroll' | null {
  if (held.inventory >= gas) return 'inventory'
  return held.bankroll >= gas ? 'bankroll' : null
}
