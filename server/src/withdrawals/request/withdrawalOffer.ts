import { formatAmount } from '@tickmark/core/money/money'
import type { InputOf, ReplyOf } from '@tickmark/wire/call'
import type { withdrawalRoutes } from '@tickmark/wire/routes/withdrawals'
import type { CallContext } from '../../http/calls/context.ts'
import type { WithdrawalDeps } from '../withdrawal/ports.ts'
import { admitRequest } from './admitRequest.ts'
import { intentOf, sealTerms } from './intents.ts'

type Input = InputOf<(typeof withdrawalRoutes)['withdrawalIntent']>
type WithdrawalOffer = ReplyOf<(typeof withdrawalRoutes)['withdrawalIntent']>

/** Returns a withdrawal's terms for its owner to sign. Moves no money. */
export async function offerWithdrawal(
  input: Input,
  context: CallContext,
  deps: WithdrawalDeps,
): Promise<WithdrawalOffer> {
  const { network, terms, facts, requestable } = await admitRequest(input, null, context, deps)
  const { needsCode, addressFromMs } = facts
  return {
    intent: sealTerms(terms, deps.quoteKey),
    fields: { ...intentOf(terms, network) },
    fee: formatAmount(terms.feeCap),
    total: formatAmount(terms.amount + terms.feeCap),
    expiresAt: terms.expiresAtMs - context.wallMs + context.nowMs, // pages count in the house's time
    needsCode,
    waitsUntil: addressFromMs > context.nowMs ? addressFromMs : null,
    needsApproval: requestable.needsApproval,
  }
}
