import type { Crypto } from '@tickmark/core/crypto'
import {
  auditedIn,
  judgeBalances,
  type BalancesFile,
  type OwedBalance,
} from '@tickmark/core/evidence/balancesFile'
import type { PromiseProblem } from '@tickmark/core/receipts/promise'
import { isSameAddress } from '@tickmark/core/wallet/sameAddress'

/**
 * Checks the house's answer about an owner's balances; null when it is sound. An answer without shares says that he had nothing;
 * it must still show its entry.
 */
export function judgeOwed(file: BalancesFile, owner: string, crypto: Crypto): PromiseProblem | null {
  if (file.shares.length > 0) return judgeBalances(file, owner, crypto)
  if (!isSameAddress(file.account, owner)) return 'other_terms'
  return auditedIn(file, crypto) ? null : 'not_signed'
}

/** Whether the log owes an owner exactly what his statement says; a balance that it does not name is zero. */
export function isOwedAsStated(owed: readonly OwedBalance[], stated: readonly OwedBalance[]): boolean {
  return stated.every((one) => {
    const logged = owed.find(
      ({ book, currency, kind }) => book === one.book && currency === one.currency && kind === one.kind,
    )
    return (logged?.amount ?? 0n) === one.amount
  })
}
