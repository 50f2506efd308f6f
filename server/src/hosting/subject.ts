import { PROGRAMME } from '@tickmark/core/arbitrage/programme'
import { line, sum, text } from '../module/subjectFacts.ts'
import type { SubjectReader } from '../module/subjects.ts'
import { ownOrder } from './order/store.ts'

/** A hosting order as support sees it. */
export const hostingSubject: SubjectReader = {
  kind: 'hosting',
  async describe(reader, userId, id) {
    const order = await ownOrder(reader, userId, id)
    if (!order) return null
    const { ended } = order
    const amount = sum(order.principal, PROGRAMME.currency)
    const state =
      ended === null ? 'hosting_running' : ended.how === 'expiry' ? 'hosting_expired' : 'hosting_exited'
    return {
      about: [{ word: 'hosting' }, amount],
      lines: [
        line('number', text(id)),
        line('account', { word: order.book }),
        line('amount', amount),
        line('hostingDays', text(String(order.days))),
        line('hostingYield', sum(order.yielded, PROGRAMME.currency)),
        line('state', { word: state }),
        line('placed', { atMs: order.placedAtMs }),
        line('hostingExpiry', { atMs: order.expiresAtMs }),
        ...(ended === null ? [] : [line('moved', { atMs: ended.atMs })]),
        ...(ended?.how === 'exit' ? [line('fee', sum(ended.fee, PROGRAMME.currency))] : []),
      ],
    }
  },
}
