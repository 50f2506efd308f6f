import { USER_KINDS } from '@tickmark/core/ledger/accounts'
import type { OwedBalance } from '@tickmark/core/evidence/balancesFile'
import type { AuditedEntry } from '@tickmark/core/log/audited'
import { CURRENCIES, type Book } from '@tickmark/core/money/currencies'
import type { Amount } from '@tickmark/core/money/money'

/** The balances of a book, by currency in the order of the wallet, then by kind. */
export function rowsOf(balances: readonly OwedBalance[], book: Book): OwedBalance[] {
  const place = ({ currency, kind }: OwedBalance) =>
    CURRENCIES.findIndex(({ code }) => code === currency) * USER_KINDS.length + USER_KINDS.indexOf(kind)
  return balances.filter((one) => one.book === book).toSorted((a, b) => place(a) - place(b))
}

/** What the house owes all users in the currencies of these rows, in their order. */
export function owedToAll(
  { liabilities }: Pick<AuditedEntry, 'liabilities'>,
  rows: readonly OwedBalance[],
): { currency: string; amount: Amount }[] {
  const named = new Map(rows.map(({ book, currency }) => [currency, book]))
  return [...named].flatMap(([currency, book]) => {
    const owed = liabilities.find((one) => one.book === book && one.currency === currency)
    return owed ? [{ currency, amount: BigInt(owed.amount) }] : []
  })
}
