import { LOAN } from '@tickmark/core/loans/terms'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { setServer, signIn, wallet } from '../../app/app.testing.ts'
import { transact } from '../../db/transact.ts'
import { movableClock } from '../../platform/clock.testing.ts'
import { operatorCaller, operatorOf } from '../../app/operatorCaller.testing.ts'
import type { Caller } from '../../app/app.testing.ts'
import { approve as approveAs, ask as askFor, type Asked } from '../../app/decided.testing.ts'
import { ask, call, newest, person, type Person, sign, submit, TYPED, upload } from '../loans.testing.ts'
import type { LoanDeps } from '../ports.ts'
import { hasLapsed } from './decide.ts'
import { loanApprovalKind } from './loanApproval.ts'

const [REVIEWER, SUPPORT, SECOND] = [71_001, 71_002, 71_003]
const clock = movableClock({ isStill: true, startMs: Date.parse('2027-01-31T12:00:00Z') })
const OPERATORS = `${wallet(REVIEWER).address}:reviewer ${wallet(SUPPORT).address}:support ${wallet(SECOND).address}:reviewer`
const server = setServer({ clock, env: { CONTENT: 'none', OPERATORS } })
const url = () => server.url
let reviewer: Caller
beforeEach(async () => void (reviewer = await operatorOf(url, wallet(REVIEWER))))

let number = 71_100
const somebody = () => person(server, ++number)
const codeOf = async (...given: Parameters<typeof ask>) => (await ask(...given)).body.code
const inboxOf = async ({ who }: Person) =>
  (await who.get('/api/getMyMessage', { query: { pageNum: '1', pageSize: '20' } })).text

/** A picture for the reviewer; retried while the server is busy. */
async function pictureOf(fields: Record<string, unknown>, by = reviewer): Promise<{ picture: string }> {
  for (let tries = 1; ; tries++) {
    const reply = await ask(by, 'consoleLoanPicture', fields)
    if (reply.status === 200) return reply.body.data as { picture: string }
    if (reply.body.code !== 'busy' || tries === 10) throw new Error(reply.text)
  }
}

/** Views everything that an approval requires. */
async function look(by: Caller, applyId: string): Promise<void> {
  await call(by, 'consoleLoan', { applyId, reason: 'before approving' })
  for (const purpose of ['front', 'back'])
    await pictureOf({ applyId, purpose, reason: 'before approving' }, by)
}

const terms = (applyId: string) => ({ applyId, amount: '1200.5', instalments: 6 })
const asked = (by: Caller, applyId: string, more: object = {}) =>
  askFor(by, 'loan.approve', { ...terms(applyId), ...more })

/** Two reviewers approve, one after the other; returns the first refusal's code, or `approved`. */
async function approval(applyId: string, [first, second]: readonly Caller[]): Promise<string> {
  return approveAs(second as Caller, await asked(first as Caller, applyId))
}

async function later(one: Person, ms: number): Promise<void> {
  clock.advance(ms)
  await server.app.idle()
  await signIn(one.who, wallet(one.number))
  reviewer = await operatorOf(url, wallet(REVIEWER))
}

const rowOf = (id: string) =>
  server.database.database.db
    .selectFrom('loan_application')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('[T27] with a reviewer configured nothing is decided by simulation, and every view is logged and counted for the owner', async () => {
  const one = await somebody()
  const id = await submit(one)
  clock.advance(60_000)
  await server.app.idle()
  expect(await newest(one)).toMatchObject({ state: 0, decidesAt: null, viewed: 0 })
  expect((await call(one.who, 'getLoanDraft')).reviewer).toBe('people')
  const queue = await call(reviewer, 'consoleLoans')
  const { submitted_at_ms: submittedAt, written_at_ms: writtenAt } = await rowOf(id)
  const times = { submittedAt: Number(submittedAt), decideBefore: Number(writtenAt) + LOAN.decisionLifeMs }
  expect(queue).toMatchObject({ total: 1, list: [{ id, amount: '1200.5', instalments: 6, ...times }] })
  const support = await operatorOf(url, wallet(SUPPORT))
  for (const name of ['consoleLoan', 'consoleLoanPicture', 'consoleRejectLoan'] as const) {
    const fields = { applyId: id, reason: 'curious', purpose: 'front' }
    expect(await codeOf(support, name, fields), name).toBe('role_missing')
    expect(await codeOf(one.who, name, fields), name).toBe('operators_only')
  }
  expect(await asked(support, id)).toBe('role_missing')
  expect(await codeOf(reviewer, 'consoleLoan', { applyId: id, reason: ' a ' })).toBe('bad_request')
  expect(await newest(one)).toMatchObject({ viewed: 0 })

  const read = await call(reviewer, 'consoleLoan', { applyId: id, reason: 'case 7: first review' })
  expect(read).toMatchObject({ id, state: 0, amount: '1200.5', instalments: 6 })
  const { name, phone, idNumber, homeAddress: address } = TYPED
  expect(read.details).toEqual({ name, phone, idNumber, address })
  expect(read.pictures.map(({ purpose }) => purpose)).toEqual(['back', 'front', 'signature'])
  const shown = await pictureOf({
    applyId: id,
    purpose: 'front',
    reason: 'case 7: the photo',
  })
  const marked = Buffer.from(shown.picture, 'base64')
  const { width, height } = await sharp(marked).metadata()
  expect({ width, height }).toEqual({ width: 640, height: 640 })
  // The watermark is red, and the photo is grey.
  const { channels } = await sharp(marked).stats()
  expect((channels[0]?.mean ?? 0) - (channels[1]?.mean ?? 0)).toBeGreaterThan(3)
  const again = await call(reviewer, 'consoleLoan', { applyId: id, reason: 'case 7: second look' })
  expect(again.views.map(({ what, viewer, reason }) => [what, viewer, reason])).toEqual([
    ['details', wallet(REVIEWER).address, 'case 7: first review'],
    ['front', wallet(REVIEWER).address, 'case 7: the photo'],
    ['details', wallet(REVIEWER).address, 'case 7: second look'],
  ])
  expect(await newest(one)).toMatchObject({ viewed: 3 })
  const actions = await server.database.database.db
    .selectFrom('operator_action')
    .select(['action', 'operator', 'details'])
    .where('subject', '=', `loan ${id}`)
    .orderBy('id')
    .execute()
  expect(actions.map(({ details, ...one }) => ({ ...one, ...(JSON.parse(details) as object) }))).toEqual(
    [
      { what: 'details', reason: 'case 7: first review' },
      { what: 'front', reason: 'case 7: the photo' },
      { what: 'details', reason: 'case 7: second look' },
    ].map((one) => ({ action: 'loans.view', operator: wallet(REVIEWER).address, ...one })),
  )
  await expect(
    server.database.database.db.deleteFrom('loan_view').where('application', '=', id).execute(),
  ).rejects.toThrow('never changed')
})

test('[T27] an operator views at most 30 details and pictures in an hour, also with parallel requests', async () => {
  const one = await somebody()
  const id = await submit(one)
  let second = await operatorOf(url, wallet(SECOND))
  const look = () => codeOf(second, 'consoleLoan', { applyId: id, reason: 'case 8' })
  const codes = await Promise.all(Array.from({ length: 34 }, look))
  expect(codes.filter((code) => code === undefined)).toHaveLength(30)
  expect(new Set(codes)).toEqual(new Set([undefined, 'too_many_requests']))
  const { data } = (await ask(second, 'consoleLoan', { applyId: id, reason: 'case 8' })).body
  expect(Number((data as { seconds: string }).seconds)).toBeLessThanOrEqual(3_600)
  clock.advance(3_600_000)
  second = await operatorOf(url, wallet(SECOND))
  expect(await look()).toBeUndefined()
})

test('two reviewers who have both viewed everything pay a loan out, once, and cannot take it back', async () => {
  const one = await somebody()
  const id = await submit(one)
  const second = await operatorOf(url, wallet(SECOND))
  const ask = () => asked(reviewer, id)
  expect(await ask()).toBe('loan_not_viewed')
  await call(reviewer, 'consoleLoan', { applyId: id, reason: 'the details alone' })
  // Another reviewer's views do not count.
  await look(second, id)
  expect(await ask()).toBe('loan_not_viewed')
  await look(reviewer, id)
  expect(await asked(reviewer, id, { amount: '1200' })).toBe('proposal_stale')
  expect(await asked(reviewer, id, { borrower: 'me' })).toBe('proposal_invalid')
  const proposal = (await ask()) as Asked
  expect(proposal.effect).toMatchObject([
    { name: 'application', value: id },
    { name: 'amount', value: '1200.5 USDT' },
    { name: 'instalments', value: '6' },
    { name: 'lendingPool' },
  ])
  expect(await newest(one)).toMatchObject({ state: 0 })
  expect(await approveAs(reviewer, proposal)).toBe('proposal_own')
  const third = await operatorCaller(server, { roles: ['reviewer'] })
  expect(await approveAs(third, proposal)).toBe('loan_not_viewed')
  const all = await Promise.all([1, 2, 3].map(() => approveAs(second, proposal)))
  expect(all.toSorted()).toEqual(['approved', 'proposal_decided', 'proposal_decided'])
  expect(await newest(one)).toMatchObject({ state: 1, identity: { state: 'verified' } })
  expect((await call(one.who, 'loanOrderList', { applyId: id })).orders).toHaveLength(6)
  const action = await server.database.database.db
    .selectFrom('operator_action')
    .select(['operator', 'details'])
    .where('subject', '=', `loan ${id}`)
    .where('action', '=', 'loans.approve')
    .executeTakeFirstOrThrow()
  expect(action.operator).toBe(wallet(SECOND).address)
  expect(JSON.parse(action.details)).toEqual({
    amount: '1200.5',
    borrower: wallet(one.number).address,
    askedBy: wallet(REVIEWER).address,
    proposal: proposal.proposal.id,
  })
  expect(await codeOf(reviewer, 'consoleRejectLoan', { applyId: id, reason: 'too late' })).toBe(
    'loan_decided',
  )
  expect(await codeOf(one.who, 'withdrawLoan', { applyId: id })).toBe('loan_decided')
  expect(await ask()).toBe('loan_decided')
  expect(await asked(reviewer, '01234567-89ab-4def-8123-456789abcdef')).toBe('loan_unknown')
})

test('a proposal shows what is left of the pool, and that it is impossible once the pool is short or the time to decide over', async () => {
  const id = await submit(await somebody())
  const { amount, written_at_ms: writtenAt } = await rowOf(id)
  const endMs = Number(writtenAt) + LOAN.decisionLifeMs
  const effectAt = (nowMs: number, pool: bigint) => {
    const deps: Pick<LoanDeps, 'clock' | 'pool'> = {
      clock: { ...clock, nowMs: () => nowMs },
      pool: async () => pool,
    }
    return transact(server.database.database.db, (tx) =>
      loanApprovalKind(deps as LoanDeps).effect(tx, terms(id)),
    )
  }
  expect((await effectAt(endMs - 1, amount)).at(-1)).toEqual({
    name: 'lendingPool',
    value: '0',
    was: '1200.5',
  })
  await expect(effectAt(endMs - 1, amount - 1n)).rejects.toMatchObject({ code: 'loan_pool_short' })
  await expect(effectAt(endMs, amount)).rejects.toMatchObject({ code: 'loan_decided' })
})

test('the database pays out no loan approved by one operator, or by the simulated reviewer beside operators', async () => {
  const id = await submit(await somebody())
  const by = (decider: string) =>
    server.database.database.db
      .updateTable('loan_application')
      .set({ state: 1, decided_at_ms: BigInt(clock.nowMs()), decided_by: decider })
      .where('id', '=', id)
      .execute()
  await expect(by(wallet(REVIEWER).address)).rejects.toThrow('approved by two operators')
  await expect(by('simulated')).rejects.toThrow('approved by two operators')
})

test('an open proposal does not pay out an application that was rejected or withdrawn meanwhile', async () => {
  const one = await somebody()
  const id = await submit(one)
  const second = await operatorOf(url, wallet(SECOND))
  for (const by of [reviewer, second]) await look(by, id)
  const proposal = await asked(reviewer, id)
  const [rejected, approved] = await Promise.all([
    codeOf(reviewer, 'consoleRejectLoan', { applyId: id, reason: 'I was wrong' }),
    approveAs(second, proposal),
  ])
  // The first decision stands, and the second is refused.
  expect([
    [undefined, 'loan_decided'],
    ['loan_decided', 'approved'],
  ]).toContainEqual([rejected, approved])
})

test('nobody approves their own loan, nor one whose owner has begun a break since', async () => {
  const own: Person = { who: reviewer, number: REVIEWER, server }
  await signIn(reviewer, wallet(REVIEWER))
  await reviewer.post('/api/register', { json: {} })
  const id = await submit(own)
  const second = await operatorOf(url, wallet(SECOND))
  const third = await operatorCaller(server, { roles: ['reviewer'] })
  for (const by of [reviewer, second, third]) await look(by, id)
  expect(await asked(reviewer, id)).toBe('loan_own')
  const proposal = await asked(second, id)
  expect(await approveAs(reviewer, proposal)).toBe('loan_own')
  await reviewer.post('/api/takeBreak', { json: { hours: 24 } })
  expect(await asked(third, id)).toBe('on_break')
  expect(await approveAs(third, proposal)).toBe('on_break')
  await reviewer.post('/api/exclude', { json: { months: 6 } })
  expect(await approveAs(third, proposal)).toBe('excluded')
  expect(await newest(own)).toMatchObject({ state: 0 })
  await call(second, 'consoleRejectLoan', { applyId: id, reason: 'rule:name' })
  expect(await inboxOf(own)).toContain('Reason: rule:name')
})

test('a rejection gives its reason; details and pictures are deleted after 30 days, while the row and its hash stay', async () => {
  const one = await somebody()
  const id = await submit(one)
  const { draft } = await call(one.who, 'getLoanDraft')
  expect(draft).toBeNull()
  await call(reviewer, 'consoleRejectLoan', {
    applyId: id,
    reason: 'The back of the card is <b>unreadable</b>.',
  })
  const told = await newest(one)
  expect(told).toMatchObject({
    state: 2,
    reason: 'The back of the card is <b>unreadable</b>.',
    mayResubmit: false,
  })
  expect(told.identity).toEqual({ state: 'unsuccessful', reason: told.reason })
  expect(await inboxOf(one)).toContain('&lt;b&gt;unreadable')
  const pictures = () =>
    server.database.database.db
      .selectFrom('loan_picture')
      .select('id')
      .where('application', '=', id)
      .execute()
  const [first] = await pictures()
  await later(one, LOAN.rejectedLifeMs - 600_000)
  expect(await pictures()).toHaveLength(3)
  expect((await call(one.who, 'getLoanFile', { applyId: id })).file).toMatchObject({
    format: 'tickmark-loan/1',
  })
  const before = await rowOf(id)
  await later(one, 1_200_000)
  expect(await pictures()).toEqual([])
  expect((await one.who.get(`/api/loans/pictures/${first?.id}`)).status).toBe(404)
  expect(await codeOf(one.who, 'getLoanFile', { applyId: id })).toBe('loan_unknown')
  expect(await call(reviewer, 'consoleLoan', { applyId: id, reason: 'case 9' })).toMatchObject({
    details: null,
    pictures: [],
  })
  const after = await rowOf(id)
  expect(after).toEqual({
    ...before,
    key_number: null,
    wrapped_key: null,
    sealed: null,
    cleared_at_ms: after.cleared_at_ms,
  })
  expect(await newest(one)).toMatchObject({ id, state: 2 })
})

test('a returned application is a draft with its photos for 14 days, and is sent again', async () => {
  const one = await somebody()
  const id = await submit(one)
  await call(reviewer, 'consoleAskLoanAgain', { applyId: id, reason: 'Please write your whole name.' })
  expect(await newest(one)).toMatchObject({
    state: 2,
    mayResubmit: true,
    reason: 'Please write your whole name.',
  })
  expect(await inboxOf(one)).toContain('Please write your whole name.')
  await later(one, 13 * 86_400_000)
  const { draft, blocked } = await call(one.who, 'getLoanDraft')
  expect(blocked).toBeNull()
  expect(draft).toMatchObject({
    name: TYPED.name,
    idNumber: '•••••0T47',
    asked: 'Please write your whole name.',
  })
  expect((await one.who.get(draft?.front?.url ?? '')).status).toBe(200)
  await call(one.who, 'saveLoanDraft', { name: 'Ann Maria Lee' })
  expect((await call(one.who, 'getLoanDraft')).draft?.asked).toBe('Please write your whole name.')
  const sent = await call(one.who, 'loanApply', await sign(one))
  expect(await newest(one)).toMatchObject({ id: sent.id, state: 0 })
  const { details, pictures } = await call(reviewer, 'consoleLoan', { applyId: sent.id, reason: 'case 10' })
  expect(details?.name).toBe('Ann Maria Lee')
  expect(pictures).toHaveLength(3)
  // A draft that is not sent is deleted when it expires; its photos stay as long as the rejected application's, 30 days.
  const other = await somebody()
  const first = await submit(other)
  await call(reviewer, 'consoleAskLoanAgain', { applyId: first, reason: 'Please take the photo again.' })
  const { until } = await call(other.who, 'saveLoanDraft', { name: 'Ann Lee' })
  expect(until).toBe(clock.nowMs() + LOAN.decisionLifeMs)
  await later(other, LOAN.decisionLifeMs + 600_000)
  expect((await call(other.who, 'getLoanDraft')).draft).toBeNull()
  expect(await newest(other)).toMatchObject({ id: first, mayResubmit: false })
})

test('an application can be decided until the last millisecond of its 14 days', () => {
  const end = 1_000 + 14 * 86_400_000
  expect([end - 1, end].map((nowMs) => hasLapsed({ writtenAtMs: 1_000 }, nowMs))).toEqual([false, true])
})

test('an application not decided within 14 days lapses, and cannot be approved a moment later', async () => {
  const one = await somebody()
  const id = await submit(one)
  clock.advance(LOAN.decisionLifeMs)
  reviewer = await operatorOf(url, wallet(REVIEWER))
  expect(await asked(reviewer, id)).toBe('loan_decided')
  await later(one, 600_000)
  expect(await newest(one)).toMatchObject({ state: 2, identity: { state: 'none' } })
  expect(await inboxOf(one)).toContain('lapsed')
  expect((await upload(one, 'front', Buffer.from('no picture'))).body.code).toBe('picture_invalid')
})

test('a disbursed loan is listed with its debt, in the order of due dates', async () => {
  const [first, second] = [await somebody(), await somebody()]
  const ids = [await submit(first), await submit(second)]
  const reviewers = [reviewer, await operatorOf(url, wallet(SECOND))]
  for (const applyId of ids) {
    expect((await call(reviewer, 'consoleLentLoans')).list.map(({ id }) => id)).not.toContain(applyId)
    for (const by of reviewers) await look(by, applyId)
    expect(await approval(applyId, reviewers)).toBe('approved')
  }
  const { list, total } = await call(reviewer, 'consoleLentLoans', { pageSize: 50 })
  expect(total).toBe(list.length)
  expect(list.map(({ due }) => due)).toEqual(list.map(({ due }) => due).toSorted())
  const pages = [1, 2].map((pageNum) => call(reviewer, 'consoleLentLoans', { pageSize: 1, pageNum }))
  const shown = (await Promise.all(pages)).flatMap((one) => one.list.map(({ id }) => id))
  expect(shown).toEqual(list.slice(0, 2).map(({ id }) => id))
  const mine = list.find(({ id }) => id === ids[0])
  expect(mine).toMatchObject({
    amount: '1200.5',
    instalments: 6,
    paid: 0,
    owed: '1200.5',
    standing: 'ahead',
    hasLateFee: false,
  })
  expect(mine?.next).toBe('200.08')
})
