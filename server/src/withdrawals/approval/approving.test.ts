import { NEW_ADDRESS_MS } from '@tickmark/core/wallet/addressWait'
import {
  SILENCE_MS,
  WITHDRAWAL_STATES,
  WITHDRAWAL_STEPS,
  type WithdrawalState,
} from '@tickmark/core/wallet/withdrawals'
import type { WithdrawalIntent } from '@tickmark/core/wallet/withdrawalIntent'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Reader } from '../../db/pool.ts'
import { Refused } from '../../http/calls/refused.ts'
import { balances } from '../../ledger/store.ts'
import { castVote, refreshApprovals } from './refreshApprovals.ts'
import {
  ETH,
  newAddress,
  openWithdrawalFixture,
  signIntent,
  typeOf,
  units,
  USDT,
  type WithdrawalFixture,
  type Owner,
} from '../withdrawals.testing.ts'
import { proposeSecurityHold } from './securityHolds.ts'
import { addAddress, switchBook } from '../protection/addressBook.ts'
import { hasDeadline, stepsOf } from '../withdrawal/store.ts'
import { withdrawalById } from '../withdrawal/store.testing.ts'

let fixture: WithdrawalFixture
beforeEach(async () => {
  fixture = await openWithdrawalFixture()
})
afterEach(async () => {
  expect(await fixture.findings()).toEqual([])
  await fixture.close()
})

const db = () => fixture.deps.database.db
const stateOf = async (id: string) => (await withdrawalById(db(), id))?.state

async function free(owner: Owner): Promise<bigint> {
  return (await balances(db(), owner.id, 'real')).get(USDT) ?? 0n
}

async function standAfter(id: string, ms: number): Promise<string | undefined> {
  fixture.clock.advance(ms)
  await refreshApprovals(fixture.deps)
  return stateOf(id)
}

const yes = { approves: true } as const
const no = { approves: false, reason: 'account_takeover' } as const

test('above the limit two operators decide; one alone, or one twice, does not', async () => {
  const owner = await fixture.addOwner({ [USDT]: '50000' })
  const to = newAddress()
  const vote = (withdrawalId: string, operator: string, decision: typeof yes | typeof no) =>
    castVote(fixture.deps, { withdrawalId, operator, decision })
  const paid = await fixture.withdraw(owner, { amount: '20000', to })
  expect(await vote(paid, 'ann', yes)).toEqual({ ok: true, value: 'requested' })
  expect(await vote(paid, 'ann', yes)).toEqual({ ok: false, refusal: { code: 'voted_before' } })
  expect(await vote(paid, 'ben', no)).toEqual({ ok: true, value: 'requested' })
  expect(await vote(paid, 'cem', yes)).toEqual({ ok: true, value: 'approved' })
  expect(await vote(paid, 'dan', no)).toEqual({ ok: false, refusal: { code: 'not_asked' } })
  const before = await free(owner)
  const refused = await fixture.withdraw(owner, { amount: '15000', to })
  expect(await vote(refused, 'ann', no)).toEqual({ ok: true, value: 'requested' })
  expect(await vote(refused, 'ben', no)).toEqual({ ok: true, value: 'rejected' })
  expect(await free(owner)).toBe(before)
  const { list } = await fixture.answers.get_my_cash_out_record(
    { pageNum: 1, pageSize: 10, currencyId: USDT },
    fixture.ask(owner),
  )
  expect(fixture.messages).toMatchObject([
    { userId: owner.id, kind: 'withdrawal_returned', facts: { amount: '15000', currency: 'USDT' } },
  ])
  expect(list[0]).toMatchObject({ id: refused, status: 2, reason: 'account_takeover', continuesAt: null })
  for (const change of [
    sql`update withdrawal_vote set approves = true, reason = null`,
    sql`delete from withdrawal_vote`,
    sql`truncate withdrawal_vote`,
  ]) {
    await expect(change.execute(db())).rejects.toThrow('a vote is never changed')
  }
})

test('without a vote for 24 h a withdrawal is approved', async () => {
  const owner = await fixture.addOwner({ [USDT]: '50000' })
  const id = await fixture.withdraw(owner, { amount: '20000', to: newAddress() })
  const { list } = await fixture.answers.get_my_cash_out_record(
    { pageNum: 1, pageSize: 10, currencyId: undefined },
    fixture.ask(owner),
  )
  expect(list[0]?.continuesAt).toBe(fixture.clock.nowMs() + SILENCE_MS)
  await castVote(fixture.deps, { withdrawalId: id, operator: 'ann', decision: no })
  expect(await standAfter(id, SILENCE_MS - 1)).toBe('requested')
  fixture.clock.advance(1)
  const due = await fixture.answers.get_my_cash_out_record(
    { pageNum: 1, pageSize: 10, currencyId: undefined },
    fixture.ask(owner),
  )
  expect(due.list).toMatchObject([{ status: 0, continuesAt: null }])
  expect(await standAfter(id, 0)).toBe('approved')
})

test('a withdrawal to a new address waits 24 h if its owner chose that, can be cancelled, and then proceeds', async () => {
  const owner = await fixture.addOwner({ [USDT]: '500' })
  const { db: given } = fixture.deps.database

  expect(await switchBook(given, owner.id, true, fixture.clock.nowMs())).toEqual({ on: true, until: null })
  const first = await fixture.withdraw(owner, { amount: '10', to: newAddress() })
  const second = await fixture.withdraw(owner, { amount: '10', to: newAddress() })
  expect(await stateOf(first)).toBe('held_new_address')
  await fixture.answers.cancelWithdrawal({ id: second }, fixture.ask(owner))
  expect(await stateOf(second)).toBe('cancelled')
  const own = await fixture.withdraw(owner, { amount: '10', to: owner.address })
  expect(await stateOf(own)).toBe('approved')
  const known = newAddress()
  await addAddress(
    fixture.deps,
    owner,
    { address: known.toLowerCase(), label: 'mine' },
    fixture.clock.nowMs(),
  )
  expect(await standAfter(first, NEW_ADDRESS_MS - 1)).toBe('held_new_address')
  expect(await standAfter(first, 1)).toBe('approved')
  expect(await stateOf(await fixture.withdraw(owner, { amount: '10', to: known }))).toBe('approved')
  const off = await switchBook(given, owner.id, false, fixture.clock.nowMs())
  expect(off).toEqual({ on: true, until: fixture.clock.nowMs() + NEW_ADDRESS_MS })
  expect(await stateOf(await fixture.withdraw(owner, { amount: '10', to: newAddress() }))).toBe(
    'held_new_address',
  )
  fixture.clock.advance(NEW_ADDRESS_MS)
  expect(await stateOf(await fixture.withdraw(owner, { amount: '10', to: newAddress() }))).toBe('approved')
})

test('a security hold needs two operators, states its case, reason and end, and ends by itself', async () => {
  const owner = await fixture.addOwner({ [USDT]: '500' })
  const apply = () => fixture.answers.checkApply({}, fixture.ask(owner))
  const hour = 3_600_000
  const proposal = {
    caseId: 'C-1',
    userId: owner.id,
    operator: 'ann',
    reason: 'account_takeover',
    untilMs: fixture.clock.nowMs() + 48 * hour,
  } as const
  const propose = (more: object = {}) =>
    proposeSecurityHold(
      { db: db(), clock: fixture.clock, events: fixture.deps.events },
      { ...proposal, ...more },
    )
  expect(await propose({ untilMs: fixture.clock.nowMs() + 73 * hour })).toMatchObject({ ok: false })
  expect(await propose()).toEqual({ ok: true, value: { isInForce: false } })
  expect(await apply()).toEqual({ allowed: true })
  expect(await propose()).toEqual({ ok: false, refusal: { code: 'voted_before' } })
  expect(await propose({ operator: 'ben', reason: 'legal_order' })).toEqual({
    ok: false,
    refusal: { code: 'not_the_same_hold' },
  })
  for (const untilMs of [fixture.clock.nowMs() + 1, proposal.untilMs - 1, proposal.untilMs + 1]) {
    expect(await propose({ operator: 'ben', untilMs })).toEqual({
      ok: false,
      refusal: { code: 'not_the_same_hold' },
    })
  }
  expect(await propose({ operator: 'ben' })).toEqual({ ok: true, value: { isInForce: true } })
  const until = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/) as unknown
  expect(fixture.messages).toMatchObject([
    { userId: owner.id, kind: 'hold_begun', ref: 'hold:C-1', facts: { until } },
  ])
  const thrown = await apply().catch((reason: unknown) => reason)
  expect(thrown).toBeInstanceOf(Refused)
  expect(thrown).toMatchObject({ code: 'security_hold', facts: { case: 'C-1', reason: 'account_takeover' } })
  await expect(fixture.withdraw(owner, { amount: '10', to: newAddress() })).rejects.toMatchObject({
    code: 'security_hold',
  })
  expect(await propose({ operator: 'cem' })).toMatchObject({ ok: true })
  fixture.clock.advance(48 * hour)
  expect(await apply()).toEqual({ allowed: true })
})

test('holds cannot follow each other: for 30 days after one, the rule and the database refuse the next', async () => {
  const owner = await fixture.addOwner({ [USDT]: '500' })
  const day = 86_400_000
  const propose = (caseId: string, operator: string, days = 3, userId = owner.id) => {
    const untilMs = fixture.clock.nowMs() + days * day
    const asked = { caseId, userId, operator, reason: 'owner_asked', untilMs } as const
    return proposeSecurityHold({ db: db(), clock: fixture.clock, events: fixture.deps.events }, asked)
  }
  const write = (caseId: string, operator: string, days = 3) =>
    sql`insert into security_hold (case_id, user_id, operator, reason, until, at) values (${caseId}, ${owner.id},
      ${operator}, 'owner_asked', ${fixture.clock.nowMs() + days * day}, ${fixture.clock.nowMs()})`.execute(
      db(),
    )
  const lately = { ok: false, refusal: { code: 'held_lately' } }
  expect(await propose('C-1', 'ann', 2)).toEqual({ ok: true, value: { isInForce: false } })
  expect(await propose('C-2', 'ann')).toEqual({ ok: true, value: { isInForce: false } })
  for (const days of [1, 3]) {
    await expect(write('C-1', 'ben', days)).rejects.toThrow('agreed to as it was proposed')
  }
  expect(await propose('C-1', 'ben', 2)).toEqual({ ok: true, value: { isInForce: true } })
  for (const again of ['C-2', 'C-3']) expect(await propose(again, 'ben')).toEqual(lately)
  await expect(write('C-2', 'ben')).rejects.toThrow('not held again within 30 days')
  expect(await propose('C-1', 'cem', 2)).toEqual({ ok: true, value: { isInForce: true } })
  const other = await fixture.addOwner({})
  expect(await propose('C-4', 'ann', 3, other.id)).toMatchObject({ ok: true })
  fixture.clock.advance(2 * day)
  expect(await fixture.answers.checkApply({}, fixture.ask(owner))).toEqual({ allowed: true })
  fixture.clock.advance(30 * day - 1)
  expect(await propose('C-3', 'ben')).toEqual(lately)
  await expect(write('C-3', 'ben')).rejects.toThrow('not held again within 30 days')
  fixture.clock.advance(1)
  const both = await Promise.all(['C-5', 'C-6'].map((one) => propose(one, 'ann')))
  expect(both).toMatchObject([{ ok: true }, { ok: true }])
  const rivals = await Promise.all(['C-5', 'C-6'].map((one) => propose(one, 'ben')))
  expect(rivals.filter((one) => one.ok)).toHaveLength(1)
  expect(rivals.find((one) => !one.ok)).toEqual(lately)
})

test('[T3] many parallel calls to cancel, each with its own key, all report success, and one releases the hold', async () => {
  const owner = await fixture.addOwner({ [USDT]: '500' })
  const id = await fixture.withdraw(owner, { amount: '100', to: newAddress() })
  const calls = Array.from({ length: 20 }, () => fixture.answers.cancelWithdrawal({ id }, fixture.ask(owner)))
  expect(new Set((await Promise.all(calls)).map((one) => one.cancelled))).toEqual(new Set([true]))
  expect(await free(owner)).toBe(units('500'))
  const other = await fixture.addOwner({})
  await expect(fixture.answers.cancelWithdrawal({ id }, fixture.ask(other))).rejects.toMatchObject({
    code: 'withdrawal_unknown',
  })
})

test('every step is recorded with its time', async () => {
  const owner = await fixture.addOwner({ [USDT]: '50000' })
  const id = await fixture.withdraw(owner, { amount: '20000', to: newAddress() })
  const startMs = fixture.clock.nowMs()
  await standAfter(id, SILENCE_MS)
  expect((await stepsOf(db(), [id])).map(({ state, atMs }) => [state, atMs - startMs])).toEqual([
    ['requested', 0],
    ['approved', SILENCE_MS],
  ])
  expect(fixture.events.map(([, { event }]) => event)).toEqual([
    'transfer_changed',
    'balance_changed',
    'transfer_changed',
  ])
})

test('the database allows the steps that the rules allow, and no others', () => {
  const file = join(import.meta.dirname, '../../db/migrations/070_withdrawals.sql')
  const list = /not in \(([\d, ]+)\)/.exec(readFileSync(file, 'utf8'))?.[1] ?? ''
  const states = Object.entries(WITHDRAWAL_STEPS) as [WithdrawalState, readonly WithdrawalState[]][]
  const expected = states.flatMap(([from, tos]) =>
    tos.map((to) => WITHDRAWAL_STATES[from] * 10 + WITHDRAWAL_STATES[to]),
  )
  const byNumber = (a: number, b: number) => a - b
  expect(list.split(',').map(Number).toSorted(byNumber)).toEqual(expected.toSorted(byNumber))
})

test('a hold lasts 72 h at most, to the millisecond, and ends after it begins, by the rule and by the database', async () => {
  const owner = await fixture.addOwner({ [USDT]: '500' })
  const hours72 = 72 * 3_600_000
  const nowMs = fixture.clock.nowMs()
  const propose = (caseId: string, lastsMs: number) =>
    proposeSecurityHold(
      { db: db(), clock: fixture.clock, events: fixture.deps.events },
      { caseId, userId: owner.id, operator: 'ann', reason: 'owner_asked', untilMs: nowMs + lastsMs },
    )
  const write = (caseId: string, lastsMs: number, reader: Reader = db()) =>
    sql`insert into security_hold (case_id, user_id, operator, reason, until, at)
      values (${caseId}, ${owner.id}, 'ben', 'owner_asked', ${nowMs + lastsMs}, ${nowMs})`
      .execute(reader)
      .then(
        () => 'done',
        (thrown: { constraint?: string }) => thrown.constraint,
      )
  for (const wrong of [hours72 + 1, 0, -1]) {
    expect(await propose('C-1', wrong)).toEqual({ ok: false, refusal: { code: 'hold_too_long' } })
    expect(await write('C-2', wrong)).toBe('hold_is_short')
  }
  expect(await propose('C-1', hours72)).toMatchObject({ ok: true })
  const undone = (caseId: string, lastsMs: number) =>
    db()
      .transaction()
      .execute(async (tx) => {
        await write(caseId, lastsMs, tx)
        throw new Error('written')
      })
  await expect(undone('C-2', 1)).rejects.toThrow('written')
  await expect(undone('C-3', hours72)).rejects.toThrow('written')
})

test('a hold that begins after the offer refuses the signed request, and no funds are held', async () => {
  const owner = await fixture.addOwner({ [USDT]: '500' })
  const asked = { typeId: typeOf(USDT), destination: newAddress(), amount: '10' }
  const offer = await fixture.answers.withdrawalIntent(asked, fixture.ask(owner))
  const signature = signIntent(offer.fields as unknown as WithdrawalIntent, owner.key)
  for (const operator of ['ann', 'ben']) {
    const given = { caseId: 'C-9', userId: owner.id, operator, reason: 'owner_asked' } as const
    const untilMs = fixture.clock.nowMs() + 3_600_000
    await proposeSecurityHold(
      { db: db(), clock: fixture.clock, events: fixture.deps.events },
      { ...given, untilMs },
    )
  }
  const input = { ...asked, intent: offer.intent, signature, code: '' }
  await expect(fixture.answers.cash_out(input, fixture.ask(owner))).rejects.toMatchObject({
    code: 'security_hold',
  })
  expect(await free(owner)).toBe(units('500'))
})

test('a deadline lies ahead while a withdrawal is not paid, and while a new address waits', async () => {
  const isAhead = () => hasDeadline(db(), fixture.clock.nowMs())
  const [waiting, paying] = [
    await fixture.addOwner({}),
    await fixture.addOwner({ [USDT]: '100', [ETH]: '1' }),
  ]
  expect(await isAhead()).toBe(false)
  await addAddress(fixture.deps, waiting, { address: newAddress(), label: '' }, fixture.clock.nowMs())
  expect(await isAhead()).toBe(true)
  fixture.clock.advance(NEW_ADDRESS_MS)
  expect(await isAhead()).toBe(false)
  await fixture.withdraw(paying, { amount: '10', to: newAddress() })
  expect(await isAhead()).toBe(true)
})
