import type { NewMessage } from '@tickmark/wire/messages/text'
import type { Language } from '@tickmark/wire/languages'
import type { UserEvent } from '@tickmark/wire/live/socket'
import type { Clock } from '../platform/clock.ts'
import type { Database, Reader, Tx } from '../db/pool.ts'
import type { Log } from '../platform/log.ts'
import type { VapidKey } from './vapid.ts'

/** Writes messages in the transaction of their cause; see `createNotify`. */
export type Notify = (tx: Tx, messages: NewMessage | readonly NewMessage[]) => Promise<void>

/** What messages need from the rooms beside them. */
export interface MessagesDeps {
  database: Database
  clock: Clock
  log: Log
  /** The languages that users have chosen; one who is not in it reads English. */
  languagesOf(reader: Reader, userIds: readonly number[]): Promise<ReadonlyMap<number, Language>>
  /** Tells a user's open pages; nobody listening is no error. */
  publish(userId: number, event: UserEvent): void
  /** Whether a page of the user's is open. */
  hears(userId: number): boolean
  vapid: VapidKey
  /** Whom push services may turn to about us: a `mailto:` or `https:` address. */
  contact(): string
  /** Origins of push services beside the known ones; they may be on a private network. */
  pushHosts: readonly string[]
}
