import { go } from '../navigation/navigate.ts'
import { followSession } from '../session/session.ts'
import { kept } from '../state/storage.ts'

/** The first screen has the network and the processor to itself for this long: the worker fetches every file of the page. */
const AFTER_MS = 1_500

/** Registers the worker that opens the page without a network, and goes where a pressed notification leads. */
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

/** What is pushed to this browser is for who is here, and for nobody who comes after. */
function settlePush(): void {
  if (kept('push')) void import('../browser/push.ts').then((push) => push.settlePush()).catch(() => {})
}
