import type { Deposit, DepositState } from './deposits/depositStore.ts'

declare module '../module/events.ts' {
  interface EventMap {
    /** Users' deposits went a step further, or back. */
    deposits_changed: { deposits: readonly { userId: number; id: string; state: DepositState }[] }
    /** Users' deposits are being credited, before the book is locked. */
    deposits_credited: { deposits: readonly Deposit[]; network: string; atMs: number }
  }
}
