import type { SignedConsent } from '@tickmark/core/consent/bundle'
import { readCloseText, readOrderText } from '@tickmark/core/consent/consentText'
import type { ReplyOf } from '@tickmark/wire/call'
import type { orderRoutes } from '@tickmark/wire/routes/orders'
import { userOf, type CallContext } from '../../http/calls/context.ts'
import { refusalAnswer, Refused } from '../../http/calls/refused.ts'
import { signedAsk, type SignedAsk } from '../../http/calls/signedAsk.ts'
import { keyNamed } from '../../http/calls/signedText.ts'
import type { OrderPorts } from '../order/ports.ts'
import { itemNow, ownOrder } from '../order/readOrder.ts'
import { closedOf, promiseOf } from '../receipts/promise.ts'
import type { StoredRefusal } from '../consent/refusalStore.ts'
import { refusedOf, type Refusing } from './refuseSigned.ts'

type Answer = ReplyOf<(typeof orderRoutes)['getAnswer']>

/**
 * The house's answer to a text signed by the caller's wallet, also from an earlier session. An expired text without an acceptance
 * is refused now, for good; null while it may still be accepted.
 */
export async function answerTo(
  given: SignedConsent,
  context: CallContext,
  deps: OrderPorts,
  refusing: Refusing,
): Promise<Answer> {
  const read = readOrderText(given.text) ?? readCloseText(given.text)
  if (!read) throw new Refused('consent_invalid')
  const key = await keyNamed(read.session, context, deps)
  const ask = await signedAsk(given, read, key)
  const settled = await refusing.settle(ask, { userId: userOf(context).id, book: context.book })
  if (settled === 'accepted') return acceptedAnswer(ask, context, deps)
  return settled && refusedAnswer(settled, context, deps)
}

async function acceptedAnswer(ask: SignedAsk, context: CallContext, deps: OrderPorts): Promise<Answer> {
  const order = await ownOrder(userOf(context).id, ask.order, deps)
  const head = deps.prices.head()?.note ?? ''
  const item = await itemNow(order, context.language, deps)
  if (ask.order !== ask.asked)
    return { head, placed: null, closed: { ...(await closedOf(order, deps)), order: item }, refused: null }
  const { ticket, proof } = await promiseOf(order, deps)
  const placed = { orderId: order.id, ticket, proof: { ...proof, path: [...proof.path] }, order: item }
  return { head, placed, closed: null, refused: null }
}

function refusedAnswer(stored: StoredRefusal, { language }: CallContext, { prices }: OrderPorts): Answer {
  const head = prices.head()?.note ?? ''
  const { message } = refusalAnswer(refusedOf(stored, head), language)
  const { refusal, signature } = stored
  return { head, placed: null, closed: null, refused: { refusal, signature, message } }
}
