import type { Withdrawal } from './withdrawal/withdrawal.ts'

interface WithdrawalStep {
  withdrawal: Pick<Withdrawal, 'userId' | 'id' | 'amount' | 'currencyId'>
  /** The network's name. */
  network: string
  atMs: number
}

declare module '../module/events.ts' {
  interface EventMap {
    /** A withdrawal went a step further; `isMoney` when its owner's balance changed with it. */
    withdrawal_changed: { userId: number; id: string; isMoney: boolean }
    withdrawal_sent: WithdrawalStep
    withdrawal_final: WithdrawalStep
    /** Its money is free again, and not because its owner called it back. */
    withdrawal_returned: WithdrawalStep
    hold_begun: { userId: number; caseId: string; untilMs: number; atMs: number }
    address_added: { userId: number; entryId: string; address: string; atMs: number }
    authenticator_off: { userId: number; atMs: number }
    /** It turns off by itself at `untilMs`. */
    authenticator_reset: { userId: number; untilMs: number; atMs: number }
  }
}
