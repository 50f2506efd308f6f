import { go } from '../navigation/navigate.ts'
import { followSession } from '../session/session.ts'
import { kept } from '@tickmark/client/storage.ts'

/** How long the first screen has network and processor to itself: the worker then fetches every file of the page. */
const AFTER_MS = 1_500

/** Registers the service worker, which opens the page offline, and navigates to the link of a pressed notification. */
export function startWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener(
    'message',
    ({ data }: MessageEvent<{ type?: unknown; path?: unknown }>) => {
      if (data?.type === 'OPEN' && typeof data.path === 'string') go(data.path)
    },
  )
  setTimeout(() => {
    void navigator.serviceWorker.register('/sw.js').catch(() => {})
    settlePush()
    followSession(settlePush)
  }, AFTER_MS)
}

/** Push messages in this browser belong to its current user: stops them when the user changes. */
function settlePush(): void {
  if (kept('push')) void import('../browser/push.ts').then((push) => push.settlePush()).catch(() => {})
}
