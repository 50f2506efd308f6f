import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPENING_LIMITS } from '@tickmark/core/arbitrage/trading/limits'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'
import { transact } from '../db/transact.ts'
import { recordAction } from '../operators/actionLogStore.ts'
import { addOperators, approvedIn } from '../operators/approved.testing.ts'
import { limitsOffProposals, versionsOffProposals } from '../treasury/auditStore.ts'
import { setLimits, takeEngine } from '../arbitrage/engineStore.ts'
import { approvalsByOneHand, proposalsOffActions } from './auditStore.ts'
import { recordProposal } from './proposals/propose.ts'

const NOW = 1_800_000_000_000
const LIMITS = { mostTrade: '3000', leastProfit: '0.5', dayLoss: '900', openRests: 2, before: {} }

let testDb: TestDatabase
beforeAll(async () => void (testDb = await createTestDatabase()))
afterAll(() => testDb.close())

/** The audit's findings, in words, after statements run past all guards, which are then undone. */
async function foundAfter(...statements: string[]): Promise<string[]> {
  let found: string[] = []
  const undone = transact(testDb.database.db, async (tx) => {
    await takeEngine(tx, '00000000-0000-4000-8000-000000000001')
    const { proposalId, askedBy, approvedBy } = await approvedIn(tx, 'engine.limits', LIMITS, NOW)
    const { rows } = await sql<{ hash: string }>`
      select encode(payload_hash, 'hex') as hash from proposal where id = ${proposalId}`.execute(tx)
    const about = { id: proposalId, kind: 'engine.limits', payloadHash: rows[0]?.hash ?? '' }
    await recordProposal(tx, askedBy, 'ask', { ...about, reason: 'a test' }, NOW)
    await recordProposal(tx, approvedBy, 'approve', about, NOW)
    await setLimits(tx, {
      mostTrade: 300_000_000_000n,
      leastProfit: 50_000_000n,
      dayLoss: 90_000_000_000n,
      openRests: 2,
    })
    await addOperators(tx, ['0xeve'])
    await sql`set constraints all immediate`.execute(tx)
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const one of statements) await sql.raw(one).execute(tx)
    const findings = [
      ...(await proposalsOffActions(tx)),
      ...(await approvalsByOneHand(tx)),
      ...(await versionsOffProposals(tx)),
      ...(await limitsOffProposals(tx, OPENING_LIMITS)),
    ]
    found = findings.map(({ rule, where }) => `${rule}: ${where.replaceAll(proposalId, 'P')}`)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  return found
}

const ASK = 'proposals = actions: proposal P, proposals.ask'
const APPROVE = 'proposals = actions: proposal P, proposals.approve'
const INSERT_VERSION = `insert into rules_version select 1, id, '{"marginPpm": 1}', asked_by, '0xeve', ${NOW} from proposal`

test.each<[what: string, statements: string[], found: string[]]>([
  ['nothing', [], []],
  [
    'a proposal of another operator than its action',
    [`update proposal set asked_by = '0xeve'`],
    [ASK, APPROVE],
  ],
  [
    'another payload than its action',
    [
      `update operator_action set details = details || '{"payloadHash": "00"}' where action = 'proposals.ask'`,
    ],
    [ASK],
  ],
  ['a decision by another operator', [`update proposal_decision set decided_by = '0xeve'`], [APPROVE]],
  [
    'one operator’s approval of his own proposal, as if another had made it',
    [
      `update proposal_decision set decided_by = (select asked_by from proposal), asked_by = '0xeve'`,
      `update operator_action set operator = (select asked_by from proposal) where action = 'proposals.approve'`,
    ],
    [APPROVE],
  ],
  [
    'an approval of an expired proposal',
    [
      `update proposal_decision set asked_ms = asked_ms + 7200000, expires_ms = expires_ms + 7200000, decided_ms = decided_ms + 7200000`,
      `update operator_action set at_ms = at_ms + 7200000 where action = 'proposals.approve'`,
    ],
    [APPROVE],
  ],
  [
    'an approval by somebody whom the proposer alone had invited',
    [
      'update operator set invited_by = (select asked_by from proposal) where address = (select decided_by from proposal_decision)',
    ],
    ['approvals = two hands: proposal P'],
  ],
  [
    'nothing where he was invited so after it',
    [
      `update operator set invited_by = (select asked_by from proposal), invited_ms = ${NOW + 1}
        where address = (select decided_by from proposal_decision)`,
    ],
    [],
  ],
  [
    'an approval by nobody',
    ['delete from operator where address = (select decided_by from proposal_decision)'],
    ['approvals = two hands: proposal P'],
  ],
  ['a decision at another time', ['update proposal_decision set decided_ms = decided_ms + 1'], [APPROVE]],
  [
    'an approval told as a refusal',
    [`update proposal_decision set decision = 'refused', reason = 'none'`],
    [APPROVE, 'proposals = actions: proposal P, proposals.refuse', 'limits = proposals: the engine’s limits'],
  ],
  [
    'a decision without its action',
    [`delete from operator_action where action = 'proposals.approve'`],
    [APPROVE],
  ],
  [
    'an action about nothing',
    ['delete from proposal_decision', 'delete from proposal'],
    [APPROVE, ASK, 'limits = proposals: the engine’s limits'],
  ],
  [
    'limits that nobody approved',
    ['update arbitrage_engine set day_loss = 1'],
    ['limits = proposals: the engine’s limits'],
  ],
  ['rules that nobody approved', [INSERT_VERSION], ['versions = proposals: rules.change P']],
  [
    'a product that nobody approved',
    [
      `insert into hosting_product (mid, version, days, least, most, upper_ppm, exit_fee_ppm, from_ms)
      select mid, 2, days, least, most, upper_ppm + 1, exit_fee_ppm, ${NOW} from hosting_product where mid = 1`,
    ],
    ['versions = proposals: product 1 version 2'],
  ],
])('the audit finds %s', async (_, statements, found) => {
  expect((await foundAfter(...statements)).toSorted()).toEqual(found.toSorted())
})

test('approved versions that were never made are found, and those that were made are not', async () => {
  await transact(testDb.database.db, async (tx) => {
    const product = {
      mid: 1,
      after: 1,
      days: 7,
      least: '100',
      most: '6000',
      upperPpm: 300,
      exitFeePpm: 5_000,
      isOpen: true,
    }
    await approvedIn(tx, 'hosting.product', product, NOW)
    expect((await versionsOffProposals(tx)).map(({ where }) => where)).toEqual(['product 1 version 2'])
    await sql`insert into hosting_product (mid, version, days, least, most, upper_ppm, exit_fee_ppm, is_open, from_ms)
      values (1, 2, 7, 10000000000, 600000000000, 300, 5000, true, ${NOW})`.execute(tx)
    expect(await versionsOffProposals(tx)).toEqual([])
  })
})

test('a proposal’s action is counted once', async () => {
  const twice = transact(testDb.database.db, async (tx) => {
    const action = {
      operator: '0xeve',
      action: 'proposals.ask',
      subject: 'proposal 7',
      details: { kind: 'x' },
      atMs: NOW,
    }
    await recordAction(tx, action)
    throw new Error((await proposalsOffActions(tx)).map(({ where }) => where).join())
  })
  await expect(twice).rejects.toThrow('proposal 7, proposals.ask')
})
