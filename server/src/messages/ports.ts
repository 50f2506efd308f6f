import type { Language } from '@tickmark/texts/languages'
import type { Reader } from '../db/pool.ts'
import type { Runtime } from '../module/runtime.ts'
import type { VapidKey } from './vapid.ts'

/** What messages stand on, and what they need of other modules. */
export interface MessagesDeps extends Pick<Runtime, 'database' | 'clock' | 'log' | 'events' | 'live'> {
  /** The languages that users have chosen; one who is not in it reads English. */
  languagesOf(reader: Reader, userIds: readonly number[]): Promise<ReadonlyMap<number, Language>>
  vapid: VapidKey
  /** Whom push services may turn to about us: a `mailto:` or `https:` address. */
  contact(): string
  /** Origins of push services beside the known ones; they may be on a private network. */
  pushHosts: readonly string[]
}
