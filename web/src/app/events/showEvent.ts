import type { RouteName } from '@tickmark/wire/routes/all'
import type { UserEvent } from '@tickmark/wire/live/socket'
import { PATHS } from '../../navigation/hrefs.ts'
import { calledWithin } from '../../api/api.ts'
import { t } from '../../i18n/i18n.ts'
import { isChatOpen } from '../../session/openSheets.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { showSettled } from './showSettled.ts'

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

let settledAtMs = 0

/** Shows an event of the user; `wasSignedIn` is whether the page still had a session when it came. */
export function showEvent(event: UserEvent, wasSignedIn: boolean): void {
  // When the page itself ended the session (sign-out, wallet change), it has already said so.
  if (event.event === 'session_ended' && wasSignedIn) toast(t('shell:sessionEnded'))
  if (event.event === 'order_settled') {
    settledAtMs = Date.now()
    void showSettled(event)
  }
  if (event.event === 'message_written' && !isSaidAlready(event)) {
    toast(event.title, event.link ? { href: event.link } : {})
  }
}

/**
 * Whether the user muted the message or already sees its content: an order's result, an answer in the open chat, or the
 * result of his own call.
 */
function isSaidAlready({ category, link, muted }: Written): boolean {
  if (muted) return true
  if (category === 'orders') return Date.now() - settledAtMs < RESULT_MS
  if (category === 'support') return isChatOpen() || location.pathname === PATHS.chat
  return calledWithin(OWN_CALL_MS, OWN_CALLS[link] ?? [])
}
