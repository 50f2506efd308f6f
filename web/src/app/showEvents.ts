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

/** A message about an order comes within this time of its result. */
const RESULT_MS = 60_000
/** Where messages lead that the user's own deeds bring about, and which deeds; any other such message is somebody else's doing. */
const OWN_CALLS: Readonly<Record<string, readonly RouteName[]>> = {
  [PATHS.guide]: ['register'],
  [PATHS.protection]: ['addAddress', 'endAuthenticator', 'resetAuthenticator'],
}
/** And how soon they come. */
const OWN_CALL_MS = 5_000

/** Says in a toast what happens to the user while the page is open, each thing once; gives the way to stop. */
export function showEvents(): () => void {
  let settledAtMs = 0
  return onUserEvent((event) => {
    // One that was ended here, by signing out or by the wallet, has been spoken of already.
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

/** What an order came to, unless its result is on screen. */
function showSettled({ book, order }: Settled): void {
  if (book !== sessionNow().book || !order.outcome || isWatched(order.orderId)) return
  // "Lost 25.00": the word says the sign already.
  const profit = order.outcome === 'lost' ? order.profit.replace('-', '') : order.profit
  const amount = formatOf(sessionNow().language).figure(profit, { sign: order.outcome !== 'lost' })
  const facts = { pair: order.pair, amount, currency: order.currency }
  toast(t(`shell:settled.${order.outcome}`, facts), { tone: order.outcome === 'won' ? 'good' : 'plain' })
}

/** Whether the user does not want to hear of it, or sees it: an order's result, an answer in the open chat, his own deed. */
function isSaidAlready({ category, link, muted }: Written, settledAtMs: number): boolean {
  if (muted) return true
  if (category === 'orders') return Date.now() - settledAtMs < RESULT_MS
  if (category === 'support') return isChatOpen() || location.pathname === PATHS.chat
  return calledWithin(OWN_CALL_MS, OWN_CALLS[link] ?? [])
}
