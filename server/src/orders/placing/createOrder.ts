import { unreachable } from '@tickmark/core/assert'
import { type Book, currencyById, type Currency } from '@tickmark/core/money/currencies'
import { formatAmount, formatFixed, type Amount } from '@tickmark/core/money/money'
import { userProductLimit, readStake } from '@tickmark/core/orders/orders'
import { currencyUnder } from '@tickmark/core/orders/ruleChange'
import type { PriceBasis, Terms } from '@tickmark/core/orders/terms'
import { readOrderText, type SignedTerms } from '@tickmark/core/consent/consentText'
import type { Promised } from '@tickmark/core/receipts/promiseShape'
import { pairOf } from '@tickmark/core/receipts/receipts'
import type { InputOf, ReplyOf } from '@tickmark/wire/call'
import type { orderRoutes } from '@tickmark/wire/routes/orders'
import { keyOf, userOf, type CallContext } from '../../http/calls/context.ts'
import { momentText, Refused } from '../../http/calls/refused.ts'
import { checkedAsk, type SignedAsk } from '../../http/calls/signedAsk.ts'
import { requestHash } from '../../ledger/post.ts'
import { openQuote, termsOf } from '../../pricing/quotes.ts'
import type { OrderPorts } from '../order/ports.ts'
import { knownDuration, knownProduct, marketNow } from './orderOffers.ts'
import type { Order } from '../order/order.ts'
import { checkConsent } from '../consent/checkConsent.ts'
import { orRefuse, type Refusing } from '../refusing/refuseSigned.ts'
import type { PlaceRefusal } from './placeBatch.ts'
import type { Placing } from './placingQueue.ts'
import { promiseOf } from '../receipts/promise.ts'
import { itemNow } from '../order/readOrder.ts'
import { earlierOrder } from '../order/store.ts'
import { FEE_TEXT, rateText } from '../order/view.ts'

type Input = InputOf<(typeof orderRoutes)['createLimitOrder']>
type Created = ReplyOf<(typeof orderRoutes)['createLimitOrder']>

/**
 * Places an order on a quote. A repeated key returns its order, whatever the market, the quote or the funds are by then. Once the
 * owner's signature is checked, refusals are signed and final.
 */
export async function createOrder(
  input: Input,
  context: CallContext,
  deps: OrderPorts,
  { placing, refusing }: { placing: Placing; refusing: Refusing },
): Promise<Created> {
  const userId = userOf(context).id
  const { book } = context
  const ask = await checkedAsk(input.consent, readOrderText, context)
  const head = () => deps.prices.head()?.note ?? ''
  return orRefuse(ask, () => placed(input, ask, context, deps, placing), refusing, { userId, book, head })
}

async function placed(
  input: Input,
  ask: SignedAsk | null,
  context: CallContext,
  deps: OrderPorts,
  placing: Placing,
): Promise<Created> {
  const user = userOf(context)
  const key = keyOf(context)
  const { pid, timeId, currencyId, quoteId } = input
  const fingerprint = requestHash(
    JSON.stringify(['order', context.book, pid, input.stake, timeId, currencyId, quoteId, input.consent]),
  )
  let agreed: Agreed
  try {
    agreed = checkedTerms(input, deps)
    if (ask) checkConsent(ask, { order: signedTerms(agreed, context.book) }, deps.clock.nowMs())
  } catch (thrown) {
    // Looked up only now: placing itself recognizes a repeat, so a new order need not wait for a query.
    const earlier = await earlierOrder(deps.db, user.id, key, fingerprint)
    if (!earlier.ok) throw new Refused(earlier.refusal.code)
    if (earlier.value) return createdOf(earlier.value, null, context, deps)
    throw thrown
  }
  const { currency, stake, terms, basis, quoteEndsMs } = agreed
  const order = {
    userId: user.id,
    key,
    fingerprint,
    book: context.book,
    currencyId: currency.id,
    terms,
    basis,
    quoteEndsMs,
    stake,
    consent: ask,
  }
  const done = await placing.place(order)
  if (!done.ok) throw refusedPlacing(done.refusal, currency)
  const { order: made, promise } = done.value
  return createdOf(made, promise?.() ?? null, context, deps)
}

/** The terms for placing the order. */
interface Agreed {
  currency: Currency
  stake: Amount
  terms: Terms
  basis: PriceBasis
  quoteEndsMs: number
}

function checkedTerms({ pid, stake: text, timeId, currencyId, quoteId }: Input, deps: OrderPorts): Agreed {
  knownProduct(pid)
  knownDuration(timeId)
  const known = currencyById(currencyId)
  if (!known) throw new Refused('currency_unknown')
  const currency = currencyUnder(known, deps.prices.rules())
  const stake = stakeOf(currency, text)
  const quote = openQuote(quoteId, { pid, durationId: timeId }, deps.quoteKey, deps.clock.nowMs())
  if (!quote.ok) throw new Refused(quote.refusal.code)
  const agreed = termsOf(quote.value, marketNow(pid, deps.prices))
  if (!agreed.ok) throw new Refused(agreed.refusal.code)
  return { currency, stake, quoteEndsMs: quote.value.expiresAtMs, ...agreed.value }
}

/** The terms as their owner signs them. */
function signedTerms({ currency, stake, terms }: Agreed, book: Book): SignedTerms {
  const { durationId, ...rest } = terms
  const duration = knownDuration(durationId).seconds
  return { ...rest, book, currency: currency.code, pair: pairOf(terms.pid), duration, stake: String(stake) }
}

function stakeOf(currency: Currency, text: string): Amount {
  const stake = readStake(currency, text)
  if (stake.ok) return stake.value
  const { refusal } = stake
  const facts = { currency: currency.code }
  switch (refusal.code) {
    case 'stake_too_small':
      throw new Refused(refusal.code, { ...facts, least: formatAmount(refusal.least) })
    case 'stake_too_large':
      throw new Refused(refusal.code, { ...facts, most: formatAmount(refusal.most) })
    case 'currency_not_accepted':
      throw new Refused(refusal.code, facts)
    case 'amount_invalid':
    case 'amount_too_precise':
      throw new Refused(refusal.code)
    default:
      return unreachable(refusal)
  }
}

function refusedPlacing(refusal: PlaceRefusal, currency: Currency): Refused {
  const facts = { currency: currency.code }
  switch (refusal.code) {
    case 'insufficient_funds':
      return new Refused(refusal.code, { ...facts, available: formatAmount(refusal.available) })
    case 'user_limit':
      return new Refused(refusal.code, { ...facts, most: formatAmount(userProductLimit(currency)) })
    case 'profit_limit':
      return new Refused(refusal.code, { ...facts, most: formatAmount(refusal.most) })
    case 'exposure_limit':
      return new Refused(refusal.code, facts)
    case 'bankroll_uncovered':
    case 'key_reused':
    case 'consent_used':
    case 'consent_expired':
    case 'quote_expired':
    case 'busy':
      return new Refused(refusal.code)
    case 'limit_loss':
    case 'limit_stake':
      return new Refused(refusal.code, { limit: String(refusal.limit), left: formatFixed(refusal.left, 2) })
    case 'limit_time':
      return new Refused(refusal.code, { limit: String(refusal.limit) })
    case 'on_break':
    case 'excluded':
      return new Refused(refusal.code, { until: momentText(refusal.untilMs) })
    case 'price_missing':
      return new Refused('market_closed')
    default:
      return unreachable(refusal)
  }
}

async function createdOf(
  order: Order,
  promise: Promised | null,
  { language }: CallContext,
  deps: OrderPorts,
): Promise<Created> {
  const { ticket, proof } = promise ?? (await promiseOf(order, deps))
  const item = await itemNow(order, language, deps)
  return {
    orderId: order.id,
    secondsLeft: item.secondsLeft,
    currency: item.currency,
    rangeText: item.rangeText,
    rate: rateText(order.terms.ratePct),
    feeRate: FEE_TEXT,
    expectedProfit: formatAmount(order.sums.profit - order.sums.fee),
    fee: item.fee,
    acceptedAt: order.acceptedAtMs,
    dueAt: order.dueAtMs,
    ticket,
    proof: { ...proof, path: [...proof.path] },
    head: deps.prices.head()?.note ?? '',
    order: item,
  }
}
