import { assert } from '@tickmark/core/assert'
import type { SignedConsent } from '@tickmark/core/consent/bundle'
import { readExitText, readHostingText } from '@tickmark/core/consent/hostingConsent'
import { isRefusalCode } from '@tickmark/wire/refusalCodes'
import type { ReplyOf } from '@tickmark/wire/call'
import type { arbitrageRoutes } from '@tickmark/wire/routes/arbitrage'
import { userOf, type CallContext } from '../../http/calls/context.ts'
import { Refused, refusalText } from '../../http/calls/refused.ts'
import { signedAsk, type SignedAsk } from '../../http/calls/signedAsk.ts'
import { keyNamed } from '../../http/calls/signedText.ts'
import { ownOrder } from '../order/store.ts'
import type { HostingDeps, KeptRefusal } from '../ports.ts'
import { statedNow } from './showStatement.ts'

type Answer = ReplyOf<(typeof arbitrageRoutes)['getHostingAnswer']>

/**
 * The house's answer to the caller's signed hosting order or early exit, also from an earlier session. An expired text without an
 * acceptance is refused now, for good; null while it may still be accepted.
 */
export async function answerToHost(
  given: SignedConsent,
  context: CallContext,
  deps: HostingDeps,
): Promise<Answer> {
  const read = readHostingText(given.text) ?? readExitText(given.text)
  if (!read) throw new Refused('consent_invalid')
  const key = await keyNamed(read.session, context, deps)
  const ask = await signedAsk(given, read, key)
  const settled = await deps.consents.settle(ask, { userId: userOf(context).id, book: context.book })
  if (settled === 'accepted') return acceptedAnswer(ask, context, deps)
  return settled && refusedAnswer(settled, context, deps)
}

async function acceptedAnswer(ask: SignedAsk, context: CallContext, deps: HostingDeps): Promise<Answer> {
  const order = await ownOrder(deps.db, userOf(context).id, ask.order)
  if (!order) throw new Refused('hosting_unknown')
  const number = ask.order === ask.asked ? order.number : order.exitNumber
  assert(number !== null, 'what was accepted has its statement')
  const { statement, signature, head } = await statedNow(deps, number)
  return { head, stated: { statement, signature }, refused: null }
}

function refusedAnswer(kept: KeptRefusal, { language }: CallContext, { market }: HostingDeps): Answer {
  const { refusal, signature, facts } = kept
  assert(isRefusalCode(refusal.code), 'it was a refusal when it was stored')
  const message = refusalText(refusal.code, language, facts)
  return { head: market.head()?.note ?? '', stated: null, refused: { refusal, signature, message } }
}
