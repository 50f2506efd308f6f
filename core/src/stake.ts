import type { Currency } from './currencies.ts'
import { refuse, type Decision } from './decision.ts'
import { parseAmount, type Amount } from './money.ts'
import { checkStake, type StakeRefusal } from './orders.ts'

export type StakeTextRefusal = StakeRefusal | { code: 'amount_invalid' } | { code: 'amount_too_precise' }

/** Reads a stake as it was typed: a plain decimal above zero, of at most 8 places, within the currency's limits. */
export function readStake(currency: Currency, text: string): Decision<Amount, StakeTextRefusal> {
  if (!currency.stake) return refuse({ code: 'currency_not_accepted' })
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text)
  if (!match || !/[1-9]/.test(text)) return refuse({ code: 'amount_invalid' })
  if ((match[2] ?? '').replace(/0+$/, '').length > 8) return refuse({ code: 'amount_too_precise' })
  const stake = parseAmount(text)
  return stake === null
    ? refuse({ code: 'stake_too_large', most: currency.stake.most })
    : checkStake(currency, stake)
}
