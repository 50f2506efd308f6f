import type { DepositState } from '@tickmark/core/wallet/deposits'
import type { Deposit } from './deposits/depositStore.ts'

declare module '../module/events.ts' {
  interface EventMap {
    /** Users' deposits changed their state, forward or back. */
    deposits_changed: { deposits: readonly { userId: number; id: string; state: DepositState }[] }
    /** Emitted while users' deposits are credited, before the book is locked. */
    deposits_credited: { deposits: readonly Deposit[]; network: string; atMs: number }
  }
}
