import type { UserEvent } from '@tickmark/wire/live/socket'
import { PATHS } from '../../navigation/hrefs.ts'
import { calledWithin } from '../../api/api.ts'
import { t } from '../../i18n/i18n.ts'
import { isChatOpen } from '../../session/openSheets.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { isSaidAlready, type ShownFacts } from './saidAlready.ts'
import { showSettled } from './showSettled.ts'

let settledAtMs = 0

/** Shows an event of the user; `wasSignedIn` is whether the page still had a session when it came. */
export function showEvent(event: UserEvent, wasSignedIn: boolean): void {
  // When the page itself ended the session (sign-out, wallet change), it has already said so.
  if (event.event === 'session_ended' && wasSignedIn) toast(t('shell:sessionEnded'))
  if (event.event === 'order_settled') {
    settledAtMs = Date.now()
    void showSettled(event)
  }
  if (event.event === 'message_written' && !isSaidAlready(event, factsNow())) {
    toast(event.title, event.link ? { href: event.link } : {})
  }
}

function factsNow(): ShownFacts {
  return {
    sinceResultMs: Date.now() - settledAtMs,
    isChatShown: isChatOpen() || location.pathname === PATHS.chat,
    calledWithin,
  }
}
