import { LANGUAGES } from '@tickmark/texts/languages'
import { createHash } from 'node:crypto'
import { agreementText } from '@tickmark/core/loans/agreement'
import { detailsHash } from '@tickmark/core/loans/details'
import { parseSealed } from '@tickmark/core/loans/sealed'
import { LOAN } from '@tickmark/core/loans/terms'
import { parseAmount } from '@tickmark/core/money/money'
import type { ThreadItem } from '@tickmark/wire/schemas/support'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { moneyKey, setServer, signIn, wallet } from '../app/app.testing.ts'
import { available } from '../ledger/store.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { sha256 } from '../platform/sha256.ts'
import type { Purpose } from './pictures/pictureStore.ts'
import {
  ask,
  call,
  drawing,
  fill,
  newest,
  person,
  type Person,
  photo,
  sign,
  submit,
  TYPED,
  kept,
  uploaded,
} from './loans.testing.ts'

const clock = movableClock({ isStill: true, startMs: Date.parse('2027-01-31T12:00:00Z') })
const server = setServer({ clock, env: { CONTENT: 'none' } })

let number = 70_100
const somebody = () => person(server, ++number)

async function wait(ms: number): Promise<void> {
  clock.advance(ms)
  await server.app.idle()
}

/** Moves the time on and signs in again: sessions end sooner than some tests wait. */
async function later(one: Person, ms: number): Promise<void> {
  await wait(ms)
  await signIn(one.who, wallet(one.number))
}

/** Leaves the reviewer nothing to look at in later tests: each photo takes it a process. */
const withdraw = (one: Person, id: string) => call(one.who, 'withdrawLoan', { applyId: id })

const codeOf = async (...given: Parameters<typeof ask>) => (await ask(...given)).body.code

test('[LOAN-01] a draft keeps its fields for a day, masks the identity number, and is deleted with its photos', async () => {
  const one = await somebody()
  expect(await call(one.who, 'getLoanDraft')).toEqual({ draft: null, blocked: null, reviewer: 'simulated' })
  await call(one.who, 'saveLoanDraft', { name: ' Ann', amount: 'a lot' })
  const front = await uploaded(one, 'front', await photo())
  expect(await codeOf(one.who, 'saveLoanDraft', { back: front.id })).toBe('file_unknown')
  const { until } = await call(one.who, 'saveLoanDraft', { idNumber: 'L01X00T47', front: front.id })
  const { draft } = await call(one.who, 'getLoanDraft')
  expect(draft).toEqual({
    name: ' Ann',
    phone: '',
    homeAddress: '',
    idNumber: '•••••0T47',
    amount: 'a lot',
    instalments: '',
    front,
    back: null,
    until,
    asked: null,
  })
  expect(until).toBe(clock.nowMs() + LOAN.draftLifeMs)
  clock.advance(1_000)
  // The page may send the mask back as it was shown; each change keeps the draft for another day.
  const changed = await call(one.who, 'saveLoanDraft', { ...TYPED, idNumber: '•••••0T47', front: null })
  expect(changed.until).toBe(clock.nowMs() + LOAN.draftLifeMs)
  expect(await codeOf(one.who, 'writeLoanAgreement')).toBe('loan_picture_missing')
  expect((await one.who.get(front.url)).status).toBe(404)
  const [again, ...backs] = [await kept(one, 'front'), await kept(one, 'back'), await kept(one, 'back')]
  await call(one.who, 'saveLoanDraft', { front: again.id })
  for (const back of backs) await call(one.who, 'saveLoanDraft', { back: back.id })
  expect(await Promise.all(backs.map(async ({ url }) => (await one.who.get(url)).status))).toEqual([404, 200])
  expect((await one.who.get(again.url)).headers.get('content-type')).toBe('image/jpeg')
  await later(one, LOAN.draftLifeMs + 600_000)
  expect((await call(one.who, 'getLoanDraft')).draft).toBeNull()
  expect((await one.who.get(again.url)).status).toBe(404)
})

test('[LOAN-02] each fault of a draft is refused by its own code, in five languages, and no field is lost', async () => {
  const one = await somebody()
  expect(await codeOf(one.who, 'writeLoanAgreement')).toBe('loan_name_invalid')
  const texts = new Set<string>()
  const bad: [Record<string, unknown>, string][] = [
    [{ name: ' ' }, 'loan_name_invalid'],
    [{ phone: '+49 815' }, 'loan_phone_invalid'],
    [{ homeAddress: '' }, 'loan_address_invalid'],
    [{ idNumber: '' }, 'loan_id_number_invalid'],
    [{ amount: 'x' }, 'loan_amount_invalid'],
    [{ amount: '99.99' }, 'loan_amount_outside'],
    [{ amount: '50000.01' }, 'loan_amount_outside'],
    [{ instalments: '7' }, 'loan_instalments_invalid'],
    [{ back: null }, 'loan_picture_missing'],
  ]
  await fill(one)
  for (const [change, code] of bad) {
    await call(one.who, 'saveLoanDraft', { ...TYPED, ...change })
    for (const language of LANGUAGES) {
      const { body } = await ask(one.who, 'writeLoanAgreement', { language })
      expect(body.code, language).toBe(code)
      texts.add(`${code} ${body.message}`)
    }
    const { draft } = await call(one.who, 'getLoanDraft')
    const { back, ...typed } = { ...TYPED, back: 'a photo', ...change }
    expect(draft).toMatchObject({ ...typed, idNumber: typed.idNumber === '' ? '' : '•••••0T47' })
    expect(draft?.back === null).toBe(back === null)
  }
  expect(texts.size).toBe(new Set(bad.map(([, code]) => code)).size * LANGUAGES.length)
})

test('[LOAN-06] [LOAN-08] a signed application is decided after 20 seconds, and its money arrives', async () => {
  const one = await somebody()
  const id = await submit(one)
  expect(await newest(one)).toMatchObject({
    id,
    state: 0,
    amount: '1200.5',
    paid: 0,
    instalments: 6,
    createdAt: clock.nowMs(),
    reason: null,
    decidesAt: clock.nowMs() + 20_000,
    viewed: 0,
    identity: { state: 'pending', reason: null },
  })
  expect((await call(one.who, 'getLoanDraft')).blocked?.code).toBe('loan_open')
  await wait(19_999)
  expect(await newest(one)).toMatchObject({ state: 0 })
  await wait(1)
  // The reviewer read the details and two photos, and each view is logged.
  expect(await newest(one)).toMatchObject({ state: 1, viewed: 3, identity: { state: 'verified' } })
  expect((await call(one.who, 'getLoanDraft')).blocked?.code).toBe('loan_open')
  const { user_id } = await server.database.database.db
    .selectFrom('loan_application')
    .select('user_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const money = await available(server.database.database.db, Number(user_id), 'real', 1)
  expect(money).toBe(parseAmount('1200.5'))
  const kinds = (await one.who.get('/api/getMyMessage', { query: { pageNum: '1', pageSize: '10' } })).text
  expect(kinds).toContain('Application for 1,200.5 USDT submitted')
})

test.each([
  ['a name of one letter', { name: 'A' }, 'fewer than two letters'],
  ['a phone of six digits', { phone: '123456' }, '7 to 15 digits'],
  ['an identity number with a blank', { idNumber: 'L01 X00' }, '5 to 20 letters'],
  ['a small front', { front: () => photo(299) }, 'The photo of the front'],
  [
    'a back of one colour',
    {
      back: () =>
        sharp({ create: { width: 500, height: 400, channels: 3, background: '#777777' } })
          .jpeg()
          .toBuffer(),
    },
    'The photo of the back',
  ],
])('the simulated reviewer rejects %s, and says why', async (_, change, says) => {
  const one = await somebody()
  const more: Record<string, string> = {}
  for (const [name, value] of Object.entries<string | (() => Promise<Buffer>)>(change)) {
    more[name] = typeof value === 'string' ? value : (await kept(one, name as Purpose, await value())).id
  }
  await submit(one, more)
  await wait(20_000)
  const { reason, ...rest } = await newest(one)
  expect(rest).toMatchObject({ state: 2, mayResubmit: false, identity: { state: 'unsuccessful', reason } })
  expect(reason).toContain(says)
  const inbox = await one.who.get('/api/getMyMessage', { query: { pageNum: '1', pageSize: '10' } })
  expect(inbox.text).toContain(says)
  // The applicant may apply again.
  await withdraw(one, await submit(one))
})

test('only the server’s own agreement is submitted, once per key, by the applicant’s wallet and within an hour', async () => {
  const one = await somebody()
  await fill(one)
  const signed = await sign(one)
  const wrong = await wallet(1).signMessage({ message: 'anything' })
  expect(await codeOf(one.who, 'loanApply', { ...signed, signature: wrong })).toBe(
    'agreement_signature_wrong',
  )
  expect(await codeOf(one.who, 'loanApply', { ...signed, signature: '0x' })).toBe('agreement_signature_wrong')
  const front = await kept(one, 'front')
  expect(await codeOf(one.who, 'loanApply', { ...signed, drawing: front.id })).toBe('file_unknown')
  const other = await uploaded(one, 'signature', await drawing())
  const blue = await sharp(await drawing())
    .negate({ alpha: false })
    .png()
    .toBuffer()
  const another = await kept(one, 'signature', blue)
  expect(other.sha256).not.toBe(another.sha256)
  expect(await codeOf(one.who, 'loanApply', { ...signed, drawing: another.id })).toBe(
    'agreement_signature_wrong',
  )
  // A newer agreement replaces it.
  const newer = await sign(one)
  expect(await codeOf(one.who, 'loanApply', signed)).toBe('agreement_expired')
  clock.advance(LOAN.agreementLifeMs)
  expect(await codeOf(one.who, 'loanApply', newer)).toBe('agreement_expired')
  const last = await sign(one)
  const key = moneyKey()
  for (const more of [{ state: 1 }, { amount: '50000' }, { startTime: 0 }]) {
    expect(await codeOf(one.who, 'loanApply', { ...last, ...more })).toBe('bad_request')
  }
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask(one.who, 'loanApply', last, key)))
  for (const { body } of answers) expect(body).toEqual(answers[0]?.body)
  expect(answers[0]?.body).toMatchObject({ status: 200, data: { id: last.application } })
  expect(await codeOf(one.who, 'loanApply', { ...last, drawing: other.id }, key)).toBe('key_reused')
  expect(await codeOf(one.who, 'loanApply', last)).toBe('loan_open')
  expect(await codeOf(one.who, 'saveLoanDraft', { name: 'x' })).toBe('loan_open')
  expect((await call(one.who, 'loanApplyList')).list).toHaveLength(1)
  expect(await newest(one)).toMatchObject({ state: 0, amount: '1200.5' })
  await withdraw(one, last.application)
})

test('two applications at once: only one is submitted', async () => {
  const one = await somebody()
  await fill(one)
  const signed = await sign(one)
  const codes = await Promise.all(Array.from({ length: 6 }, () => codeOf(one.who, 'loanApply', signed)))
  expect(codes.filter((code) => code === undefined)).toHaveLength(1)
  expect(new Set(codes)).toEqual(new Set([undefined, 'loan_open']))
  await withdraw(one, signed.application)
})

test('an application can be withdrawn until it is decided, and its state says so', async () => {
  const one = await somebody()
  const id = await submit(one)
  await withdraw(one, id)
  expect(await newest(one)).toMatchObject({
    state: 2,
    reason: 'You withdrew this application.',
    identity: { state: 'none' },
  })
  expect(await codeOf(one.who, 'withdrawLoan', { applyId: id })).toBe('loan_decided')
  await wait(20_000)
  expect(await newest(one)).toMatchObject({ state: 2 })
})

test('breaks, exclusion and the simulated account stop new applications, and say until when', async () => {
  const one = await somebody()
  const simulated = { book: 1 }
  expect(await codeOf(one.who, 'saveLoanDraft', { ...TYPED, ...simulated })).toBe('loan_account_simulated')
  await fill(one)
  const signed = await sign(one)
  await one.who.post('/api/takeBreak', { json: { hours: 24 } })
  const { blocked } = await call(one.who, 'getLoanDraft')
  expect(blocked?.code).toBe('on_break')
  expect(blocked?.message).toMatch(/2027-/)
  for (const [name, fields] of [
    ['saveLoanDraft', {}],
    ['writeLoanAgreement', {}],
    ['loanApply', signed],
  ] as const) {
    expect(await codeOf(one.who, name, fields), name).toBe('on_break')
  }
  await one.who.post('/api/exclude', { json: { months: 6 } })
  expect((await call(one.who, 'getLoanDraft')).blocked?.code).toBe('excluded')
})

test('the simulated reviewer waits until a break that began since the application has ended', async () => {
  const one = await somebody()
  await submit(one)
  await one.who.post('/api/takeBreak', { json: { hours: 24 } })
  await wait(20_000)
  expect(await newest(one)).toMatchObject({ state: 0, viewed: 0 })
  await later(one, 25 * 3_600_000)
  expect(await newest(one)).toMatchObject({ state: 1 })
})

test('the sealed file rebuilds the agreement, and its details match the hash', async () => {
  const one = await somebody()
  const id = await submit(one)
  const file = parseSealed((await call(one.who, 'getLoanFile', { applyId: id })).file)
  if (!file?.details) throw new Error('the file is no sealed agreement')
  const { salt, ...details } = file.details
  expect(details).toEqual({
    name: TYPED.name,
    phone: TYPED.phone,
    address: TYPED.homeAddress,
    idNumber: TYPED.idNumber,
  })
  expect(detailsHash(details, salt, sha256)).toBe(file.agreement.details)
  const drawn = Buffer.from(file.drawing, 'base64')
  expect(createHash('sha256').update(drawn).digest('hex')).toBe(file.agreement.drawing)
  expect((await sharp(drawn).metadata()).hasAlpha).toBe(true)
  const amount = parseAmount(file.agreement.amount) ?? 0n
  expect(agreementText({ ...file.agreement, amount })).toBe(file.text)
  expect(file.agreement).toMatchObject({
    application: id,
    borrower: wallet(one.number).address,
    site: server.url,
  })
})

test('[T4] somebody else’s application, photo or file gets exactly the answer of a missing one', async () => {
  const [one, stranger] = [await somebody(), await somebody()]
  await fill(one)
  const { draft } = await call(one.who, 'getLoanDraft')
  const signed = await sign(one)
  const { id } = await call(one.who, 'loanApply', signed)
  const none = '01234567-89ab-4def-8123-456789abcdef'
  for (const name of ['withdrawLoan', 'getLoanFile', 'loanOrderList'] as const) {
    const [other, missing] = [
      await ask(stranger.who, name, { applyId: id }),
      await ask(stranger.who, name, { applyId: none }),
    ]
    expect(other.text, name).toBe(missing.text)
    expect(other.body.code, name).toBe('loan_unknown')
  }
  for (const picture of [draft?.front?.url, draft?.back?.url, `/api/loans/pictures/${signed.drawing}`]) {
    const [other, missing] = [
      await stranger.who.get(picture ?? ''),
      await stranger.who.get(`/api/loans/pictures/${none}`),
    ]
    expect([other.status, other.text]).toEqual([missing.status, missing.text])
    expect((await one.who.get(picture ?? '')).status).toBe(200)
  }
  for (const field of ['front', 'back'] as const) {
    const [other, missing] = [draft?.[field]?.id, none]
    const codes = await Promise.all(
      [other, missing].map((file) => ask(stranger.who, 'saveLoanDraft', { [field]: file })),
    )
    expect(codes.map(({ text }) => text)).toEqual([codes[1]?.text, codes[1]?.text])
    expect(codes[0]?.body.code).toBe('file_unknown')
  }
  await fill(stranger)
  expect(await codeOf(stranger.who, 'loanApply', { ...(await sign(stranger)), application: id })).toBe(
    'agreement_expired',
  )
  expect(
    await codeOf(stranger.who, 'loanApply', { ...(await sign(stranger)), drawing: signed.drawing }),
  ).toBe('file_unknown')
})

test('support sees a loan’s amount and state, and nothing personal', async () => {
  const [one, other] = [await somebody(), await somebody()]
  const id = await submit(one)
  const opened = await one.who.post('/api/openThread', { json: { subject: 'loan', subjectId: id } })
  const { thread } = opened.body.data as { thread: ThreadItem }
  expect(thread).toMatchObject({ about: 'Loan 1200.5 USDT', link: `/loandetail/${id}` })
  const lines = new Map(thread.receipt.map((line) => [line.name, line.text]))
  expect([lines.get('State'), lines.get('Instalments')]).toEqual(['Under review', '6'])
  for (const secret of [TYPED.name, TYPED.phone, TYPED.idNumber]) expect(opened.text).not.toContain(secret)
  const refused = await other.who.post('/api/openThread', { json: { subject: 'loan', subjectId: id } })
  expect(refused.body.code).toBe('thread_subject_unknown')
})
