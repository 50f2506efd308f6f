import { SILENCE_MS, STUCK_MS, WITHDRAWAL_STATES } from '@tickmark/core/wallet/withdrawals'
import { rolesFor } from '@tickmark/wire/permissions'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Reader } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { addOperators, approvedIn } from '../../operators/approved.testing.ts'
import { listActions } from '../../operators/actionLogStore.ts'
import { SUSPENDED_MS } from '../../operators/presentStore.ts'
import { auditWithdrawals } from '../audit.testing.ts'
import { newAddress, openWithdrawalFixture, USDT, type WithdrawalFixture } from '../withdrawals.testing.ts'
import { stuckWithdrawals } from '../console/consoleStore.ts'
import { withdrawalById } from '../withdrawal/store.testing.ts'
import { decisionsOffVotes } from './auditStore.ts'
import { castVote, refreshApprovals } from './refreshApprovals.ts'
import { proposedHolds } from '../console/holdStore.ts'
import { proposeSecurityHold } from './securityHolds.ts'
import { HELD_MARK } from './voteStore.ts'

const DAY_MS = 86_400_000

let fixture: WithdrawalFixture
let woken = 0
beforeEach(async () => {
  fixture = await openWithdrawalFixture({ wake: () => void woken++ })
})
afterEach(async () => {
  expect(await fixture.findings()).toEqual([])
  await fixture.close()
})

const db = () => fixture.deps.database.db
const nowMs = () => fixture.clock.nowMs()
const stateOf = async (id: string) => (await withdrawalById(db(), id))?.state
const no = { approves: false, reason: 'account_takeover' } as const
const vote = async (
  withdrawalId: string,
  operator: string,
  decision: typeof no | { approves: true } = no,
) => {
  const done = await castVote(fixture.deps, { withdrawalId, operator, decision })
  return done.ok ? done.value : done.refusal.code
}
const holdOf = async (
  owner: { id: number },
  operator: string,
  { untilMs, caseId = 'C-1' }: { untilMs: number; caseId?: string },
) => {
  const { clock, events } = fixture.deps
  const given = { caseId, userId: owner.id, reason: 'owner_asked', untilMs, operator } as const
  const done = await proposeSecurityHold({ db: db(), clock, events }, given)
  return done.ok ? done.value.isInForce : done.refusal.code
}
const revoke = (address: string) =>
  sql`update operator set revoked_by = 'dan', revoked_ms = ${nowMs()} where address = ${address}`.execute(
    db(),
  )
const inviteAgain = (address: string) =>
  sql`update operator set revoked_by = null, revoked_ms = null, invited_ms = ${nowMs()}
    where address = ${address}`.execute(db())
const demote = (address: string) =>
  sql`update operator set roles = '{viewer}' where address = ${address}`.execute(db())

async function asked() {
  const owner = await fixture.addOwner({ [USDT]: '50000' })
  return { owner, id: await fixture.withdraw(owner, { amount: '20000', to: newAddress() }) }
}

test('only current operators who may decide can vote, and others’ votes no longer count', async () => {
  const { id } = await asked()
  expect(await vote(id, 'ann')).toBe('requested')
  await revoke('ann')
  expect(await vote(id, 'ann')).toBe('may_not_decide')
  expect(await vote(id, 'eve')).toBe('may_not_decide')
  expect(await vote(id, 'ben')).toBe('requested')
  await demote('ben')
  expect(await vote(id, 'cem')).toBe('requested')
  fixture.clock.advance(1)
  // A vote from before a revocation does not count after a new invitation.
  await inviteAgain('ann')
  expect(await vote(id, 'dan')).toBe('rejected')
})

test('an operator revoked and invited again votes anew, once, possibly differently', async () => {
  const { id } = await asked()
  expect(await vote(id, 'ann', { approves: true })).toBe('requested')
  expect(await vote(id, 'ann')).toBe('voted_before')
  await revoke('ann')
  fixture.clock.advance(1)
  await inviteAgain('ann')
  expect(await vote(id, 'ann')).toBe('requested')
  expect(await vote(id, 'ann', { approves: true })).toBe('voted_before')
  expect(await vote(id, 'ann')).toBe('voted_before')
  expect(await vote(id, 'cem')).toBe('rejected')
})

test('an operator invited at a later time of the house, whose clock was set back, does not decide before that time', async () => {
  const { owner, id } = await asked()
  const untilMs = nowMs() + DAY_MS
  const decide = async () => [await vote(id, 'ann'), await holdOf(owner, 'ann', { untilMs })]
  await sql`update operator set invited_ms = ${nowMs() + 1} where address = 'ann'`.execute(db())
  expect(await decide()).toEqual(['may_not_decide', 'may_not_decide'])
  fixture.clock.advance(1)
  expect(await decide()).toEqual(['requested', false])
})

test('an admin who is suspended while his vote or hold is under way decides nothing until the hour is over', async () => {
  const { owner, id } = await asked()
  const untilMs = nowMs() + DAY_MS
  const suspend = (by: Reader, atMs: number) =>
    sql`update operator set suspended_by = 'dan', suspended_ms = ${atMs} where address = 'ann'`.execute(by)
  const waits = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db())
    return rows.length === 2
  }
  const [voted, held] = await transact(db(), async (tx) => {
    await suspend(tx, nowMs())
    const both = [vote(id, 'ann'), holdOf(owner, 'ann', { untilMs })] as const
    await vi.waitUntil(waits, { timeout: 30_000 })
    return both.map((one) => ({ one }))
  })
  expect([await voted?.one, await held?.one]).toEqual(['may_not_decide', 'may_not_decide'])
  await suspend(db(), nowMs() - SUSPENDED_MS + 1)
  expect(await vote(id, 'ann')).toBe('may_not_decide')
  await suspend(db(), nowMs() - SUSPENDED_MS)
  expect([await vote(id, 'ann'), await holdOf(owner, 'ann', { untilMs })]).toEqual(['requested', false])
})

test('a vote wakes the worker that pays, and a refused one does not', async () => {
  const { id } = await asked()
  woken = 0
  for (const operator of ['eve', 'ann', 'ann', 'ben']) await vote(id, operator)
  expect([woken, await stateOf(id)]).toEqual([2, 'rejected'])
})

test('nobody votes on their own withdrawal, and the owner does not learn of the first vote', async () => {
  const { owner, id } = await asked()
  await addOperators(db(), [owner.address])
  expect(await vote(id, owner.address)).toBe('own')
  const told = async () => (await listActions(db(), { userId: owner.id }, 9)).map((one) => one.operator)
  await vote(id, 'ann')
  expect(await told()).toEqual([])
  await vote(id, 'ben')
  expect(await told()).toEqual(['ben'])
})

test('two operators invited by the same one count as one hand, for votes and for holds', async () => {
  const { owner, id } = await asked()
  await sql`update operator set invited_by = 'dan' where address in ('ann', 'ben')`.execute(db())
  const hold = (operator: string) => holdOf(owner, operator, { untilMs: nowMs() + DAY_MS })
  expect([await vote(id, 'ann'), await hold('ann')]).toEqual(['requested', false])
  for (const operator of ['ben', 'dan'])
    expect([await vote(id, operator), await hold(operator)]).toEqual(['same_hand', 'same_hand'])
  expect(await hold('cem')).toBe(true)
  await sql`update operator set invited_with = 'cem' where address = 'ben'`.execute(db())
  expect(await vote(id, 'ben')).toBe('rejected')
})

test('a hand’s approving wallet does not stop its other wallet from rejecting', async () => {
  const { id } = await asked()
  await sql`update operator set invited_by = 'ann' where address = 'ben'`.execute(db())
  expect(await vote(id, 'ben', { approves: true })).toBe('requested')
  expect(await vote(id, 'ann', { approves: true })).toBe('same_hand')
  expect(await vote(id, 'ann')).toBe('requested')
  expect(await vote(id, 'cem')).toBe('rejected')
})

test('two simultaneous votes decide, whichever call began first', async () => {
  const { id } = await asked()
  const beganMs = nowMs()
  fixture.clock.advance(1_000)
  await vote(id, 'ann')
  const deps = { ...fixture.deps, clock: { ...fixture.deps.clock, nowMs: () => beganMs } }
  expect(await castVote(deps, { withdrawalId: id, operator: 'ben', decision: no })).toMatchObject({
    value: 'rejected',
  })
  expect(await fixture.findings()).toEqual([])
})

test('a hold counts current operators, is announced once when in force, and outlasts its proposers’ revocation', async () => {
  const { owner } = await asked()
  const untilMs = nowMs() + DAY_MS
  const hold = (operator: string, caseId = 'C-1') => holdOf(owner, operator, { untilMs, caseId })
  const told = async () => (await listActions(db(), { userId: owner.id }, 9)).map((one) => one.operator)
  const apply = () => fixture.answers.checkApply({}, fixture.ask(owner))
  expect(await hold('ann')).toBe(false)
  await revoke('ann')
  expect(await hold('ann', 'C-2')).toBe('may_not_decide')
  expect(await hold('ben')).toBe(false)
  expect([await told(), fixture.messages]).toEqual([[], []])
  await expect(apply()).resolves.toEqual({ allowed: true })
  expect(await hold('cem')).toBe(true)
  expect(await told()).toEqual(['cem'])
  expect(fixture.messages).toMatchObject([{ userId: owner.id, kind: 'hold_begun' }])
  await expect(apply()).rejects.toMatchObject({ code: 'security_hold' })
  for (const operator of ['ben', 'cem']) await revoke(operator)
  const shown = async () => {
    const [one] = await proposedHolds(db(), { endAfterMs: 0, nowMs: nowMs(), userId: owner.id })
    return one?.isInForce
  }
  const { rows } = await sql<{ held: boolean }>`
    select ${HELD_MARK.holds(sql`${owner.id}::bigint`, nowMs())} as held`.execute(db())
  expect([rows[0]?.held, await shown()]).toEqual([true, true])
  await expect(apply()).rejects.toMatchObject({ code: 'security_hold' })
  // Another proposal of the same hold does not start it again.
  expect(await hold('dan')).toBe(true)
  expect([await told(), fixture.messages.length]).toEqual([['cem'], 1])
  fixture.clock.advance(DAY_MS)
  await expect(apply()).resolves.toEqual({ allowed: true })
  expect(await shown()).toBe(false)
  expect(await holdOf(owner, 'dan', { untilMs: nowMs() + DAY_MS, caseId: 'C-3' })).toBe('held_lately')
})

test('silence takes a week while fewer than two hands may vote and an operator was revoked recently', async () => {
  const { id, owner } = await asked()
  const startMs = nowMs()
  await sql`update operator set invited_by = 'dan' where address = 'cem'`.execute(db())
  for (const operator of ['ann', 'ben']) await revoke(operator)
  fixture.clock.advance(SILENCE_MS + STUCK_MS + 1)
  await refreshApprovals(fixture.deps)
  expect(await stateOf(id)).toBe('requested')
  // The owner sees when it goes on, and it does not count as stuck meanwhile.
  const { list } = await fixture.answers.get_my_cash_out_record(
    { pageNum: 1, pageSize: 10, currencyId: undefined },
    fixture.ask(owner),
  )
  expect(list.map((one) => one.continuesAt)).toEqual([startMs + 7 * DAY_MS])
  const { chains } = fixture.deps
  expect(await stuckWithdrawals(db(), { chains, nowMs: nowMs() })).toMatchObject({ waiting: 0 })
  fixture.clock.advance(startMs + 7 * DAY_MS - 1 - nowMs())
  await refreshApprovals(fixture.deps)
  expect(await stateOf(id)).toBe('requested')
  fixture.clock.advance(1)
  await refreshApprovals(fixture.deps)
  expect(await stateOf(id)).toBe('approved')
  const next = await asked()
  fixture.clock.advance(SILENCE_MS)
  await refreshApprovals(fixture.deps)
  expect(await stateOf(next.id)).toBe('approved')
  // An approval given in time stays valid when operators are revoked afterwards.
  fixture.clock.advance(DAY_MS)
  await revoke('cem')
  expect(await fixture.findings()).toEqual([])
})

test('the database lets only two operators or silence decide a withdrawal, and takes votes of no one else', async () => {
  const { owner, id } = await asked()
  await addOperators(db(), [owner.address])
  const insert = (operator: string) =>
    sql`insert into withdrawal_vote values (${id}, ${operator}, false, 'owner_asked', ${nowMs()})`.execute(
      db(),
    )
  const move = (state: keyof typeof WITHDRAWAL_STATES) =>
    sql`update withdrawal set state = ${WITHDRAWAL_STATES[state]}, state_at = ${nowMs()} where id = ${id}`.execute(
      db(),
    )
  await expect(insert('eve')).rejects.toThrow('operators vote who decide')
  await demote('ann')
  await expect(insert('ann')).rejects.toThrow('operators vote who decide')
  await expect(insert(owner.address)).rejects.toThrow('nobody votes on his own withdrawal')
  await sql`update operator set invited_by = 'dan' where address = 'cem'`.execute(db())
  await vote(id, 'cem')
  await expect(insert('dan')).rejects.toThrow('one hand counts once')
  await expect(move('rejected')).rejects.toThrow('rejected by two operators')
  await expect(move('approved')).rejects.toThrow('approved by two operators or by silence')
  await vote(id, 'ben', { approves: true })
  await expect(move('approved')).rejects.toThrow('approved by two operators or by silence')
  expect(await stateOf(id)).toBe('requested')
})

test('the database refuses approval by another wallet of the requester', async () => {
  const asked = { amount: '5', currencyId: 1, from: 'inventory', to: 'bankroll' }
  const approved = () => transact(db(), (tx) => approvedIn(tx, 'treasury.fund', asked, nowMs()))
  const { askedBy, approvedBy } = await approved()
  await sql`update operator set invited_by = ${askedBy} where address = ${approvedBy}`.execute(db())
  await expect(approved()).rejects.toThrow('one hand counts once')
  await sql`update operator set invited_by = 'ann' where address in (${askedBy}, ${approvedBy})`.execute(db())
  await expect(approved()).rejects.toThrow('one hand counts once')
  await sql`update operator set invited_with = 'ben' where address = ${approvedBy}`.execute(db())
  await approved()
})

test('the database allows the same roles to decide withdrawals as the table of permissions', () => {
  const file = join(import.meta.dirname, '../../db/migrations/220_decided.sql')
  const [, text = ''] = /decides_withdrawals[^$]+\$\$([^$]+)\$\$/.exec(readFileSync(file, 'utf8')) ?? []
  const roles = [...(/array\[([^\]]+)\]/.exec(text)?.[1]?.matchAll(/'(\w+)'/g) ?? [])].map(([, role]) => role)
  expect(roles).toEqual(rolesFor('decideWithdrawals'))
})

test.each<[string, string, string]>([
  [
    'votes = actions',
    'a vote without an action',
    `delete from operator_action where action = 'withdrawal.reject'`,
  ],
  ['votes = actions', 'an action without a vote', `delete from withdrawal_vote where operator = 'ann'`],
  ['votes = actions', 'a vote that was turned', 'update withdrawal_vote set approves = true, reason = null'],
  [
    'votes = actions',
    'a vote of another',
    `update withdrawal_vote set operator = 'cem' where operator = 'ann'`,
  ],
  [
    'holds = actions',
    'a hold without an action',
    `delete from operator_action where action = 'withdrawal.hold'`,
  ],
  ['holds = actions', 'a hold that was made longer', 'update security_hold set until = until + 1'],
  ['decisions = votes', 'a rejection by nobody', 'delete from withdrawal_vote'],
  [
    'decisions = votes',
    'an approval before its time',
    'update withdrawal_step set at = at - 1 where state = 2',
  ],
  ['asked = sums', 'a request that nobody was asked about', 'update withdrawal set needs_approval = false'],
  [
    'asked = sums',
    'a request below the limits that was asked about',
    'update withdrawal set needs_approval = true',
  ],
])('by the rule %s the audit notices %s', async (rule, _what, statement) => {
  const { owner, id } = await asked()
  for (const operator of ['ann', 'ben']) await vote(id, operator)
  const { clock, events } = fixture.deps
  const hold = { caseId: 'C-1', userId: owner.id, reason: 'owner_asked', operator: 'ann' } as const
  await proposeSecurityHold({ db: db(), clock, events }, { ...hold, untilMs: nowMs() + DAY_MS })
  await fixture.withdraw(await fixture.addOwner({ [USDT]: '900' }), { amount: '10', to: newAddress() })
  const silent = await asked()
  fixture.clock.advance(SILENCE_MS)
  await refreshApprovals(fixture.deps)
  expect(await stateOf(silent.id)).toBe('approved')
  const found = db()
    .transaction()
    .execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql.raw(statement).execute(tx)
      const rules = (await auditWithdrawals(tx)).map((one) => one.rule)
      throw new Error(rules.join())
    })
  await expect(found).rejects.toThrow(rule)
})

test('a vote counts for a decision up to a minute after it, and only if it agrees with the decision', async () => {
  const { id } = await asked()
  for (const operator of ['ann', 'ben']) await vote(id, operator)
  expect(await stateOf(id)).toBe('rejected')
  const found = async (change: ReturnType<typeof sql>) => {
    const done = transact(db(), async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await change.execute(tx)
      throw new Error((await decisionsOffVotes(tx)).map((one) => one.found).join() || 'nothing')
    })
    return done.catch((thrown: Error) => thrown.message)
  }
  const late = (ms: number) => sql`update withdrawal_vote set at = ${nowMs() + ms} where operator = 'ben'`
  expect(await found(late(60_000))).toBe('nothing')
  expect(await found(late(60_001))).toBe('1 votes')
  const turned = sql`update withdrawal_vote set approves = true, reason = null where operator = 'ben'`
  expect(await found(turned)).toBe('1 votes')
})
