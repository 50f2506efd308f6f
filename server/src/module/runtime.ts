import type { UserEvent } from '@tickmark/wire/live/socket'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../db/pool.ts'
import type { SiteOrigin } from '../http/calls/site.ts'
import type { Keys } from '../platform/keys.ts'
import type { Log } from '../platform/log.ts'
import type { Events } from './events.ts'

/** Shared by every module. Settings of a single module are ports of that module. */
export interface Runtime {
  mode: 'sandbox' | 'live'
  /** Before `onListen` without the port, when the system chooses one. */
  site: SiteOrigin
  /** The console's: `site` itself where the console has no address of its own. */
  consoleSite: SiteOrigin
  clock: Clock
  log: Log
  keys: Keys
  /** With all migrations applied. */
  database: Database
  events: Events
  live: LivePages
}

/** The open pages of users. */
export interface LivePages {
  /** Sends an event to a user's open pages; without an open page it does nothing. */
  publish(userId: number, event: UserEvent): void
  hasOpenPage(userId: number): boolean
}
