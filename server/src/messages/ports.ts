import type { Language } from '@tickmark/texts/languages'
import type { Reader } from '../db/pool.ts'
import type { Runtime } from '../module/runtime.ts'
import type { VapidKey } from './vapid.ts'

/** What messages need of the runtime and of other modules. */
export interface MessagesDeps extends Pick<Runtime, 'database' | 'clock' | 'log' | 'events' | 'live'> {
  /** Languages that users have chosen; users who are missing read English. */
  languagesOf(reader: Reader, userIds: readonly number[]): Promise<ReadonlyMap<number, Language>>
  vapid: VapidKey
  /** Contact address for push services: `mailto:` or `https:`. */
  contact(): string
  /** Origins of push services in addition to the known ones; they may be on a private network. */
  pushHosts: readonly string[]
}
