import type { Amount } from '@tickmark/core/money/money'
import type { Db, Reader, Tx } from '../db/pool.ts'
import type { Redrawing } from '../media/redrawing.ts'
import type { Runtime } from '../module/runtime.ts'
import type { VaultKeys } from '../platform/vault.ts'
import type { LoanApplication } from './application.ts'

/** Ends of a user's break and self-exclusion, ms since 1970; 0 for none. */
interface Pauses {
  breakUntilMs: number
  excludedUntilMs: number
}

/** What this module needs of others. */
export interface LoanPorts {
  redrawing: Pick<Redrawing, 'redraw' | 'isOneColour'>
  pausesOf(reader: Reader, userId: number): Promise<Pauses>
  /** Whether new applications are taken at all. */
  isOpen: boolean
  /** Whether some operator may review now; else the sandbox's simulated reviewer does, until there is one. */
  isStaffed(): Promise<boolean>
}

export interface LoanDeps extends LoanPorts, Pick<Runtime, 'clock' | 'log' | 'events'> {
  db: Db
  vault: VaultKeys
  /** Pays out an approved application and writes its schedule; false when the lending pool has less. */
  lend(tx: Tx, application: LoanApplication, atMs: number): Promise<boolean>
  /** What the lending pool has. */
  pool(reader: Reader): Promise<Amount>
  /** Paid instalments by application; one without any may be absent. */
  paid(reader: Reader, applications: readonly string[]): Promise<ReadonlyMap<string, number>>
}
