import { currencyById } from '@tickmark/core/money/currencies'
import { formatAmount } from '@tickmark/core/money/money'
import type { MessageWriters } from '../module/module.ts'
import type {} from './events.ts'

export const depositMessages: MessageWriters = {
  deposits_credited: ({ deposits, network, atMs }) =>
    deposits
      // Amounts too small for the books send no message.
      .filter((one) => one.amount > 0n)
      .map(({ id, userId, amount, currency }) => ({
        userId,
        ref: `deposit:${id}`,
        kind: 'deposit_credited',
        facts: {
          amount: formatAmount(amount),
          currency: currencyById(currency)?.code ?? '',
          network,
        },
        atMs,
      })),
}
