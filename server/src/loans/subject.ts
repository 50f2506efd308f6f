import { LOAN } from '@tickmark/core/loans/terms'
import { line, sum, text } from '../module/subjectFacts.ts'
import type { SubjectReader } from '../module/subjects.ts'
import { findOwn } from './store.ts'

/** An application or loan as support sees it: nothing personal. */
export const loanSubject: SubjectReader = {
  kind: 'loan',
  async describe(reader, userId, id) {
    const one = await findOwn(reader, userId, id)
    if (!one) return null
    const amount = sum(one.amount, LOAN.currency)
    const { decidedAtMs } = one
    return {
      about: [{ word: 'loan' }, amount],
      lines: [
        line('number', text(id)),
        line('amount', amount),
        line('instalments', text(String(one.instalments))),
        line('state', { word: `loan_${one.state}` }),
        line('requested', { atMs: one.submittedAtMs }),
        ...(decidedAtMs === null ? [] : [line('moved', { atMs: decidedAtMs })]),
      ],
    }
  },
}
