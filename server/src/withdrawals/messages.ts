import { currencyById } from '@tickmark/core/money/currencies'
import { formatAmount } from '@tickmark/core/money/money'
import type { NewMessage } from '@tickmark/wire/messages/kinds'
import { momentText } from '../http/calls/refused.ts'
import type { EventMap } from '../module/events.ts'
import type { MessageWriters } from '../module/module.ts'
import type {} from './events.ts'

type StepName = 'withdrawal_sent' | 'withdrawal_final' | 'withdrawal_returned'

/** Messages to owners about withdrawals and their protection; the ref makes each unique. */
export const withdrawalMessages: MessageWriters = {
  withdrawal_sent: (step) => [messageOn('withdrawal_sent', step)],
  withdrawal_final: (step) => [messageOn('withdrawal_final', step)],
  withdrawal_returned: (step) => [messageOn('withdrawal_returned', step)],
  withdrawal_reverted(step) {
    const facts = { ...factsOf(step), fee: formatAmount(step.fee) }
    const { id, userId } = step.withdrawal
    const kind = 'withdrawal_reverted'
    return [{ userId, ref: `${kind}:${id}`, kind, facts, atMs: step.atMs }]
  },
  hold_begun: ({ userId, caseId, untilMs, atMs }) => [
    { userId, ref: `hold:${caseId}`, kind: 'hold_begun', facts: { until: momentText(untilMs) }, atMs },
  ],
  address_added: ({ userId, entryId, address, atMs }) => [
    { userId, ref: `address:${entryId}`, kind: 'address_added', facts: { address }, atMs },
  ],
  authenticator_off: ({ userId, atMs }) => [
    { userId, ref: `authenticator:off:${atMs}`, kind: 'authenticator_off', facts: {}, atMs },
  ],
  authenticator_reset({ userId, untilMs, atMs }) {
    const facts = { until: momentText(untilMs) }
    return [{ userId, ref: `authenticator:reset:${untilMs}`, kind: 'authenticator_reset', facts, atMs }]
  },
}

function messageOn(kind: StepName, step: EventMap[StepName]): NewMessage {
  const { userId, id } = step.withdrawal
  return { userId, ref: `${kind}:${id}`, kind, facts: factsOf(step), atMs: step.atMs }
}

function factsOf({ withdrawal: { amount, currencyId }, network }: EventMap[StepName]) {
  return { amount: formatAmount(amount), currency: currencyById(currencyId)?.code ?? '', network }
}
