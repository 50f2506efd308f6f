import type { Amount } from '@tickmark/core/money/money'
import type { Ending, Why } from './application.ts'

declare module '../module/events.ts' {
  interface EventMap {
    loan_submitted: { userId: number; id: string; amount: Amount; atMs: number }
    /** An application ended without a loan. */
    loan_ended: {
      userId: number
      id: string
      amount: Amount
      ending: Ending
      why: Why | null
      atMs: number
    }
  }
}
