import type { Role } from '@tickmark/wire/roles'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { ProposalKind } from '../../module/proposals.ts'
import { PROPOSAL_LIFE_MS, type StoredProposal } from './proposalStore.ts'
import { proposalView } from './proposalViews.ts'

const NOW = 1_800_000_000_000
const REST = { effect: () => Promise.resolve([]), execute: () => Promise.resolve() }
const kinds = new Map<string, ProposalKind>([
  [
    'coffee.hire',
    {
      kind: 'coffee.hire',
      may: 'manageOperators',
      payload: z.strictObject({ who: z.string() }),
      about: (payload) => (payload as { who: string }).who,
      ...REST,
    },
  ],
  ['coffee.buy', { kind: 'coffee.buy', may: 'moveTreasury', payload: z.strictObject({}), ...REST }],
])
const NAMES = new Map([
  ['ann', 'Ann'],
  ['ben', 'Ben'],
])

const asked: StoredProposal = {
  id: '1',
  kind: 'coffee.hire',
  payload: '{"who":"cem"}',
  payloadHash: '00',
  reason: 'as agreed',
  askedBy: 'ann',
  askedAtMs: NOW,
  expiresAtMs: NOW + PROPOSAL_LIFE_MS,
  decision: null,
}
const approved = { by: 'ben', what: 'approved', reason: null, atMs: NOW + 7 } as const

/** The proposal as an operator sees it, so long after it was made. */
function seenBy(
  address: string,
  role: Role,
  { afterMs = 0, ...more }: Partial<StoredProposal> & { afterMs?: number } = {},
) {
  const operator = { address, name: address, roles: [role] }
  const viewer = { operator, language: 'english', nowMs: NOW + afterMs } as const
  return proposalView({ database: {} as never, kinds }, { ...asked, ...more }, NAMES, viewer)
}

test.each<
  [who: string, role: Role, given: Parameters<typeof seenBy>[2], state: string, may: boolean, about: boolean]
>([
  ['ben', 'admin', {}, 'open', true, false],
  ['ben', 'admin', { afterMs: PROPOSAL_LIFE_MS - 1 }, 'open', true, false],
  ['ben', 'admin', { afterMs: PROPOSAL_LIFE_MS }, 'expired', false, false],
  ['ben', 'treasurer', {}, 'open', false, false],
  ['ben', 'treasurer', { kind: 'coffee.buy', payload: '{}' }, 'open', true, false],
  ['ann', 'admin', {}, 'open', false, false],
  ['cem', 'admin', {}, 'open', false, true],
  ['cem', 'admin', { kind: 'coffee.buy', payload: '{}' }, 'open', true, false],
  ['dan', 'admin', { decision: approved }, 'approved', false, false],
  ['dan', 'admin', { decision: { ...approved, what: 'refused' } }, 'refused', false, false],
  ['ben', 'admin', { kind: 'coffee.gone' }, 'open', false, false],
])('to %s, %s, a proposal %o is %s: may approve %s, is about the reader %s', (who, role, given, ...seen) => {
  const { state, mayApprove, isAboutReader } = seenBy(who, role, given)
  expect([state, mayApprove, isAboutReader]).toEqual(seen)
})

test('a decision is shown with who decided, and a proposal without one names nobody', () => {
  const refused = { ...approved, what: 'refused', reason: 'not now' } as const
  expect(seenBy('dan', 'viewer', { decision: refused })).toMatchObject({
    askedBy: 'ann',
    askedByName: 'Ann',
    askedAt: NOW,
    expiresAt: NOW + PROPOSAL_LIFE_MS,
    decidedBy: 'ben',
    decidedByName: 'Ben',
    decidedAt: NOW + 7,
    decisionReason: 'not now',
  })
  const open = { decidedBy: null, decidedByName: null, decidedAt: null, decisionReason: null }
  expect(seenBy('dan', 'viewer')).toMatchObject(open)
  expect(seenBy('dan', 'viewer', { askedBy: 'eve' }).askedByName).toBe('')
})
