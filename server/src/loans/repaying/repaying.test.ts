import type { SignedConsent } from '@tickmark/core/consent/bundle'
import { exitConsentText } from '@tickmark/core/consent/hostingConsent'
import { ORIGIN, ownerCrypto, testOwner } from '@tickmark/core/consent/owner.testing'
import { readRepaymentText } from '@tickmark/core/consent/repaymentConsent'
import { ONE } from '@tickmark/core/money/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertDelegation } from '../../accounts/sessionStore.ts'
import type { Tx } from '../../db/pool.ts'
import type { AuditFacts } from '../../module/auditRule.ts'
import { transact } from '../../db/transact.ts'
import { codeOf } from '../../orders/orders.testing.ts'
import { answersOf, openLending, type Application, type LendingFixture } from '../lending/lending.testing.ts'
import { repaymentsOffConsents } from './auditRepayments.ts'
import { signingSession } from './repaying.testing.ts'

const START_MS = Date.parse('2027-01-10T12:00:00Z')
const OWED = 1_200n * ONE

let lending: LendingFixture
beforeAll(async () => void (lending = await openLending(START_MS)))
afterAll(() => lending.close())

type Session = Awaited<ReturnType<typeof signingSession>>

async function signer(): Promise<{ one: Application; own: Session }> {
  const one = await lending.borrower()
  return { one, own: await signingSession(lending, one) }
}

const stored = (loan: string) =>
  lending.test.database.db.selectFrom('loan_repayment').selectAll().where('loan', '=', loan).execute()

test('a signed repayment is stored with what it paid', async () => {
  const { one, own } = await signer()
  const consent = await own.signs(2)
  const ask = own.context()
  const paid = await own.repay(2, OWED, consent, { ask })
  expect(paid).toMatchObject({ paid: '200', left: '1000' })
  const [row, ...more] = await stored(one.id)
  expect(more).toEqual([])
  expect(row).toMatchObject({ loan: one.id, first: 1, last: 2, text: consent.text })
  expect(row?.signature.toString('hex')).toBe(consent.signature)
  expect(row?.session.toString('hex')).toBe(own.session)
  expect(readRepaymentText(consent.text)).toMatchObject({ fee: '0', sum: String(200n * ONE) })
  // A repeated request gets the first answer.
  expect(await own.repay(2, OWED, consent, { ask })).toEqual(paid)
  // So does one from a later session of the wallet, whose key signed nothing, and from one without a key.
  const later = (await signingSession(lending, one)).context()
  const keyless = lending.ask(one.userId)
  for (const { session } of [later, keyless])
    expect(await own.repay(2, OWED, consent, { ask: { ...ask, session } })).toEqual(paid)
  // A new request with the same text does not.
  expect(await codeOf(own.repay(2, OWED, consent))).toBe('loan_sum_changed')
  expect(await codeOf(own.repay(2, 1_000n * ONE, consent))).toBe('consent_other_terms')
  expect(await codeOf(own.repay(2, 1_000n * ONE, await own.signs(2), { ask }))).toBe('key_reused')
  expect(await own.repay(10, 1_000n * ONE, await own.signs(10))).toMatchObject({ left: '0' })
  expect((await stored(one.id)).map(({ first, last }) => [first, last])).toEqual([
    [1, 2],
    [3, 12],
  ])
  expect(await lending.findings()).toEqual([])
})

const OTHER = '00000000-0000-4000-8000-000000000001'

test.each<[string, (own: Session) => Promise<SignedConsent | undefined>, string]>([
  ['no signature', async () => undefined, 'consent_missing'],
  ['another loan', (own) => own.signs(2, { loan: OTHER }), 'consent_other_terms'],
  ['an instalment less', (own) => own.signs(1), 'consent_other_terms'],
  ['an instalment more', (own) => own.signs(3), 'consent_other_terms'],
  ['later instalments', (own) => own.signs(2, { first: 2, last: 3 }), 'consent_other_terms'],
  ['a late fee', (own) => own.signs(2, { fee: '1' }), 'consent_other_terms'],
  ['a unit less', (own) => own.signs(2, { sum: String(200n * ONE - 1n) }), 'consent_other_terms'],
  ['another site', (own) => own.signs(2, { origin: 'https://evil.example' }), 'consent_other_session'],
  ['a time 3 s ahead', (own) => own.signs(2, { at: START_MS + 3_000 }), 'consent_time_off'],
  [
    'a time that has run out',
    (own) => own.signs(2, { at: START_MS - 6_000, expires: START_MS - 1_000 }),
    'consent_expired',
  ],
  [
    'the signature of another text',
    async (own) => ({ ...(await own.signs(2)), signature: (await own.signs(2)).signature }),
    'consent_invalid',
  ],
  ['no readable text', async () => ({ text: '', signature: '' }), 'consent_invalid'],
])('a session with a key repays nothing with %s', async (_, consentOf, code) => {
  const { one, own } = await signer()
  expect(await codeOf(own.repay(2, OWED, await consentOf(own)))).toBe(code)
  expect(await lending.has(one.userId)).toBe(OWED)
  expect(await stored(one.id)).toEqual([])
})

test('a text of another kind, or a stranger’s, repays nothing', async () => {
  const { one, own } = await signer()
  const stranger = await signingSession(lending, await lending.borrower())
  const { text } = await own.signs(1)
  const read = readRepaymentText(text)
  if (!read) throw new Error('he signs a repayment')
  const exit = testOwner(lending.walletOf(one.userId), START_MS).sign(
    exitConsentText({ ...read, order: one.id, back: '1' }),
  )
  expect(await codeOf(own.repay(1, OWED, exit))).toBe('consent_invalid')
  expect(await codeOf(own.repay(1, OWED, await stranger.signs(1, { loan: one.id })))).toBe(
    'consent_other_session',
  )
  expect(await lending.has(one.userId)).toBe(OWED)
})

test('a session’s number is used once', async () => {
  const { one, own } = await signer()
  const consent = await own.signs(1)
  await own.repay(1, OWED, consent)
  const { nonce } = readRepaymentText(consent.text) ?? { nonce: 0 }
  expect(await codeOf(own.repay(1, 1_100n * ONE, await own.signs(1, { nonce })))).toBe('consent_used')
  expect(await lending.has(one.userId)).toBe(1_100n * ONE)
  expect(await lending.findings()).toEqual([])
})

test('a session without a key repays unsigned, until the wallet has delegated to a key in another', async () => {
  const one = await lending.borrower()
  const unsigned = (owed: string, consent?: SignedConsent) =>
    codeOf(
      answersOf(lending.house).repayLoan(
        { applyId: one.id, instalments: 1, owed, ...(consent && { consent }) },
        lending.ask(one.userId),
      ),
    )
  expect(await unsigned('1200')).toBe('ok')
  const own = await signingSession(lending, one)
  expect(await unsigned('1100')).toBe('consent_missing')
  expect(await unsigned('1100', await own.signs(1))).toBe('consent_other_session')
  expect(await lending.has(one.userId)).toBe(1_100n * ONE)
  expect(await codeOf(own.repay(1, 1_100n * ONE, await own.signs(1)))).toBe('ok')
  expect(await lending.findings()).toEqual([])
})

const WALLETS = { recoverWallet: ownerCrypto.recoverWallet, hasCode: async () => false, sites: [ORIGIN] }

/** The places that the audit names after a change past the triggers. */
async function foundAfter(
  change: string | ((tx: Tx) => Promise<unknown>),
  sinceMs: number | null = null,
  given: Pick<AuditFacts, 'wallets'> = { wallets: WALLETS },
): Promise<string[]> {
  let found: string[] = []
  const undone = new Error('undone')
  const trial = transact(lending.test.database.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await (typeof change === 'string' ? sql.raw(change).execute(tx) : change(tx))
    const since = sinceMs === null ? null : { atMs: sinceMs, logSize: 0, carried: {} }
    found = (await repaymentsOffConsents(tx, { since, ...given })).map(({ where }) => where)
    throw undone
  })
  await expect(trial).rejects.toBe(undone)
  return found
}

test('the audit finds an early repayment that is not what its borrower signed', async () => {
  lending.goTo(new Date(lending.house.clock.nowMs() + 600_000).toISOString())
  const { one, own } = await signer()
  lending.goTo(new Date(lending.house.clock.nowMs() + 600_000).toISOString())
  await own.repay(2, OWED, await own.signs(2))
  const atMs = lending.house.clock.nowMs()
  const [signed, first, second, third] = [
    `loan ${one.id}, repayment 1 to 2`,
    ...[1, 2, 3].map((number) => `loan ${one.id}, instalment ${number}`),
  ]
  expect(await foundAfter('select 1')).toEqual([])
  const row = (change: string) => `update loan_repayment set ${change} where loan = '${one.id}'`
  const text = (from: string, to: string) => row(`text = replace(text, '${from}', '${to}')`)
  const part = (change: string, number: number) =>
    `update loan_instalment set ${change} where loan = '${one.id}' and number = ${number}`

  // Nobody signed.
  const gone = `delete from loan_repayment where loan = '${one.id}'`
  expect(await foundAfter(gone)).toEqual([first, second])
  expect(await foundAfter(part(`paid_at_ms = ${atMs + 1}`, 3))).toEqual([third])
  expect(await foundAfter(part(`paid_at_ms = ${atMs}`, 3))).toEqual([third])
  // Of a step, what came since.
  expect(await foundAfter(gone, atMs - 1)).toEqual([first, second])
  expect(await foundAfter(gone, atMs)).toEqual([])
  expect(await foundAfter(text('"sum":"200', '"sum":"201'), atMs - 1)).toEqual([signed])
  expect(await foundAfter(text('"sum":"200', '"sum":"201'), atMs)).toEqual([])

  // Something else was signed, or somebody else signed it.
  for (const [from, to] of [
    ['"first":1', '"first":2'],
    ['"last":2', '"last":3'],
    ['"fee":"0"', '"fee":"1"'],
    ['"sum":"200', '"sum":"201'],
    [one.id, OTHER],
    ['tickmark-repayment/1', 'tickmark-repayment/2'],
    ['https://tickmark.example', 'https://tickmark.exampla'],
    ['"head":{"root":"","size":0}', `"head":{"root":"${'0'.repeat(64)}","size":1}`],
  ] as const)
    expect([from, await foundAfter(text(from, to))]).toEqual([from, [signed]])
  expect(await foundAfter(row('signature = sha256(signature) || sha256(signature)'))).toEqual([signed])
  expect(await foundAfter(row('nonce = nonce + 1'))).toEqual([signed])
  expect(await foundAfter(part('amount = amount + 1000000', 2))).toEqual([signed])
  expect(await foundAfter(row('at_ms = at_ms + 1'))).toEqual([first, second, signed])
  expect(await foundAfter(part(`paid_at_ms = ${atMs + 1}`, 2))).toEqual([second, signed])
  expect(await foundAfter(row('last = 3'))).toEqual([`loan ${one.id}, repayment 1 to 3`])
  expect(await foundAfter(row('first = 2'))).toEqual([first, `loan ${one.id}, repayment 2 to 2`])
  const key = (change: string) => `update delegation set ${change} where session = '\\x${own.session}'`
  expect(await foundAfter(key(`signature = '0x'`))).toEqual([signed])
  expect(await foundAfter(key(`signature = '0x'`), null, {})).toEqual([])
  expect(await foundAfter(key(`kind = 'contract'`))).toEqual([signed])
  const elsewhere = { wallets: { ...WALLETS, sites: ['https://other.example'] } }
  expect(await foundAfter('select 1', null, elsewhere)).toContain(signed)
  const forgotten = `delete from delegation where session = '\\x${own.session}'`
  expect(await foundAfter(forgotten)).toEqual([signed])

  // The house forgets the key and what it signed: his wallet must have signed in without one.
  const address = own.delegation.address
  const keyless = (change: string) => `${gone}; ${forgotten}; ${change} where address = '${address}'`
  expect(await foundAfter(keyless('update keyless_sign_in set kind = kind'))).toEqual([])
  expect(await foundAfter(keyless('delete from keyless_sign_in'))).toEqual([first])
  expect(await foundAfter(keyless(`update keyless_sign_in set signature = '0x'`))).toEqual([first])
})

test('the audit finds a repayment by the key of a stranger, or of a time when it was no key of his', async () => {
  const { one, own } = await signer()
  await own.repay(1, OWED, await own.signs(1))
  const atMs = lending.house.clock.nowMs()
  const where = [`loan ${one.id}, repayment 1 to 1`]
  const [row] = await stored(one.id)
  const read = readRepaymentText(row?.text ?? '')
  if (!row || !read) throw new Error('it is stored')
  const other = await lending.borrower()
  const resigned = (by: Pick<Session, 'session'>, consent: SignedConsent) => (tx: Tx) =>
    tx
      .updateTable('loan_repayment')
      .set({
        session: Buffer.from(by.session, 'hex'),
        nonce: BigInt(readRepaymentText(consent.text)?.nonce ?? 0),
        text: consent.text,
        signature: Buffer.from(consent.signature, 'hex'),
      })
      .where('loan', '=', one.id)
      .execute()
  const same = await signingSession(lending, one)
  const { at, expires, first, last, fee, sum } = read
  const terms = { loan: one.id, first, last, fee, sum, at, expires }
  expect(await foundAfter(resigned(same, await same.signs(1, terms)))).toEqual([])
  const stranger = await signingSession(lending, other)
  expect(await foundAfter(resigned(stranger, await stranger.signs(1, terms)))).toEqual(where)
  // The house makes up a key for him, which his wallet never named.
  const made = testOwner(lending.walletOf(other.userId), atMs)
  const text = made.delegation.text.replace(made.delegation.address, own.delegation.address)
  const madeUp = { ...made.delegation, text, address: own.delegation.address }
  const byMadeUp = made.sign(row.text.replace(own.session, made.session))
  const forged = async (tx: Tx) => {
    await insertDelegation(tx, made.session, madeUp)
    await resigned(made, byMadeUp)(tx)
  }
  expect(await foundAfter(forged)).toEqual(where)
  for (const [late, found] of [
    [5_000, []],
    [5_001, where],
  ] as const) {
    const later = { at: atMs - late, expires: atMs - late + 5_000 }
    const consent = await same.signs(1, { ...terms, ...later })
    expect(await foundAfter(resigned(same, consent))).toEqual(found)
  }
})

test('a late fee that a repayment pays is in its text', async () => {
  const one = await lending.borrower()
  await lending.give(one.userId, -OWED)
  for (const days of [48, 52, 53, 54]) {
    lending.goTo(new Date(START_MS + days * 86_400_000).toISOString())
    await lending.look()
  }
  const own = await signingSession(lending, one)
  await lending.give(one.userId, 160n * ONE)
  const owed = 1_260n * ONE
  expect(await codeOf(own.repay(1, owed, await own.signs(1, { fee: '0' })))).toBe('consent_other_terms')
  expect(await own.repay(0, owed, await own.signs(0))).toMatchObject({ paid: '60', left: '1200' })
  expect(await own.repay(1, OWED, await own.signs(1))).toMatchObject({ paid: '100' })
  const [fee] = await stored(one.id)
  expect(readRepaymentText(fee?.text ?? '')).toMatchObject({ first: 0, last: 0, fee: String(60n * ONE) })
  const where = [`loan ${one.id}, repayment 0 to 0`]
  expect(await lending.findings()).toEqual([])
  expect(
    await foundAfter(`update loan set fee_paid_at_ms = fee_paid_at_ms + 1 where id = '${one.id}'`),
  ).toEqual(where)
  expect(await foundAfter(`update loan set fee_paid_at_ms = null where id = '${one.id}'`)).toEqual(where)
})
