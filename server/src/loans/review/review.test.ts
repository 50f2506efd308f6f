import { LOAN } from '@tickmark/core/loans/terms'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { setServer, signIn, wallet } from '../../app/app.testing.ts'
import { movableClock } from '../../platform/clock.testing.ts'
import { operatorOf } from '../../support/support.testing.ts'
import type { Caller } from '../../app/app.testing.ts'
import { ask, call, newest, person, type Person, sign, submit, TYPED, upload } from '../loans.testing.ts'

const [REVIEWER, SUPPORT, SECOND] = [71_001, 71_002, 71_003]
const clock = movableClock({ isStill: true, startMs: Date.parse('2027-01-31T12:00:00Z') })
const OPERATORS = `${wallet(REVIEWER).address}:reviewer ${wallet(SUPPORT).address}:support ${wallet(SECOND).address}:reviewer`
const server = setServer({ clock, env: { CONTENT: 'none', OPERATORS } })
const url = () => server.url
let reviewer: Caller
beforeAll(async () => void (reviewer = await operatorOf(url, REVIEWER)))

let number = 71_100
const somebody = () => person(server, ++number)
const codeOf = async (...given: Parameters<typeof ask>) => (await ask(...given)).body.code
const inboxOf = async ({ who }: Person) =>
  (await who.get('/api/getMyMessage', { query: { pageNum: '1', pageSize: '20' } })).text

/** A picture for the reviewer; asks again while the server is busy. */
async function pictureOf(fields: Record<string, unknown>, by = reviewer): Promise<{ picture: string }> {
  for (let tries = 1; ; tries++) {
    const reply = await ask(by, 'deskLoanPicture', fields)
    if (reply.status === 200) return reply.body.data as { picture: string }
    if (reply.body.code !== 'busy' || tries === 10) throw new Error(reply.text)
  }
}

/** Sees what has to be seen before an approval. */
async function look(by: Caller, applyId: string): Promise<void> {
  await call(by, 'deskLoan', { applyId, reason: 'before approving' })
  for (const purpose of ['front', 'back'])
    await pictureOf({ applyId, purpose, reason: 'before approving' }, by)
}

async function later(one: Person, ms: number): Promise<void> {
  clock.advance(ms)
  await server.app.idle()
  await signIn(one.who, wallet(one.number))
  await signIn(reviewer, wallet(REVIEWER))
}

const rowOf = (id: string) =>
  server.database.database.db
    .selectFrom('loan_application')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('[T27] with a reviewer configured nobody is simulated, and whoever looks leaves a line that the owner counts', async () => {
  const one = await somebody()
  const id = await submit(one)
  clock.advance(60_000)
  await server.app.idle()
  expect(await newest(one)).toMatchObject({ state: 0, decidesAt: null, viewed: 0 })
  expect((await call(one.who, 'getLoanDraft')).reviewer).toBe('people')
  const queue = await call(reviewer, 'deskLoans')
  expect(queue).toMatchObject({ total: 1, list: [{ id, amount: '1200.5', instalments: 6 }] })
  const support = await operatorOf(url, SUPPORT)
  for (const name of ['deskLoan', 'deskLoanPicture', 'deskApproveLoan', 'deskRejectLoan'] as const) {
    const fields = { applyId: id, reason: 'curious', purpose: 'front' }
    expect(await codeOf(support, name, fields), name).toBe('role_missing')
    expect(await codeOf(one.who, name, fields), name).toBe('operators_only')
  }
  expect(await codeOf(reviewer, 'deskLoan', { applyId: id, reason: ' a ' })).toBe('bad_request')
  expect(await newest(one)).toMatchObject({ viewed: 0 })

  const read = await call(reviewer, 'deskLoan', { applyId: id, reason: 'case 7: first review' })
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
  // The mark is red, and the photo is grey.
  const { channels } = await sharp(marked).stats()
  expect((channels[0]?.mean ?? 0) - (channels[1]?.mean ?? 0)).toBeGreaterThan(3)
  const again = await call(reviewer, 'deskLoan', { applyId: id, reason: 'case 7: second look' })
  expect(again.views.map(({ what, viewer, reason }) => [what, viewer, reason])).toEqual([
    ['details', wallet(REVIEWER).address, 'case 7: first review'],
    ['front', wallet(REVIEWER).address, 'case 7: the photo'],
    ['details', wallet(REVIEWER).address, 'case 7: second look'],
  ])
  expect(await newest(one)).toMatchObject({ viewed: 3 })
  const deeds = await server.database.database.db
    .selectFrom('operator_action')
    .select(['action', 'operator'])
    .where('subject', '=', `loan ${id}`)
    .execute()
  expect(deeds).toEqual(
    Array.from({ length: 3 }, () => ({ action: 'loans.view', operator: wallet(REVIEWER).address })),
  )
  await expect(
    server.database.database.db.deleteFrom('loan_view').where('application', '=', id).execute(),
  ).rejects.toThrow('never changed')
})

test('[T27] an operator sees at most 30 details and pictures in an hour, also when asking all at once', async () => {
  const one = await somebody()
  const id = await submit(one)
  const second = await operatorOf(url, SECOND)
  const look = () => codeOf(second, 'deskLoan', { applyId: id, reason: 'case 8' })
  const codes = await Promise.all(Array.from({ length: 34 }, look))
  expect(codes.filter((code) => code === undefined)).toHaveLength(30)
  expect(new Set(codes)).toEqual(new Set([undefined, 'too_many_requests']))
  clock.advance(3_600_000)
  expect(await look()).toBeUndefined()
})

test('an approval pays out once, and cannot be taken back', async () => {
  const one = await somebody()
  const id = await submit(one)
  const approval = () => codeOf(reviewer, 'deskApproveLoan', { applyId: id })
  expect(await approval()).toBe('loan_not_viewed')
  await call(reviewer, 'deskLoan', { applyId: id, reason: 'the details alone' })
  expect(await approval()).toBe('loan_not_viewed')
  // What another reviewer saw does not count.
  await look(await operatorOf(url, SECOND), id)
  expect(await approval()).toBe('loan_not_viewed')
  await look(reviewer, id)
  const both = await Promise.all([1, 2, 3].map(approval))
  expect(both.filter((code) => code === 'loan_decided')).toHaveLength(2)
  expect(both).toContain(undefined)
  expect(await newest(one)).toMatchObject({ state: 1, identity: { state: 'verified' } })
  expect((await call(one.who, 'loanOrderList', { applyId: id })).orders).toHaveLength(6)
  const deed = await server.database.database.db
    .selectFrom('operator_action')
    .select('details')
    .where('subject', '=', `loan ${id}`)
    .where('action', '=', 'loans.approve')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(deed.details)).toEqual({ amount: '1200.5', borrower: wallet(one.number).address })
  expect(await codeOf(reviewer, 'deskRejectLoan', { applyId: id, reason: 'too late' })).toBe('loan_decided')
  expect(await codeOf(one.who, 'withdrawLoan', { applyId: id })).toBe('loan_decided')
  const none = '01234567-89ab-4def-8123-456789abcdef'
  expect(await codeOf(reviewer, 'deskApproveLoan', { applyId: none })).toBe('loan_unknown')
})

test('nobody approves his own loan, nor one whose owner began a break since', async () => {
  const own: Person = { who: reviewer, number: REVIEWER, server }
  await reviewer.post('/api/register', { json: {} })
  const id = await submit(own)
  expect(await codeOf(reviewer, 'deskApproveLoan', { applyId: id })).toBe('loan_own')
  const second = await operatorOf(url, SECOND)
  await look(second, id)
  await reviewer.post('/api/takeBreak', { json: { hours: 24 } })
  expect(await codeOf(second, 'deskApproveLoan', { applyId: id })).toBe('on_break')
  await reviewer.post('/api/exclude', { json: { months: 6 } })
  expect(await codeOf(second, 'deskApproveLoan', { applyId: id })).toBe('excluded')
  expect(await newest(own)).toMatchObject({ state: 0 })
  await call(second, 'deskRejectLoan', { applyId: id, reason: 'rule:name' })
  expect(await inboxOf(own)).toContain('Reason: rule:name')
})

test('a rejection gives its reason; details and pictures are deleted after 30 days, the row and its hash stay', async () => {
  const one = await somebody()
  const id = await submit(one)
  const { draft } = await call(one.who, 'getLoanDraft')
  expect(draft).toBeNull()
  await call(reviewer, 'deskRejectLoan', {
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
  expect(await call(reviewer, 'deskLoan', { applyId: id, reason: 'case 9' })).toMatchObject({
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

test('an application that is asked for again is a draft with its photos for 14 days, and is sent again', async () => {
  const one = await somebody()
  const id = await submit(one)
  await call(reviewer, 'deskAskLoanAgain', { applyId: id, reason: 'Please write your whole name.' })
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
  const sent = await call(one.who, 'loanApply', await sign(one))
  expect(await newest(one)).toMatchObject({ id: sent.id, state: 0 })
  const { details, pictures } = await call(reviewer, 'deskLoan', { applyId: sent.id, reason: 'case 10' })
  expect(details?.name).toBe('Ann Maria Lee')
  expect(pictures).toHaveLength(3)
  // Not taken up, the draft is deleted with its time; a photo of it stays with the rejected application's 30 days.
  const other = await somebody()
  const first = await submit(other)
  await call(reviewer, 'deskAskLoanAgain', { applyId: first, reason: 'Please take the photo again.' })
  await later(other, LOAN.decisionLifeMs + 600_000)
  expect((await call(other.who, 'getLoanDraft')).draft).toBeNull()
  expect(await newest(other)).toMatchObject({ id: first, mayResubmit: false })
})

test('an application that nobody decided in 14 days lapses, and cannot be approved a moment later', async () => {
  const one = await somebody()
  const id = await submit(one)
  clock.advance(LOAN.decisionLifeMs)
  await signIn(reviewer, wallet(REVIEWER))
  expect(await codeOf(reviewer, 'deskApproveLoan', { applyId: id })).toBe('loan_decided')
  await later(one, 600_000)
  expect(await newest(one)).toMatchObject({ state: 2, identity: { state: 'none' } })
  expect(await inboxOf(one)).toContain('lapsed')
  expect((await upload(one, 'front', Buffer.from('no picture'))).body.code).toBe('picture_invalid')
})
