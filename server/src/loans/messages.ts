import { formatAmount } from '@tickmark/core/money/money'
import type { MessageWriters } from '../module/module.ts'
import type { Why } from './application.ts'
import type {} from './events.ts'

/** Messages about applications; that the money arrived is lending's. An owner who withdrew knows it. */
export const loanMessages: MessageWriters = {
  loan_submitted: ({ userId, id, amount, atMs }) => [
    { userId, ref: `loan_submitted:${id}`, kind: 'loan_submitted', facts: sum(amount), atMs },
  ],
  loan_ended({ userId, id, amount, ending, why, atMs }) {
    const facts = sum(amount)
    if (ending === 'lapsed') return [{ userId, ref: `loan_lapsed:${id}`, kind: 'loan_lapsed', facts, atMs }]
    if (why === null) return []
    const kind = ending === 'resubmit' ? 'loan_resubmit' : 'loan_rejected'
    return [{ userId, ref: `${kind}:${id}`, kind, facts: { ...facts, reason: reasonFact(why) }, atMs }]
  },
}

function sum(amount: bigint) {
  return { amount: formatAmount(amount) }
}

/** A rule is shown in the reader's language, an operator's words as they are. */
function reasonFact(why: Why): string {
  return 'rule' in why ? `rule:${why.rule}` : why.reason
}
