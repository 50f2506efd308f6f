import { WITHDRAWAL_STATES, type WithdrawalState } from '@tickmark/core/wallet/withdrawals'
import * as z from 'zod/mini'
import { route } from '../../call.ts'
import { decimal, uuid, whole } from '../../fields.ts'
import { keyset } from './people.ts'

/** The only reasons for which two operators may reject a withdrawal above the user’s own sum. */
export const REJECTION_REASONS = [
  'account_takeover',
  'legal_order',
  'owner_asked',
  'sanctioned_address',
] as const
/** The only reasons for which two operators may hold all withdrawals of a user. */
export const HOLD_REASONS = ['account_takeover', 'legal_order', 'owner_asked'] as const

const seen = { who: 'operator', may: 'seeUsers', method: 'GET' } as const
const decided = { who: 'operator', may: 'decideWithdrawals', method: 'POST', freshFactor: true } as const
const userId = whole(1, Number.MAX_SAFE_INTEGER)
const begin = z.string().check(z.trim(), z.regex(/^[0-9A-Za-z]{3,128}$/))
const stateName = z.enum(Object.keys(WITHDRAWAL_STATES) as WithdrawalState[])
const caseId = z.string().check(z.trim(), z.regex(/^[A-Za-z0-9][A-Za-z0-9 ._#/-]{0,63}$/))

const item = z.object({
  id: uuid,
  userId: z.int(),
  /** The owner's address, who signed. */
  owner: z.string(),
  /** Code of the currency. */
  currency: z.string(),
  amount: decimal,
  feeCap: decimal,
  network: z.string(),
  destination: z.string(),
  state: stateName,
  /** Ms since 1970. */
  requestedAt: z.int(),
  /** Ms since 1970: by when the house has promised to pay it or return the money; null without a promise. */
  dueAt: z.nullable(z.int()),
  /** Whether it waits or waited for operators. */
  isAsked: z.boolean(),
  approvals: z.int(),
  rejections: z.int(),
  /** The caller's own vote; null while he has not voted. */
  ownVote: z.nullable(z.enum(['approve', 'reject'])),
  /** Ms since 1970: when it continues without any vote; null when it does not wait. */
  goesOnAt: z.nullable(z.int()),
})

const hold = z.object({
  caseId: z.string(),
  userId: z.int(),
  owner: z.string(),
  reason: z.string(),
  /** Ms since 1970: when it ends by itself. */
  until: z.int(),
  /** Whether two operators proposed it, which puts it in force. */
  isInForce: z.boolean(),
  /** The operators who proposed it, in order of time. */
  operators: z.array(z.object({ operator: z.string(), name: z.string(), at: z.int() })),
})

/**
 * Operators' calls for withdrawals. A vote cannot change an amount or an address; it only lets the owner's signed withdrawal
 * continue or not.
 */
export const operatorWithdrawalRoutes = {
  consoleWithdrawals: route({
    ...seen,
    reads: { subject: 'user', field: 'userId' },
    path: '/api/console/withdrawals',
    summary:
      'Withdrawals: those that wait for operators or are stuck, the oldest first; those neither paid nor returned by the promised time, the latest first; or all of them, the newest first.',
    input: z.object({
      ...keyset,
      view: z._default(z.enum(['waiting', 'stuck', 'overdue', 'all']), 'waiting'),
      state: z.optional(stateName),
      currencyId: z.optional(whole(1, 31)),
      /** Prefix of the owner’s address or of the paid address. */
      begins: z.optional(begin),
      userId: z.optional(userId),
    }),
    reply: z.object({ list: z.array(item), next: z.nullable(z.string()), waiting: z.int() }),
  }),
  consoleWithdrawal: route({
    ...seen,
    reads: { subject: 'withdrawal', field: 'id' },
    path: '/api/console/withdrawal',
    summary:
      'One withdrawal with what its owner signed, why operators are asked, their votes, and its payment.',
    input: z.object({ id: uuid }),
    reply: z.object({
      withdrawal: item,
      /** The signed fields by name, as the owner's wallet showed them. */
      intent: z.record(z.string(), z.string()),
      signature: z.string(),
      /**
       * Whether the owner signed exactly these fields; `contract` when his wallet is a contract, whose signature only its chain's
       * node can check.
       */
      verdict: z.enum(['valid', 'invalid', 'contract']),
      /** Signed fields that differ from the planned payment; always empty unless the database was tampered with. */
      differs: z.array(z.string()),
      /** Reason for asking operators, as of its request. */
      asked: z.nullable(
        z.object({
          why: z.enum(['own', 'everybody']),
          /** The owner's withdrawals in the 24 h before, and his limit without operators. */
          ownBefore: decimal,
          ownMost: decimal,
          /** All users' withdrawals without operators in the hour before, and their limit. */
          hourBefore: decimal,
          hourMost: decimal,
        }),
      ),
      votes: z.array(
        z.object({
          operator: z.string(),
          name: z.string(),
          approves: z.boolean(),
          reason: z.nullable(z.enum(REJECTION_REASONS)),
          at: z.int(),
        }),
      ),
      steps: z.array(z.object({ state: stateName, at: z.int() })),
      /** Ms since 1970: when its new address may be paid; null when it need not wait. */
      addressFrom: z.nullable(z.int()),
      payment: z.object({
        /** The house's transaction number on the chain; null until there is one. */
        nonce: z.nullable(z.int()),
        /** Signed transactions, the newest first; at most one of them is mined. */
        transactions: z.array(z.object({ txid: z.string(), at: z.int() })),
        txid: z.nullable(z.string()),
        block: z.nullable(z.int()),
        confirmations: z.int(),
        needed: z.int(),
        /** The owner's network fee; null until final. */
        fee: z.nullable(decimal),
        /** Why it ended without a payment; null otherwise. */
        reason: z.nullable(z.string()),
      }),
      /** The hold on the owner's withdrawals in force now. */
      hold: z.nullable(hold),
      mayVote: z.boolean(),
    }),
    refusals: ['withdrawal_unknown'],
  }),
  consoleVote: route({
    ...decided,
    path: '/api/console/withdrawal/vote',
    summary:
      'Votes on a withdrawal that asks: two operators approve or reject it, and 24 hours of silence approve it. A rejection needs one of the reasons.',
    input: z.object({ id: uuid, approves: z.boolean(), reason: z.optional(z.enum(REJECTION_REASONS)) }),
    reply: z.object({ state: stateName }),
    refusals: [
      'withdrawal_unknown',
      'vote_unasked',
      'vote_cast',
      'vote_reason',
      'vote_own',
      'same_hand',
      'role_missing',
    ],
  }),
  consoleHolds: route({
    ...seen,
    reads: { subject: 'user', field: 'userId' },
    path: '/api/console/holds',
    summary: 'Security holds that are in force or proposed, and those that ended in the last 30 days.',
    input: z.object({ userId: z.optional(userId) }),
    reply: z.object({ list: z.array(hold) }),
  }),
  consoleProposeHold: route({
    ...decided,
    path: '/api/console/hold',
    summary:
      'Proposes to hold all withdrawals of a user for at most 72 hours. It holds once a second operator proposes the same.',
    input: z.object({
      userId,
      caseId,
      reason: z.enum(HOLD_REASONS),
      /** Ms since 1970. */
      until: whole(0, 8_640_000_000_000_000),
    }),
    reply: z.object({ isInForce: z.boolean() }),
    refusals: [
      'user_unknown',
      'hold_too_long',
      'hold_lately',
      'hold_proposed',
      'hold_other_case',
      'same_hand',
      'role_missing',
    ],
  }),
}
