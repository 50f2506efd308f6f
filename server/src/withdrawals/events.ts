import type { Amount } from '@tickmark/core/money/money'
import type { Withdrawal } from './withdrawal/withdrawal.ts'

interface WithdrawalStep {
  withdrawal: Pick<Withdrawal, 'userId' | 'id' | 'amount' | 'currencyId'>
  /** The name of the network. */
  network: string
  atMs: number
}

declare module '../module/events.ts' {
  interface EventMap {
    /** A withdrawal changed its state; `isMoney` when its owner's balance changed too. */
    withdrawal_changed: { userId: number; id: string; isMoney: boolean }
    withdrawal_sent: WithdrawalStep
    withdrawal_final: WithdrawalStep
    /** A withdrawal's money is free again, but its owner did not cancel it. */
    withdrawal_returned: WithdrawalStep
    /** The chain refused a payment. The amount is free again; `fee` paid for the gas. */
    withdrawal_reverted: WithdrawalStep & { fee: Amount }
    hold_begun: { userId: number; caseId: string; untilMs: number; atMs: number }
    address_added: { userId: number; entryId: string; address: string; atMs: number }
    authenticator_off: { userId: number; atMs: number }
    /** The authenticator turns off by itself at `untilMs`. */
    authenticator_reset: { userId: number; untilMs: number; atMs: number }
  }
}
