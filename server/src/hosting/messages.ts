import { formatAmount } from '@tickmark/core/money/money'
import type { MessageWriters } from '../module/module.ts'

/** Messages to hosts; the ref makes each unique, so that nothing is told twice. */
export const hostingMessages: MessageWriters = {
  hosting_expired: ({ orders, atMs }) =>
    orders.map(({ id, userId, book, principal, yielded }) => ({
      userId,
      ref: `hosting_ended:${id}`,
      kind: 'hosting_ended',
      facts: { amount: formatAmount(principal), yielded: formatAmount(yielded), book },
      atMs,
    })),
  hosting_exited: ({ order: { id, userId, book, principal, ended }, atMs }) => [
    {
      userId,
      ref: `hosting_exited:${id}`,
      kind: 'hosting_exited',
      facts: {
        amount: formatAmount(principal - (ended?.fee ?? 0n)),
        fee: formatAmount(ended?.fee ?? 0n),
        book,
      },
      atMs,
    },
  ],
  hosting_unpaid: ({ day, userIds, atMs }) =>
    userIds.map((userId) => ({
      userId,
      ref: `hosting_unpaid:${day}`,
      kind: 'hosting_unpaid',
      facts: { date: day },
      atMs,
    })),
}
