import { assert } from '@tickmark/core/assert'
import type { SignedTerms } from '@tickmark/core/consent/consentText'
import { currencyById } from '@tickmark/core/money/currencies'
import { parseAmount } from '@tickmark/core/money/money'
import { durationById } from '@tickmark/core/orders/durations'
import type { Direction } from '@tickmark/core/orders/terms'
import { pairOf } from '@tickmark/core/receipts/receipts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import type { Given } from '../../../api/api.ts'
import type { CallFailed } from '@tickmark/client/callFailed.ts'
import { useMoneyCall } from '../../../api/moneyCall.ts'
import { addOpenOrder } from '../../../entities/openOrders.ts'
import type { OrderItem } from '../../../entities/orderState.ts'
import { hrefTo } from '../../../navigation/hrefs.ts'
import { sessionNow } from '../../../session/session.ts'
import { signOrder } from '../../../wallets/signOrder.ts'
import { beforeSending, failedAnswer, ticketAnswer, type SentAsk } from '../answered.ts'
import { signing } from '../signing.ts'
import { ratePctOf } from './orderForm.ts'
import type { RangeOption } from './useOrderForm.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'

type PlaceBody = Given<'createLimitOrder'> & Record<'pid' | 'timeId' | 'currencyId', number>

/** An order on a quote, with the terms that its owner agreed to and signs. */
export interface AskedOrder {
  body: PlaceBody
  range: Pick<RangeOption, 'rate' | 'barrierPpm' | 'chancePpm' | 'marginPpm'>
  direction: Direction
}

interface PlaceOrder {
  /** From the press until the answer, including the renewal of a quote. */
  busy: boolean
  /** Sends nothing while a press is being handled, without an order, or when it cannot be signed. */
  send(
    orderNow: () => AskedOrder | null | Promise<AskedOrder | null>,
  ): Promise<OrderItem | 'failed' | 'nothing'>
}

/** Sends orders. On failure shows the reason; the caller closes its sheet. */
export function usePlaceOrder(): PlaceOrder {
  const { t } = useTranslation('trade')
  const placing = useMoneyCall('createLimitOrder')

  const send: PlaceOrder['send'] = async (orderNow) => {
    let isUnsigned = false
    let ask: SentAsk | null = null
    const placed = await placing.send(async () => {
      const order = await orderNow()
      const startMs = performance.now()
      const consent = order && (await signing(() => signOrder(termsOf(order))))
      isUnsigned = order !== null && consent === null
      ask = consent?.consent ? await beforeSending(consent.consent, startMs) : null
      return order && consent && { ...order.body, ...consent }
    })
    if (isUnsigned) return 'failed'
    if (placed.kind === 'failed') {
      const { message, isSigned } = await failedAnswer(ask, placed.failure)
      toast(message, { tone: 'wrong', ...(isSigned && behind(placed.failure)) })
    }
    if (placed.kind !== 'done') return placed.kind
    const problem = await (placed.earlier
      ? ticketAnswer(null, placed.earlier.consent ?? null, placed.answer)
      : ticketAnswer(ask, null, placed.answer))
    if (problem)
      toast(t(problem === 'other_terms' ? 'promise.terms' : 'promise.signature'), { tone: 'wrong' })
    else if (placed.earlier) toast(t('earlierPlaced'))
    addOpenOrder(placed.answer.order)
    return placed.answer.order
  }

  return { busy: placing.busy, send }
}

/** The terms exactly as the ticket will state them. */
function termsOf({ body, range, direction }: AskedOrder): SignedTerms {
  const duration = durationById(body.timeId)
  const currency = currencyById(body.currencyId)
  const stake = parseAmount(body.stake)
  const ratePct = ratePctOf(range.rate)
  assert(
    duration && currency && stake !== null && ratePct !== null,
    'an order is on terms that were on offer',
  )
  const { barrierPpm, chancePpm, marginPpm } = range
  return {
    book: sessionNow().book === 0 ? 'real' : 'simulated',
    currency: currency.code,
    pid: body.pid,
    pair: pairOf(body.pid),
    duration: duration.seconds,
    direction,
    barrierPpm,
    ratePct,
    chancePpm,
    marginPpm,
    stake: String(stake),
  }
}

/**
 * The page that shows which of the user's own limits refused the order: a limit with value and use, or a pause and its
 * end.
 */
function behind({ code }: CallFailed): { href?: string } {
  if (code.startsWith('limit_')) return { href: hrefTo.limits() }
  return code === 'on_break' || code === 'excluded' ? { href: hrefTo.noPermission() } : {}
}
