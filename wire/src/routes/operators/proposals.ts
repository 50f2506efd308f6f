import * as z from 'zod/mini'
import { route } from '../../call.ts'
import { uuid, whole } from '../../fields.ts'
import { cursor, effectLine, proposalItem, reason } from '../../schemas/console.ts'

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const one = z.object({ proposal: proposalItem })
const action = { who: 'operator', may: 'see', method: 'POST' } as const
const DECIDED = ['proposal_unknown', 'proposal_decided', 'proposal_expired', 'role_missing'] as const

/** Reasons why a proposal cannot be carried out. */
const CANNOT = [
  'chain_unknown',
  'chain_not_halted',
  'currency_unknown',
  'amount_invalid',
  'amount_too_precise',
  'treasury_same_account',
  'treasury_account_unknown',
  'treasury_short',
  'treasury_needed',
  'rules_margin',
  'rules_chances',
  'rules_durations',
  'rules_stakes',
  'rules_unchanged',
  'rules_stale',
  'engine_limits_invalid',
  'hosting_product_invalid',
  'proposal_stale',
  'loan_unknown',
  'loan_decided',
  'loan_own',
  'loan_not_viewed',
  'on_break',
  'excluded',
  'loan_pool_short',
] as const

/** Actions that take two operators. Each kind defines who may propose it and who may decide on it. */
export const operatorProposalRoutes = {
  consolePropose: route({
    ...action,
    freshFactor: true,
    path: '/api/console/proposals/ask',
    summary:
      'Asks for an action that takes two operators; another one approves it within an hour. The same key again gives the same proposal.',
    refreshes: ['consoleProposals'],
    input: z.object({
      kind: z.string().check(z.regex(/^[a-z]+(\.[a-zA-Z]+)+$/), z.maxLength(60)),
      /** Exactly the fields of its kind. */
      payload: z.record(z.string(), z.unknown()),
      reason,
      key: uuid,
    }),
    reply: z.object({ proposal: proposalItem, effect: z.array(effectLine) }),
    refusals: [
      'proposal_kind_unknown',
      'proposal_invalid',
      'proposals_full',
      'key_reused',
      'role_missing',
      ...CANNOT,
    ],
  }),
  consoleProposals: route({
    method: 'GET',
    path: '/api/console/proposals',
    summary: 'Proposals, the newest first.',
    who: 'operator',
    may: 'see',
    input: z.object({
      state: z.optional(z.enum(['open', 'approved', 'refused', 'withdrawn', 'expired'])),
      kind: z.optional(z.string().check(z.maxLength(60))),
      before: z.optional(cursor),
      limit: z._default(whole(1, 200), 50),
    }),
    reply: z.object({
      list: z.array(proposalItem),
      next: z.nullable(z.string()),
      /** Open ones that the operator may approve. */
      waiting: z.int(),
    }),
  }),
  consoleProposal: route({
    method: 'GET',
    path: '/api/console/proposal',
    summary: 'A proposal with what it would do, read now.',
    who: 'operator',
    may: 'see',
    input: z.object({ id: uuid }),
    reply: z.object({
      proposal: proposalItem,
      /** Empty after the decision, and when it cannot be carried out. */
      effect: z.array(effectLine),
      /** Why it cannot be carried out now, in the caller's language; null when it can, and after the decision. */
      obstacle: z.nullable(z.object({ code: z.string(), text: z.string() })),
    }),
    refusals: ['proposal_unknown'],
  }),
  consoleApprove: route({
    ...action,
    freshFactor: true,
    path: '/api/console/proposals/approve',
    summary: 'Approves another operator’s proposal, named with the hash of its payload, and does it.',
    refreshes: ['consoleProposals', 'consoleProposal'],
    input: z.object({ id: uuid, payloadHash: hash }),
    reply: one,
    refusals: [
      ...DECIDED,
      'proposal_own',
      'operator_own',
      'same_hand',
      'proposal_changed',
      'proposal_asker_lost',
      ...CANNOT,
    ],
  }),
  consoleRefuse: route({
    ...action,
    freshFactor: true,
    path: '/api/console/proposals/refuse',
    summary: 'Refuses a proposal; the operator who asked withdraws it so.',
    refreshes: ['consoleProposals', 'consoleProposal'],
    input: z.object({ id: uuid, reason }),
    reply: one,
    refusals: [...DECIDED, 'operator_own'],
  }),
}
