import type { Pauses } from '@tickmark/core/limits/pauses'
import type { Amount } from '@tickmark/core/money/money'
import type { Db, Reader, Tx } from '../db/pool.ts'
import type { Redrawing } from '../media/redrawing.ts'
import type { Runtime } from '../module/runtime.ts'
import type { VaultKeys } from '../platform/vault.ts'
import type { LoanApplication } from './application.ts'

/** Ends of a user's break and self-exclusion, ms since 1970; 0 for none. */
/** What this module needs from others. */
export interface LoanPorts {
  redrawing: Pick<Redrawing, 'redraw' | 'isOneColour'>
  pausesOf(reader: Reader, userId: number): Promise<Pauses>
  /** Whether new applications are accepted. */
  isOpen: boolean
  /** Whether some operator may review now. Until one may, the sandbox's simulated reviewer reviews. */
  isStaffed(): Promise<boolean>
}

export interface LoanDeps extends LoanPorts, Pick<Runtime, 'clock' | 'log' | 'events'> {
  db: Db
  vault: VaultKeys
  /** Pays out an approved application and writes its schedule; false when the lending pool has less. */
  lend(tx: Tx, application: LoanApplication): Promise<boolean>
  /** The lending pool's balance. */
  pool(reader: Reader): Promise<Amount>
  /** Number of paid instalments by application; an application without any may be absent. */
  paid(reader: Reader, applications: readonly string[]): Promise<ReadonlyMap<string, number>>
}
