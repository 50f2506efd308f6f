import type { RouteName } from '@tickmark/wire/routes/all'
import type { UserEvent } from '@tickmark/wire/live/socket'
import { PATHS } from '../navigation/hrefs.ts'
import { calledWithin } from '../api/api.ts'
import { t } from '../i18n/i18n.ts'
import { formatOf } from '../format/format.ts'
import { isWatched } from '../live/watchedOrders.ts'
import { onUserEvent } from '../live/userEvents.ts'
import { isChatOpen } from '../session/openSheets.ts'
import { isSignedIn, sessionNow } from '../session/session.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'

type Settled = Extract<UserEvent, { event: 'order_settled' }>
type Written = Extract<UserEvent, { event: 'message_written' }>

/** A message about an order that comes this soon after its result is not shown again. */
const RESULT_MS = 60_000
/**
 * Links of messages that the user's own calls cause, with those calls. Any other message of the same link has another
 * cause.
 */
const OWN_CALLS: Readonly<Record<string, readonly RouteName[]>> = {
  [PATHS.guide]: ['register'],
  [PATHS.protection]: ['addAddress', 'endAuthenticator', 'resetAuthenticator'],
}
/** A message that comes this soon after such a call is not shown. */
const OWN_CALL_MS = 5_000

/** Shows the user's events as toasts while the page is open, each event once. Returns a stop function. */
export function showEvents(): () => void {
  let settledAtMs = 0
  return onUserEvent((event) => {
    // When the page itself ended the session (sign-out, wallet change), it has already said so.
    if (event.event === 'session_ended' && isSignedIn()) toast(t('shell:sessionEnded'))
    if (event.event === 'order_settled') {
      settledAtMs = Date.now()
      showSettled(event)
    }
    if (event.event === 'message_written' && !isSaidAlready(event, settledAtMs)) {
      toast(event.title, event.link ? { href: event.link } : {})
    }
  })
}

/** Shows an order's result, unless it is on screen. */
function showSettled({ book, order }: Settled): void {
  if (book !== sessionNow().book || !order.outcome || isWatched(order.orderId)) return
  // "Lost 25.00": the word replaces the sign.
  const profit = order.outcome === 'lost' ? order.profit.replace('-', '') : order.profit
  const amount = formatOf(sessionNow().language).figure(profit, { sign: order.outcome !== 'lost' })
  const facts = { pair: order.pair, amount, currency: order.currency }
  toast(t(`shell:settled.${order.outcome}`, facts), { tone: order.outcome === 'won' ? 'good' : 'plain' })
}

/**
 * Whether the user muted the message or already sees its content: an order's result, an answer in the open chat, or the
 * result of his own call.
 */
function isSaidAlready({ category, link, muted }: Written, settledAtMs: number): boolean {
  if (muted) return true
  if (category === 'orders') return Date.now() - settledAtMs < RESULT_MS
  if (category === 'support') return isChatOpen() || location.pathname === PATHS.chat
  return calledWithin(OWN_CALL_MS, OWN_CALLS[link] ?? [])
}
