import { followLog } from '../live/logFeed.ts'
import { keep, kept } from '@tickmark/client/storage.ts'
import { connected } from '../live/socket.ts'
import { followPace } from './asking/followPace.ts'
import { steadyMs } from './deviceTime.ts'
import { followWitnesses } from './followWitnesses.ts'
import { openHeadStore } from './headStore.ts'
import { logHouse } from './logHouse.ts'
import { logGoesTo } from './lookInLog.ts'
import { PACE_MS, watchLog } from './watchLog.ts'
import type { LogWatch } from './watchPorts.ts'
import { showWatch, watchState } from './watchState.ts'

let started: LogWatch | null = null

/**
 * Watches the public log from now on; further calls return the same watch. A hidden page checks again when it is
 * shown.
 */
export function startWatch(): LogWatch {
  if (started) return started
  const watch = watchLog({
    store: openHeadStore(),
    house: logHouse,
    nowMs: steadyMs,
    isOnline: () => navigator.onLine,
    show: showWatch,
  })
  started = watch
  const pace = followPace({
    monotonicMs: () => performance.now(),
    note: () => watchState.get().note,
    tell: (isFrozen) => watch.tell('frozen', isFrozen),
  })
  followLog((step) => {
    if (document.visibilityState === 'visible') void watch.step(step).then(() => pace.took(step))
  })
  document.addEventListener('visibilitychange', () => {
    void (document.visibilityState === 'visible' ? watch.catchUp() : watch.keep())
  })
  addEventListener('pagehide', () => void watch.keep())
  /** Whether the house has shown its log over HTTP. After that, failed requests no longer hide a standstill. */
  let isReached = false
  let isAsking = false
  setInterval(() => {
    const isShown = document.visibilityState === 'visible'
    watch.look(isShown)
    pace.look(isShown && (connected.get() || (isReached && navigator.onLine)))
    // Without a socket, the house could show the same head for ever.
    if (isShown && navigator.onLine && !connected.get() && !isAsking) {
      isAsking = true
      void logGoesTo()
        .then((atMs) => {
          isReached ||= atMs !== null
          pace.goesTo(atMs)
        })
        .finally(() => (isAsking = false))
    }
  }, PACE_MS)
  followWitnesses(watch)
  void watch.catchUp()
  void keepStorage()
  return watch
}

/** Asks the browser once for persistent storage; it may decline. */
async function keepStorage(): Promise<void> {
  if (kept('storageAsked')) return
  keep('storageAsked', '1')
  try {
    await navigator.storage.persist()
  } catch {
    // Not every browser supports this.
  }
}
