import type { Currency } from '../money/currencies.ts'
import { readAmount, type AmountRefusal } from '../money/readAmount.ts'
import { refuse, type Decision } from '../decision.ts'
import type { Amount } from '../money/money.ts'
import { checkStake, type StakeRefusal } from './orders.ts'

export type StakeTextRefusal = StakeRefusal | AmountRefusal

/** Parses a typed stake: a plain decimal above zero with at most 8 places, within the currency's limits. */
export function readStake(currency: Currency, text: string): Decision<Amount, StakeTextRefusal> {
  if (!currency.stake) return refuse({ code: 'currency_not_accepted' })
  const stake = readAmount(text)
  return stake.ok ? checkStake(currency, stake.value) : stake
}
