import type { LogStep } from '@tickmark/wire/schemas/market'
import type { KeptAgreement } from './compareHeads.ts'
import type { HeadStore } from './headStore.ts'
import type { LogHouse } from './logHouse.ts'
import type { SideAlarm, WatchState } from './watchState.ts'

export interface WatchPorts {
  store: HeadStore
  house: LogHouse
  /**
   * The device's time, ms since 1970, immune to clock changes (`steadyClock`): the house's own time could hide how
   * long something has been wrong.
   */
  nowMs(): number
  /** False while the device is offline: silence is then not the house's fault. */
  isOnline(): boolean
  show(state: WatchState): void
}

/** Watches one house's log. Operations run in the order of their calls. */
export interface LogWatch {
  /** A head from the socket. */
  step(step: LogStep): Promise<void>
  /** Compares with the house's newest head: at the start, and after an absence. */
  catchUp(): Promise<void>
  /**
   * Call this every `PACE_MS`: asks the house when no head came, and while awake measures the time without a proved
   * one.
   */
  look(isAwake: boolean): void
  /** Stores the newest head now. */
  keep(): Promise<void>
  /**
   * Compares a signed head, such as a receipt's, with the kept ones. Two contradictory heads raise an alarm; a head
   * of another log or key only differs, because no kept key has signed it.
   */
  compare(note: string): Promise<KeptAgreement>
  /** Shows or clears an alarm about something beside the log's heads. */
  tell(what: SideAlarm, isSo: boolean): void
}
