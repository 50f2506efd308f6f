import { HOUSE, type AccountKey } from '@tickmark/core/ledger/accounts'
import { LOAN } from '@tickmark/core/loans/terms'
import { currencyById, type Currency } from '@tickmark/core/money/currencies'
import { formatAmount, type Amount } from '@tickmark/core/money/money'
import { readAmount } from '@tickmark/core/money/readAmount'
import { mayLeaveBankroll } from '@tickmark/core/orders/exposure'
import { treasuryFund } from '@tickmark/wire/routes/operators/treasury'
import type * as z from 'zod/mini'
import type { Tx } from '../db/pool.ts'
import { Refused } from '../http/calls/refused.ts'
import { postTransfers } from '../ledger/post.ts'
import { houseBalance, lockBook } from '../ledger/store.ts'
import type { ProposalKind } from '../module/proposals.ts'
import type { TreasuryPorts } from './ports.ts'

type Fund = z.output<typeof treasuryFund>

/** A movement that is possible now. */
interface Move {
  currency: Currency
  amount: Amount
  from: AccountKey
  to: AccountKey
  /** Balances before it. */
  held: { from: Amount; to: Amount }
}

/**
 * Two operators move the house's own money of the real book between its accounts: from money received at the paying address
 * (`inventory`) or earned (`fees`) to the accounts that pay winners, swaps or loans. No money enters or leaves the books.
 */
export function treasuryFundKind(
  ports: Pick<TreasuryPorts, 'openProfits' | 'bankrollMeans'>,
): ProposalKind<Fund> {
  return {
    kind: 'treasury.fund',
    may: 'moveTreasury',
    payload: treasuryFund,
    async effect(tx, payload) {
      const { currency, amount, held } = await moveOf(tx, payload, ports)
      return [
        { name: 'currency', value: currency.code },
        { name: 'amount', value: formatAmount(amount) },
        { name: 'fromAccount', value: payload.from },
        { name: 'fromBalance', value: formatAmount(held.from - amount), was: formatAmount(held.from) },
        { name: 'toAccount', value: payload.to },
        { name: 'toBalance', value: formatAmount(held.to + amount), was: formatAmount(held.to) },
      ]
    },
    async execute(tx, payload, { proposalId, atMs }) {
      await lockBook(tx, 'real')
      const { amount, from, to } = await moveOf(tx, payload, ports)
      await postTransfers(tx, [{ from, to, amount, ref: proposalId, cause: 'treasury', leg: 0 }], atMs)
    },
  }
}

async function moveOf(
  tx: Tx,
  payload: Fund,
  ports: Pick<TreasuryPorts, 'openProfits' | 'bankrollMeans'>,
): Promise<Move> {
  if (payload.from === payload.to) throw new Refused('treasury_same_account')
  const currency = currencyById(payload.currencyId)
  if (!currency) throw new Refused('currency_unknown')
  if (!keeps(currency, payload.from) || !keeps(currency, payload.to))
    throw new Refused('treasury_account_unknown', { currency: currency.code })
  const amount = readAmount(payload.amount)
  if (!amount.ok) throw new Refused(amount.refusal.code)
  const keyOf = (kind: Fund['from']): AccountKey => ({
    owner: HOUSE,
    book: 'real',
    currency: currency.id,
    kind,
  })
  const held = {
    from: await houseBalance(tx, 'real', currency.id, payload.from),
    to: await houseBalance(tx, 'real', currency.id, payload.to),
  }
  if (amount.value > held.from)
    throw new Refused('treasury_short', { available: formatAmount(held.from), currency: currency.code })
  if (payload.from === 'bankroll') {
    const open = (await ports.openProfits(tx)).get(currency.id)?.house ?? 0n
    const means = (await ports.bankrollMeans(tx)).get(currency.id) ?? 0n
    const most = mayLeaveBankroll(means, open)
    if (amount.value > most)
      throw new Refused('treasury_needed', { most: formatAmount(most), currency: currency.code })
  }
  return { currency, amount: amount.value, from: keyOf(payload.from), to: keyOf(payload.to), held }
}

/** Whether the house has this account: loans are in one currency, and only some currencies pay for orders. */
function keeps(currency: Currency, kind: Fund['from']): boolean {
  if (kind === 'lending') return currency.id === LOAN.currency
  return kind !== 'bankroll' || currency.stake !== null
}
