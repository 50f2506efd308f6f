import * as z from 'zod/mini'
import { decimal, uuid } from '../fields.ts'

export const loanPurpose = z.enum(['front', 'back', 'signature'])

/** An uploaded picture of an application; `sha256` (hex) covers its stored bytes. */
export const loanPicture = z.object({
  id: uuid,
  /** A path that only its owner can read. */
  url: z.string(),
  width: z.int(),
  height: z.int(),
  sha256: z.string(),
})

/** Whether the documents were checked: `pending` takes 24 to 48 hours. */
export const identityState = z.enum(['none', 'pending', 'verified', 'unsuccessful'])

export const loanItem = z.object({
  id: uuid,
  /** 0 under review, 1 active, 2 rejected, 3 complete. */
  state: z.int(),
  amount: decimal,
  paid: z.int(),
  instalments: z.int(),
  /** Ms since 1970. */
  createdAt: z.int(),
  /** Why it was rejected, in words; null otherwise. */
  reason: z.nullable(z.string()),
  /** Whether a reviewer asked for resubmission: the draft is kept. */
  mayResubmit: z.boolean(),
  /** Ms since 1970: when the simulated reviewer decides; null for people. */
  decidesAt: z.nullable(z.int()),
  /** Number of reviewers' views of its details and pictures. */
  viewed: z.int(),
})
export type LoanItem = z.output<typeof loanItem>

/** Status of an instalment; `late` is more than three days overdue. */
export const loanStanding = z.enum(['paid', 'ahead', 'due', 'overdue', 'late'])

export const instalmentItem = z.object({
  number: z.int(),
  amount: decimal,
  /** YYYY-MM-DD, in UTC; it can be paid until that day's end. */
  due: z.string(),
  /** 0 unpaid, 1 paid. */
  status: z.int(),
  /** Ms since 1970; null while unpaid. */
  paidAt: z.nullable(z.int()),
  standing: loanStanding,
})
