import { formatAmount } from '@tickmark/core/money/money'
import type { MessageWriters } from '../module/module.ts'
import type {} from './events.ts'

/** Messages about applications. Lending tells that the money arrived; an owner who withdrew gets no message. */
export const loanMessages: MessageWriters = {
  loan_submitted: ({ userId, id, amount, atMs }) => [
    { userId, ref: `loan_submitted:${id}`, kind: 'loan_submitted', facts: sum(amount), atMs },
  ],
  loan_ended({ userId, id, amount, ending, why, atMs }) {
    const facts = sum(amount)
    if (ending === 'lapsed') return [{ userId, ref: `loan_lapsed:${id}`, kind: 'loan_lapsed', facts, atMs }]
    if (why === null) return []
    if ('rule' in why) {
      const kind = 'loan_rule_broken'
      return [{ userId, ref: `${kind}:${id}`, kind, facts: { ...facts, rule: why.rule }, atMs }]
    }
    const kind = ending === 'resubmit' ? 'loan_resubmit' : 'loan_rejected'
    return [{ userId, ref: `${kind}:${id}`, kind, facts: { ...facts, reason: why.reason }, atMs }]
  },
}

function sum(amount: bigint) {
  return { amount: formatAmount(amount) }
}
