import { t } from '../i18n.ts'
import { formatOf } from '../i18n/format.ts'
import { isWatched, onUserEvent } from '../live.ts'
import { isSignedIn, sessionNow } from '../session/session.ts'
import { toast } from '../ui/toast.ts'

/** Says in a toast what an order came to, unless its result is on screen; gives the way to stop. */
export function sayWhatSettled(): () => void {
  return onUserEvent((event) => {
    // One that was ended here, by signing out or by the wallet, has been spoken of already.
    if (event.event === 'session_ended') return isSignedIn() ? toast(t('shell:sessionEnded')) : undefined
    if (event.event !== 'order_settled' || event.book !== sessionNow().book) return
    const { order } = event
    if (!order.outcome || isWatched(order.orderId)) return
    // "Lost 25.00": the word says the sign already.
    const profit = order.outcome === 'lost' ? order.profit.replace('-', '') : order.profit
    const amount = formatOf(sessionNow().language).figure(profit, { sign: order.outcome !== 'lost' })
    const facts = { pair: order.ptitle, amount, currency: order.currcyName }
    toast(t(`shell:settled.${order.outcome}`, facts), { tone: order.outcome === 'won' ? 'good' : 'plain' })
  })
}
