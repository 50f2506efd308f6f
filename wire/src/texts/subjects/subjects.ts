import * as z from 'zod/mini'
import { TRANSFER_STEPS } from '../../transferSteps.ts'

/** Words in the receipt of a conversation: kinds, accounts, directions, outcomes and states. */
export const SUBJECT_WORDS = [
  'deposit',
  'withdrawal',
  'swap',
  'loan',
  'loan_under_review',
  'loan_active',
  'loan_rejected',
  'loan_complete',
  'hosting',
  'hosting_running',
  'hosting_expired',
  'hosting_exited',
  'real',
  'simulated',
  'up',
  'down',
  'open',
  'won',
  'lost',
  'tied',
  'void',
  'closed',
  ...TRANSFER_STEPS,
] as const
export type SubjectWord = (typeof SUBJECT_WORDS)[number]

/** The lines that the receipt of a conversation may have. */
export const SUBJECT_LINES = [
  'number',
  'account',
  'state',
  'pair',
  'condition',
  'duration',
  'stake',
  'fee',
  'profit',
  'net',
  'placed',
  'due',
  'entry',
  'settlement',
  'closedFor',
  'ticket',
  'amount',
  'network',
  'depositAddress',
  'destination',
  'networkFee',
  'networkFeeCap',
  'transaction',
  'block',
  'seen',
  'credited',
  'requested',
  'moved',
  'given',
  'received',
  'givenRate',
  'receivedRate',
  'time',
  'instalments',
  'hostingDays',
  'hostingYield',
  'hostingExpiry',
] as const

/** One value of a conversation's subject, stored as a fact so that readers see it in their own language. */
const value = z.union([
  /** The same in every language: an amount with its currency, an address, a name. */
  z.strictObject({ text: z.string() }),
  z.strictObject({ word: z.enum(SUBJECT_WORDS) }),
  z.strictObject({ seconds: z.int() }),
  /** The winning condition; the distance from the entry price in millionths. */
  z.strictObject({ range: z.enum(['up', 'down']), barrierPpm: z.int() }),
  /** Ms since 1970, shown in UTC. */
  z.strictObject({ atMs: z.int() }),
])
export type SubjectValue = z.output<typeof value>

/** The facts of a conversation's subject: its name as a few values, and the lines of its receipt. */
export const subjectFacts = z.strictObject({
  about: z.array(value),
  lines: z.array(z.strictObject({ name: z.enum(SUBJECT_LINES), value })),
})
export type SubjectFacts = z.output<typeof subjectFacts>
