import { changeableOf } from '@tickmark/core/orders/ruleChange'
import { PRESENT_RULES } from '@tickmark/core/orders/presentRules'
import { caller, type Caller, newUser, type Reply, wallet } from '@tickmark/server/app/app.testing'
import { operatorCaller, type OperatorCaller, operatorOf } from '@tickmark/server/app/operatorCaller.testing'
import type { ReplyOf } from '@tickmark/wire/call'
import type { operatorProposalRoutes } from '@tickmark/wire/routes/operators/proposals'
import type { Role } from '@tickmark/wire/roles'
import { sql } from 'kysely'
import { createHash, randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openHouse } from '../support/stage/stage.ts'

type Proposal = ReplyOf<typeof operatorProposalRoutes.consoleProposal>['proposal']

const house = openHouse({ CHAINS: '', CONTENT: 'none' })
const db = () => house.database.database.db
const HALTED_AT = 1_700_000_000_000
const HOUR_MS = 3_600_000

const LOAN_ID = '00000000-0000-4000-8000-000000000001'

const rules = changeableOf(PRESENT_RULES)
/** One action of each kind, and the tables that it writes. */
const ACTIONS: Readonly<Record<string, { payload: object; writes: string }>> = {
  'operators.invite': {
    payload: { operator: wallet(8_001).address, name: 'Cleo', roles: ['support'] },
    writes: `select address, name, roles::text, revoked_ms from operator where address = '${wallet(8_001).address}'`,
  },
  'operators.roles': {
    payload: { operator: wallet(8_002).address, roles: ['editor', 'support'] },
    writes: `select address, roles::text from operator where address = '${wallet(8_002).address}'`,
  },
  'operators.revoke': {
    payload: { operator: wallet(8_003).address },
    writes: `select address, revoked_ms from operator where address = '${wallet(8_003).address}'`,
  },
  'treasury.fund': {
    payload: { currencyId: 1, from: 'inventory', to: 'bankroll', amount: '1000' },
    writes: 'select * from transfer where cause = 20',
  },
  'rules.change': {
    payload: { after: 0, rules: { ...rules, marginPpm: 20_000 } },
    writes: 'select * from rules_version',
  },
  'engine.limits': {
    payload: {
      mostTrade: '100',
      leastProfit: '0.02',
      dayLoss: '5',
      openRests: 2,
      before: { mostTrade: '2500', leastProfit: '0.2', dayLoss: '1000', openRests: 3 },
    },
    writes: 'select most_trade, least_profit, day_loss from arbitrage_engine',
  },
  'hosting.product': {
    payload: {
      mid: 9,
      after: 0,
      days: 7,
      least: '200',
      most: '300',
      upperPpm: 100,
      exitFeePpm: 50_000,
      isOpen: true,
    },
    writes: 'select * from hosting_product',
  },
  'loan.approve': {
    payload: { applyId: LOAN_ID, amount: '500', instalments: 6 },
    writes: 'select id, state, decided_by from loan_application union select id, 1, null from loan',
  },
  'chain.resume': {
    payload: { chain: 1, haltedAt: HALTED_AT },
    writes: 'select chain, halted_because from chain_state',
  },
}
const kinds = Object.keys(ACTIONS)

let ann: OperatorCaller
let ben: OperatorCaller

beforeAll(async () => {
  await addApplication()
  for (const id of [8_002, 8_003]) await operatorCaller(house, { roles: ['support'], account: wallet(id) })
  const halt = sql`update chain_state set halted_because = 'reorganised', halted_at_ms = ${HALTED_AT}`
  // The network has a state once its first block is read.
  await vi.waitUntil(async () => (await halt.execute(db())).numAffectedRows === 1n, { timeout: 30_000 })
})
beforeEach(async () => {
  ann = await operatorCaller(house, { roles: ['admin'] })
  ben = await operatorCaller(house, { roles: ['admin'] })
  // A reviewer can decide about a loan only after viewing all of it.
  await sql`insert into loan_view (application, what, viewer, reason, at_ms)
    select ${LOAN_ID}, what, viewer, 'a first look', 0
    from unnest(array['details', 'front', 'back']) what, unnest(${[ann.address, ben.address]}::text[]) viewer`.execute(
    db(),
  )
})

/** A user's application under review. */
async function addApplication(): Promise<void> {
  await newUser(() => house.url, 8_004)
  const { address } = wallet(8_004)
  await sql`insert into loan_application (id, user_id, amount, instalments, site, borrower, written_at_ms, details_hash,
      front_hash, back_hash, drawing_hash, wallet, signature, submitted_at_ms, key_number, wrapped_key, sealed)
    select ${LOAN_ID}, id, 50000000000, 6, 'x', address, ${house.clock.nowMs()}::bigint, hash, hash, hash, hash, 'evm', 'x',
      ${house.clock.nowMs()}::bigint, 1, hash, hash
    from users, sha256('x') hash where address = ${address}`.execute(db())
}

async function written(kind: string): Promise<string> {
  const { rows } = await sql.raw(ACTIONS[kind]?.writes ?? '').execute(db())
  return JSON.stringify(rows.map((row) => JSON.stringify(row, asText)).toSorted())
}
/** Without the place in the log, which the log writes when it comes to it. */
function asText(name: string, value: unknown): unknown {
  if (name === 'log_seq') return undefined
  return typeof value === 'bigint' ? String(value) : value
}

function ask(kind: string, by: Caller = ann, more: object = {}): Promise<Reply> {
  const { payload } = ACTIONS[kind] ?? {}
  const json = { kind, payload, reason: 'as agreed', key: randomUUID(), ...more }
  return by.post('/api/console/proposals/ask', { json })
}

async function asked(kind: string, by: Caller = ann): Promise<Proposal> {
  const { status, body, text } = await ask(kind, by)
  expect(status, text).toBe(200)
  return (body.data as { proposal: Proposal }).proposal
}

async function approve({ id, payloadHash }: Proposal, by: Caller = ben): Promise<string> {
  const { body } = await by.post('/api/console/proposals/approve', { json: { id, payloadHash } })
  return body.code ?? (body.data as { proposal: Proposal }).proposal.state
}

async function setRoles(of: OperatorCaller, roles: readonly Role[]): Promise<void> {
  await db()
    .updateTable('operator')
    .set({ roles: [...roles] })
    .where('address', '=', of.address)
    .execute()
}

test('[T23] every action that takes two operators is tested below', () => {
  const offered = house.app.modules.flatMap((one) => one.proposals ?? []).map((one) => one.kind)
  expect(offered.toSorted()).toEqual(kinds.toSorted())
})

describe.each(kinds)('[T23] %s is not carried out', (kind) => {
  const isUndone = async (attack: () => Promise<void>) => {
    const before = await written(kind)
    await attack()
    expect(await written(kind)).toBe(before)
  }

  test('by proposing it, also twice with one key, or with the key of another proposal', () =>
    isUndone(async () => {
      const key = randomUUID()
      const [one, again] = [await ask(kind, ann, { key }), await ask(kind, ann, { key })]
      const proposalOf = ({ body }: Reply) => (body.data as { proposal: Proposal }).proposal
      expect(proposalOf(again)).toEqual(proposalOf(one))
      expect((await ask(kind, ann, { key, reason: 'another reason' })).body.code).toBe('key_reused')
    }))

  test('when its proposer approves it, also in another browser', () =>
    isUndone(async () => {
      const proposal = await asked(kind)
      expect(await approve(proposal, ann)).toBe('proposal_own')
      const there = await operatorOf(() => house.url, ann.account, { to: caller(() => house.url) })
      expect(await approve(proposal, there)).toBe('proposal_own')
    }))

  test('with another payload than the approver saw', () =>
    isUndone(async () => {
      const proposal = await asked(kind)
      const payloadHash = createHash('sha256').update(`${proposal.payload} `).digest('hex')
      expect(await approve({ ...proposal, payloadHash })).toBe('proposal_changed')
      const rest = { payload: { ...ACTIONS[kind]?.payload, more: 1 } }
      expect((await ask(kind, ann, rest)).body.code).toBe('proposal_invalid')
    }))

  test('when its proposer has lost the role meanwhile, or was revoked', () =>
    isUndone(async () => {
      const proposal = await asked(kind)
      await setRoles(ann, ['viewer'])
      expect(await approve(proposal)).toBe('proposal_asker_lost')
      await setRoles(ann, ['admin'])
      const fields = { operator: ann.address, reason: 'has left' }
      expect((await ben.post('/api/console/operators/revoke', { json: fields })).status).toBe(200)
      expect(await approve(proposal)).toBe('proposal_asker_lost')
    }))

  test('by an approver who lacks the role, has lost it, or was revoked', () =>
    isUndone(async () => {
      const proposal = await asked(kind)
      await setRoles(ben, ['editor'])
      expect((await ask(kind, ben)).body.code).toBe('role_missing')
      expect(await approve(proposal)).toBe('role_missing')
      await setRoles(ben, ['admin'])
      const fields = { operator: ben.address, reason: 'has left' }
      expect((await ann.post('/api/console/operators/revoke', { json: fields })).status).toBe(200)
      expect(await approve(proposal)).toBe('sign_in_first')
    }))

  test('after it was refused or withdrawn', () =>
    isUndone(async () => {
      const [refused, withdrawn] = [await asked(kind), await asked(kind)]
      const end = (by: Caller, { id }: Proposal) =>
        by.post('/api/console/proposals/refuse', { json: { id, reason: 'not now' } })
      expect((await end(ben, refused)).body.data).toMatchObject({ proposal: { state: 'refused' } })
      expect((await end(ann, withdrawn)).body.data).toMatchObject({ proposal: { state: 'withdrawn' } })
      for (const proposal of [refused, withdrawn]) expect(await approve(proposal)).toBe('proposal_decided')
    }))

  test('by rows written directly: the database accepts no decision by the proposer, too late, or on another payload', () =>
    isUndone(async () => {
      const { id, askedAt, expiresAt, payloadHash } = await asked(kind)
      const row = {
        proposal: id,
        payload_hash: Buffer.from(payloadHash, 'hex'),
        asked_by: ann.address,
        asked_ms: BigInt(askedAt),
        expires_ms: BigInt(expiresAt),
        decided_by: ben.address,
        decision: 'approved' as const,
        reason: null,
        decided_ms: BigInt(askedAt),
      }
      for (const [wrong, constraint] of [
        [{ decided_by: ann.address }, 'proposal_takes_two'],
        [{ decided_ms: BigInt(expiresAt) }, 'proposal_is_decided_in_time'],
        [{ expires_ms: BigInt(expiresAt + HOUR_MS) }, 'proposal_decision_is_of_its_proposal'],
        [{ payload_hash: Buffer.alloc(32) }, 'proposal_decision_is_of_its_proposal'],
        [{ asked_by: ben.address, decided_by: ann.address }, 'proposal_decision_is_of_its_proposal'],
      ] as const) {
        const insert = db()
          .insertInto('proposal_decision')
          .values({ ...row, ...wrong })
        await expect(insert.execute()).rejects.toMatchObject({ constraint })
      }
    }))
})

test('[T23] none is carried out an hour after its proposal', async () => {
  const late = new Map<string, Proposal>()
  for (const kind of kinds) late.set(kind, await asked(kind))
  const before = await Promise.all(kinds.map(written))
  house.clock.advance(HOUR_MS)
  const fresh = await operatorCaller(house, { roles: ['admin'] })
  for (const proposal of late.values()) expect(await approve(proposal, fresh)).toBe('proposal_expired')
  expect(await Promise.all(kinds.map(written))).toEqual(before)
})

test.each(kinds)('[T23] two operators carry out %s once, however often it is approved', async (kind) => {
  const before = await written(kind)
  const proposal = await asked(kind)
  const states = await Promise.all(Array.from({ length: 8 }, () => approve(proposal)))
  expect(states.filter((one) => one === 'approved')).toHaveLength(1)
  expect(new Set(states)).toEqual(new Set(['approved', 'proposal_decided']))
  const after = await written(kind)
  expect(after).not.toBe(before)
  expect(await approve(proposal)).toBe('proposal_decided')
  expect(await written(kind)).toBe(after)
  const actions = await db()
    .selectFrom('operator_action')
    .select(['action', 'operator'])
    .where('subject', '=', `proposal ${proposal.id}`)
    .orderBy('id')
    .execute()
  expect(actions).toEqual([
    { action: 'proposals.ask', operator: ann.address },
    { action: 'proposals.approve', operator: ben.address },
  ])
})
