import { HOUSE, type AccountKey } from '@tickmark/core/ledger/accounts'
import type { Amount } from '@tickmark/core/money/money'
import type { Payout } from '@tickmark/core/wallet/payout'
import type { Posting } from '../../ledger/post.ts'
import type { Withdrawal, WithdrawalTerms } from './withdrawal.ts'

type Sums = Pick<WithdrawalTerms, 'id' | 'userId' | 'currencyId' | 'amount' | 'feeCap'>

/** Legs of a withdrawal's postings in the journal; the audit reads them too. */
const LEGS = { outside: 0, fees: 1, back: 2, gas: 3 } as const

/** The request: amount and fee cap move from the available balance to the hold. */
export function holdPosting(one: Sums): Posting {
  const from = account(one, 'available')
  const whole = one.amount + one.feeCap
  return { from, to: account(one, 'hold'), amount: whole, ref: one.id, cause: 'withdrawal', leg: 0 }
}

/** Returns the whole hold. */
export function releasePosting(one: Sums): Posting {
  return payout(one, account(one, 'available'), one.amount + one.feeCap, LEGS.back)
}

/** Ends a mined payment: divides the hold into its three parts. */
export function minedPostings(one: Withdrawal, parts: Payout): Posting[] {
  const outside = houseAccount(one.currencyId, 'external')
  return [
    payout(one, outside, parts.toOutside, LEGS.outside),
    payout(one, houseAccount(one.currencyId, 'fees'), parts.toFees, LEGS.fees),
    payout(one, account(one, 'available'), parts.toUser, LEGS.back),
  ].filter((posting) => posting.amount > 0n)
}

/** Gas paid from one of the house's accounts. */
export function gasPosting(one: Withdrawal, gas: Amount, kind: 'inventory' | 'bankroll'): Posting {
  const from = houseAccount(one.gasCurrencyId, kind)
  return { from, to: { ...from, kind: 'external' }, amount: gas, ref: one.id, cause: 'payout', leg: LEGS.gas }
}

function payout(one: Sums, to: AccountKey, amount: Amount, leg: number): Posting {
  return { from: account(one, 'hold'), to, amount, ref: one.id, cause: 'payout', leg }
}

function account({ userId, currencyId }: Sums, kind: 'available' | 'hold'): AccountKey {
  return { owner: userId, book: 'real', currency: currencyId, kind }
}

function houseAccount(currency: number, kind: AccountKey['kind']): AccountKey {
  return { owner: HOUSE, book: 'real', currency, kind }
}
