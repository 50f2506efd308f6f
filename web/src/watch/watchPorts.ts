import type { LogStep } from '@tickmark/wire/schemas/market'
import type { KeptAgreement } from './compareHeads.ts'
import type { HeadStore } from './headStore.ts'
import type { LogHouse } from './logHouse.ts'
import type { SideAlarm, WatchState } from './watchState.ts'

export interface WatchPorts {
  store: HeadStore
  house: LogHouse
  /** The device's time, ms since 1970, that no step moves (`steadyClock`): the house's own could hide how long something has been wrong. */
  nowMs(): number
  /** False while the device itself has no network: the house is not to blame for silence then. */
  isOnline(): boolean
  show(state: WatchState): void
}

/** Watches one house's log. Everything runs in the order in which it was asked for. */
export interface LogWatch {
  /** A head from the socket. */
  step(step: LogStep): Promise<void>
  /** Compares with the house's newest head: at the start, and after an absence. */
  catchUp(): Promise<void>
  /** Runs every `PACE_MS`: asks the house when no head came, and counts the time without a proved one while awake. */
  look(isAwake: boolean): void
  /** Stores the newest head now. */
  keep(): Promise<void>
  /**
   * Compares a signed head, such as a receipt's, with the kept ones. Two heads that no log can have are an alarm; a head of
   * another log or key only differs, as no kept key has signed it.
   */
  compare(note: string): Promise<KeptAgreement>
  /** Shows or takes back what was found beside the log's heads. */
  tell(what: SideAlarm, isSo: boolean): void
}
