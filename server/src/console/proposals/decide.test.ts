import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createTestDatabase, type TestDatabase } from '../../db/database.testing.ts'
import { Refused } from '../../http/calls/refused.ts'
import type { ProposalKind } from '../../module/proposals.ts'
import { addOperators, APPROVER, ASKER } from '../../operators/approved.testing.ts'
import { SUSPENDED_MS } from '../../operators/presentStore.ts'
import { approve, refuseProposal } from './decide.ts'
import { PROPOSAL_LIFE_MS } from './proposalStore.ts'
import { showProposals } from './proposalViews.ts'
import { propose } from './propose.ts'

const NOW = 1_800_000_000_000

let made: TestDatabase
beforeAll(async () => {
  made = await createTestDatabase()
  await addOperators(made.database.db, [ASKER, APPROVER])
})
afterAll(() => made.close())

/** What a kind did, in order. */
let seen: string[] = []
type Toy = ProposalKind<{ cups: number }>
const toy = (kind: string, more: Partial<Toy> = {}): [string, Toy] => [
  kind,
  {
    kind,
    may: 'moveTreasury',
    payload: z.strictObject({ cups: z.number() }),
    effect: () => Promise.resolve([]),
    execute: (_tx, { cups }) => Promise.resolve(void seen.push(`brewed ${cups}`)),
    after: ({ cups }) => void seen.push(`told of ${cups}`),
    ...more,
  },
]
const kinds = new Map<string, Toy>([
  toy('coffee.brew'),
  toy('coffee.spill', {
    // Written, and refused by the database at the commit.
    execute: (tx, _, { proposalId, askedBy, approvedBy }) =>
      sql`insert into rules_version values (1, ${proposalId}, '{}', ${askedBy}, ${approvedBy}, 1)`
        .execute(tx)
        .then(() => {}),
  }),
  toy('coffee.roast', {
    demands: (_tx, _payload, operator) =>
      operator === APPROVER ? Promise.reject(new Refused('loan_own')) : Promise.resolve(),
  }),
])

const operator = (address: string) => ({ address, name: address, roles: ['treasurer'] as const })
const deps = () => ({ database: made.database, kinds: kinds as ReadonlyMap<string, ProposalKind> })
const given = { kind: 'coffee.brew', payload: { cups: 2 }, reason: 'as agreed' }
const codeOf = (thrown: unknown) => {
  if (thrown instanceof Refused) return thrown.code
  throw thrown
}
const ask = async (more: object = {}, atMs = NOW) => {
  const asked = { ...given, key: randomUUID(), ...more }
  return (await propose(deps(), operator(ASKER), asked, atMs)).proposal
}
const approved = (of: { id: string; payloadHash: string }, atMs = NOW) =>
  approve(deps(), operator(APPROVER), of, atMs).then(({ decision }) => decision?.what, codeOf)

test('a proposal is approved within its hour and exactly as it was shown, and is told of after the commit', async () => {
  const asked = await ask()
  const other = await ask({ payload: { cups: 3 } })
  seen = []
  expect(await approved(asked, NOW - 1)).toBe('proposal_expired')
  expect(await approved({ ...asked, payloadHash: other.payloadHash })).toBe('proposal_changed')
  expect(await approved(asked, NOW + PROPOSAL_LIFE_MS)).toBe('proposal_expired')
  expect(seen).toEqual([])
  expect(await approved(asked, NOW + PROPOSAL_LIFE_MS - 1)).toBe('approved')
  expect(seen).toEqual(['brewed 2', 'told of 2'])
  expect(await approved(await ask({}, NOW), NOW)).toBe('approved')
})

test('an approval that fails to commit notifies nobody, and the proposal stays open', async () => {
  const asked = await ask({ kind: 'coffee.spill' })
  seen = []
  await expect(approved(asked)).rejects.toThrow('rules are changed by two operators')
  await expect(approved(asked)).rejects.toThrow('rules are changed by two operators')
  expect(seen).toEqual([])
})

test('a kind’s demands hold for who approves as for who proposes', async () => {
  expect(await approved(await ask({ kind: 'coffee.roast' }))).toBe('loan_own')
  const own = propose(deps(), operator(APPROVER), { ...given, kind: 'coffee.roast', key: randomUUID() }, NOW)
  expect(await own.then(() => 'proposed', codeOf)).toBe('loan_own')
})

test.each([
  ['kind', { kind: 'coffee.spill' }],
  ['payload', { payload: { cups: 3 } }],
  ['reason', { reason: 'as agreed before' }],
])('a key stands for one proposal: another %s under it is refused', async (_what, other) => {
  const key = randomUUID()
  const first = await ask({ key })
  expect(await ask({ key })).toEqual(first)
  expect(await ask({ key, ...other }).catch(codeOf)).toBe('key_reused')
})

test('a proposal takes up room until its hour is over, to the millisecond', async () => {
  const room = async (atMs: number) => (await ask({}, atMs).catch(codeOf)) !== 'proposals_full'
  const later = NOW + 10 * PROPOSAL_LIFE_MS
  const open: boolean[] = []
  for (let n = 0; n < 21; n++) open.push(await room(later))
  expect(open.filter(Boolean)).toHaveLength(20)
  expect(await room(later + PROPOSAL_LIFE_MS - 1)).toBe(false)
  expect(await room(later + PROPOSAL_LIFE_MS)).toBe(true)
})

test('proposals are shown in pages, and the last page names no next one', async () => {
  const atMs = NOW + 20 * PROPOSAL_LIFE_MS
  const asked: string[] = []
  for (let n = 0; n < 4; n++) asked.unshift((await ask({ kind: 'coffee.spill' }, atMs + n)).id)
  const viewer = { operator: operator(APPROVER), language: 'english', nowMs: atMs + 5 } as const
  const only = { state: 'open', kind: 'coffee.spill', limit: 2 } as const
  const first = await showProposals(deps(), only, viewer)
  const last = await showProposals(deps(), { ...only, before: first.next ?? '' }, viewer)
  expect([...first.list, ...last.list].map(({ id }) => id)).toEqual(asked)
  expect([first.next === null, last.next]).toEqual([false, null])
  // They wait for whoever may approve them, and not for who asked.
  const own = await showProposals(deps(), only, { ...viewer, operator: operator(ASKER) })
  expect([first.waiting, own.waiting]).toEqual([4, 0])
})

test('an admin suspended while a decision was under way decides nothing, to the end of the suspension', async () => {
  const suspendedMs = NOW + 30 * PROPOSAL_LIFE_MS
  await sql`update operator set suspended_by = ${ASKER}, suspended_ms = ${suspendedMs} where address = ${APPROVER}`.execute(
    made.database.db,
  )
  const endMs = suspendedMs + SUSPENDED_MS
  const refused = ({ id }: { id: string }, atMs: number) =>
    refuseProposal(deps(), operator(APPROVER), { id, reason: 'not as agreed' }, atMs).then(
      ({ decision }) => decision?.what,
      codeOf,
    )
  const [one, other] = [await ask({}, endMs - 1), await ask({}, endMs - 1)]
  // The decision may have begun a moment before.
  for (const atMs of [suspendedMs - 1, endMs - 1]) {
    const asked = await ask({}, atMs)
    expect([await approved(asked, atMs), await refused(asked, atMs)]).toEqual([
      'role_missing',
      'role_missing',
    ])
  }
  expect([await approved(one, endMs), await refused(other, endMs)]).toEqual(['approved', 'refused'])
})
