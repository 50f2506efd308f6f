import { languagesOf } from '../accounts/store.ts'
import type { AlertsDeps } from '../alerts/ports.ts'
import { createWatching } from '../alerts/watchTicks.ts'
import type { Tx } from '../db/pool.ts'
import type { Ground } from '../app/openRuntime.ts'
import type { LiveHub } from '../http/live/hub.ts'
import type { Site } from '../http/calls/site.ts'
import type { Market } from '../market/market.ts'
import type { MessagesDeps, Notify } from './ports.ts'
import { createNotify } from './notify.ts'
import { createPushing } from './pushing.ts'
import { deleteSubscriptionsOf } from './pushStore.ts'
import { vapidOf, vapidScalar } from './vapid.ts'
import { createTelling } from '../orders/settling/notifyAbsent.ts'

/** What users are told: messages that the other rooms write, and their way to pages and browsers. */
export interface Inbox {
  deps: MessagesDeps
  notify: Notify
  /** Orders were settled: whoever is away is written to. */
  ordersSettled(): void
  /** A session is ended by its owner: what it let be reached is reached no more. */
  endSession(tx: Tx, sessionId: string): Promise<void>
  /** Call it when pages can reach the server. */
  start(): void
  /** Settles when all that is due now is written and sent. */
  idle(): Promise<void>
  stop(): Promise<void>
}

export function openInbox({ config, clock, log, keys, database }: Ground, site: Site, hub: LiveHub): Inbox {
  const deps: MessagesDeps = {
    database,
    clock,
    log,
    languagesOf,
    publish: hub.publish,
    hears: hub.hears,
    vapid: vapidOf(vapidScalar(keys.pepper)),
    contact: () => contactOf(site),
    pushHosts: config.pushHosts,
  }
  const pushing = createPushing(deps)
  const notify = createNotify(deps, pushing.wake)
  const telling = createTelling({ db: database.db, clock, log, hears: hub.hears, notify })
  return {
    deps,
    notify,
    ordersSettled: telling.wake,
    endSession: deleteSubscriptionsOf,
    start() {
      telling.start()
      pushing.start()
    },
    async idle() {
      await telling.idle()
      await pushing.idle()
    },
    async stop() {
      await telling.stop()
      await pushing.stop()
    },
  }
}

/** Price alerts, bound to the market's ticks: call it before the market starts. */
export function openAlerts({ database }: Ground, market: Market, notify: Notify): AlertsDeps {
  const deps: AlertsDeps = { database, market, notify }
  market.onTick(createWatching(deps))
  return deps
}

/** Push services want a way to reach us; a sandbox without https has no better one. */
function contactOf({ publicUrl }: Site): string {
  return publicUrl.startsWith('https:') ? publicUrl : `mailto:push@${new URL(publicUrl).hostname}`
}
