import { EVENT_FRAME, SUBSCRIPTION } from '@tickmark/wire/live/socket'
import { logSubscription, takeLogStep } from './logFeed.ts'
import { startKeptFeeds, takeFrame } from './marketFeed.ts'
import { subscriptions } from './wantedFeeds.ts'
import { refreshAfterGap, refreshOnEvent } from './refreshOnEvent.ts'
import { frameIn, startSocket } from './socket.ts'
import { tellUserEvent } from './userEvents.ts'

/** Takes the prices that the document carries, and opens the socket; the app calls this once. */
export function startLive(): void {
  const first = frameIn(document.getElementById('root')?.dataset['frame'] ?? '')
  if (first) takeFrame(first, true)
  startSocket(() => [...subscriptions(), ...logSubscription()], {
    onFrame(frame) {
      if (frame.type === SUBSCRIPTION.log) return takeLogStep(frame.data)
      if (frame.type !== EVENT_FRAME) return takeFrame(frame)
      tellUserEvent(frame.data)
      refreshOnEvent(frame.data)
    },
    onGap: refreshAfterGap,
  })
  startKeptFeeds()
}
