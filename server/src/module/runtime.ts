import type { UserEvent } from '@tickmark/wire/live/socket'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../db/pool.ts'
import type { SiteOrigin } from '../http/calls/site.ts'
import type { Keys } from '../platform/keys.ts'
import type { Log } from '../platform/log.ts'
import type { Events } from './events.ts'

/** What every module stands on. Settings of one module alone are ports of that module. */
export interface Runtime {
  mode: 'sandbox' | 'live'
  /** Before `onListen` without the port, when the system chooses one. */
  site: SiteOrigin
  clock: Clock
  log: Log
  keys: Keys
  /** With all tables up to date. */
  database: Database
  events: Events
  live: LivePages
}

/** The open pages of users. */
export interface LivePages {
  /** Tells a user's open pages; nobody listening is no error. */
  publish(userId: number, event: UserEvent): void
  hasOpenPage(userId: number): boolean
}
