import { formatAmount } from '@tickmark/core/money/money'
import type { ConsolePart } from '../module/consolePart.ts'
import { holdingsOf } from './holdings.ts'
import { ownFunds } from './ownFunds.ts'
import type { WalletDeps } from './ports.ts'

const BOOKS = ['real', 'simulated'] as const

/** A user's holdings in both books; currencies without holdings are left out. */
export function walletConsolePart({ funds, prices }: Pick<WalletDeps, 'funds' | 'prices'>): ConsolePart {
  return {
    async person(tx, userId) {
      const books = []
      for (const book of BOOKS) {
        const { available, held, inProducts } = await ownFunds(tx, funds, { userId, book })
        const { list, total } = holdingsOf(available, [...inProducts, ...held], prices.price)
        const bound = holdingsOf(new Map(), inProducts, prices.price).total
        const holdings = list.flatMap(({ currency, available: free, amount, value }) =>
          amount === 0n
            ? []
            : [
                {
                  currency: currency.code,
                  available: formatAmount(free),
                  amount: formatAmount(amount),
                  value: formatAmount(value),
                },
              ],
        )
        books.push({ book, total: formatAmount(total), inProducts: formatAmount(bound), holdings })
      }
      return { books }
    },
  }
}
