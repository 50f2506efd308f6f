import { checkHosting, HOSTING_FORMAT } from '@tickmark/core/arbitrage/hostingPromise'
import { hostingText, isStatedBy } from '@tickmark/core/arbitrage/hostings'
import { asciiBytes, hexOf } from '@tickmark/core/bytes'
import type { SignedConsent } from '@tickmark/core/consent/bundle'
import type { Book } from '@tickmark/core/money/currencies'
import { ONE } from '@tickmark/core/money/money'
import { testOwner } from '@tickmark/core/consent/owner.testing'
import { crypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keylessSignIn } from '../module/proof/keyless.testing.ts'
import { transact } from '../db/transact.ts'
import { codeOf } from '../orders/orders.testing.ts'
import { signerOf } from '../platform/keys.ts'
import { hostingAnswers } from './routes.ts'
import { statedNow } from './statements/showStatement.ts'
import { hostingStatementAudit as rules } from './auditStatements.ts'
import { openHost, type Host } from './host.testing.ts'
import { openHostingFixture, type HostingFixture } from './hosting.testing.ts'

const START_MS = Date.parse('2027-01-10T12:00:00Z')

let hosting: HostingFixture
beforeAll(async () => void (hosting = await openHostingFixture(START_MS)))
afterAll(() => hosting.close())

/** The verdict on an answer with its owner's signature. The head is left out: this house has no log. */
function checked(
  { statement, signature }: Awaited<ReturnType<Host['place']>>,
  consent: SignedConsent,
  { delegation }: Host,
) {
  const keys = { origin: 'toy', log: '0'.repeat(64), receipts: hosting.deps.signer.publicKey }
  const bundle = { ...consent, delegation }
  const file = { format: HOSTING_FORMAT, statement, signature, consent: bundle, head: 'toy\n', keys }
  const { steps } = checkHosting(JSON.parse(JSON.stringify(file)), crypto, { owner: delegation.address })
  return steps.filter((one) => !one.ok).map((one) => one.name)
}

test('a signed order and its signed exit lead from the house’s statements to the owner’s wallet', async () => {
  const one = await openHost(hosting, 1)
  const signed = one.hosts()
  const placed = await one.place(signed)
  expect(placed.orderNumber).toBe(placed.statement.order)
  expect(checked(placed, signed, one)).toEqual(['checkpoint'])
  const other = one.hosts()
  expect(checked(placed, other, one)).toEqual(['consent', 'checkpoint'])
  expect(checked({ ...placed, signature: '0'.repeat(128) }, signed, one)).toContain('answer_signature')
  const ending = one.exits(placed.orderNumber)
  const left = await one.exit(placed.orderNumber, ending)
  expect(checked({ ...placed, ...left }, ending, one)).toEqual(['checkpoint'])
  expect(left.statement).toMatchObject({ kind: 'exit', order: placed.orderNumber, back: '9950000000' })
  expect(await hosting.findings()).toEqual([])
})

test('after a change of keys, a statement is shown under the present one', async () => {
  const one = await openHost(hosting, 71)
  const { statement, signature } = await one.place(one.hosts())
  const { signer, db } = hosting.deps
  const next = signerOf(new Uint8Array(32).fill(8))
  const shown = (...known: string[]) => {
    const market = { head: () => null, receiptsKeys: async () => known }
    return statedNow({ db, market, signer: next }, statement.number)
  }
  const anew = await shown(signer.publicKey)
  expect(anew.statement).toEqual(statement)
  expect([signer, next].map((by) => isStatedBy(anew, by.publicKey, crypto))).toEqual([false, true])
  // A statement that no key of the log has signed stays as it is.
  expect((await shown(next.publicKey)).signature).toBe(signature)
})

test('a text hosts once, under whatever key it is sent', async () => {
  const one = await openHost(hosting, 2)
  const signed = one.hosts()
  const codes = await Promise.all([signed, signed, signed].map((text) => codeOf(one.place(text))))
  expect(codes.toSorted()).toEqual(['consent_used', 'consent_used', 'ok'])
  expect(await hosting.hosted(one.userId)).toBe(100n * ONE)
})

test.each<[string, (one: Host) => SignedConsent | undefined, string]>([
  ['no signature', () => undefined, 'consent_missing'],
  ['another principal', (one) => one.hosts({ principal: '1' }), 'consent_other_terms'],
  ['another upper yield', (one) => one.hosts({ upperPpm: 301 }), 'consent_other_terms'],
  ['another fee', (one) => one.hosts({ exitFeePpm: 1 }), 'consent_other_terms'],
  ['the other book', (one) => one.hosts({ book: 'simulated' }), 'consent_other_terms'],
  ['another site', (one) => one.hosts({ origin: 'https://evil.example' }), 'consent_other_session'],
  ['an exit', (one) => one.exits('00000000-0000-4000-8000-000000000001'), 'consent_invalid'],
  [
    'the signature of another text',
    (one) => ({ ...one.hosts(), signature: one.hosts().signature }),
    'consent_invalid',
  ],
  [
    'a time that has run out',
    (one) => one.hosts({ at: START_MS - 6_000, expires: START_MS - 1_000 }),
    'consent_expired',
  ],
])('a session with a key hosts nothing with %s', async (what, consent, code) => {
  const one = await openHost(hosting, what.length + 10)
  expect(await codeOf(one.place(consent(one)))).toBe(code)
  expect(await hosting.hosted(one.userId)).toBe(0n)
})

test('a script with a session’s key spends on early exits what the wallet delegated, and not a cent more', async () => {
  // Each exit of 100 USDT takes 0.5: two are within 1.2 USDT, a third is not.
  const grant = { most: [{ currency: 'USDT', units: (12n * ONE) / 10n }] }
  const one = await openHost(hosting, 70, { grant })
  const before = await hosting.has(one.userId)
  const hosted = []
  for (let i = 0; i < 4; i++) hosted.push((await one.place(one.hosts())).orderNumber)
  const codes = await Promise.all(hosted.map((order) => codeOf(one.exit(order, one.exits(order)))))
  expect(codes.toSorted()).toEqual(['exit_fees_exceeded', 'exit_fees_exceeded', 'ok', 'ok'])
  // The hosted money still belongs to its owner: only the fees of two exits are gone.
  expect((await hosting.has(one.userId)) + (await hosting.hosted(one.userId))).toBe(before - ONE)
  // Nor is more hosted than one exit's allowed fee permits.
  const small = await openHost(hosting, 71, { grant: { most: [{ currency: 'USDT', units: ONE / 2n - 1n }] } })
  expect(await codeOf(small.place(small.hosts()))).toBe('exit_fees_exceeded')
  expect(await hosting.hosted(small.userId)).toBe(0n)
  // After signing in again with the wallet, the owner ends the others.
  const again = await openHost(hosting, 70, { user: one.userId })
  const left = hosted.filter((_, i) => codes[i] !== 'ok')
  for (const order of left) expect(await codeOf(again.exit(order, again.exits(order)))).toBe('ok')
  expect(await hosting.findings()).toEqual([])
})

test('a house that takes a higher exit fee than delegated has no consent to show', async () => {
  const grant = { most: [{ currency: 'USDT', units: (12n * ONE) / 10n }] }
  const one = await openHost(hosting, 73, { grant })
  const signed = one.hosts()
  const placed = await one.place(signed)
  const ending = one.exits(placed.orderNumber, { back: '1' })
  const left = await one.exit(placed.orderNumber, ending)
  expect(checked({ ...placed, ...left }, ending, one)).toEqual(['checkpoint'])
  const statement = { ...left.statement, back: '9800000000', fee: '200000000' }
  const signature = hexOf(hosting.deps.signer.sign(asciiBytes(hostingText(statement))))
  expect(checked({ ...placed, statement, signature }, ending, one)).toEqual(['consent', 'checkpoint'])
})

test('the audit convicts a house whose program forgets earlier exit fees', async () => {
  const grant = { most: [{ currency: 'USDT', units: ONE }] }
  const [one, other] = [await openHost(hosting, 74, { grant }), await openHost(hosting, 75, { grant })]
  const found = async () => {
    const facts = { since: null, next: null } as never
    const findings = await transact(hosting.deps.db, (tx) =>
      Promise.all(rules.map(({ check }) => check(tx, facts))),
    )
    return findings.flat().filter(({ rule }) => rule === 'exit fees = sign-ins')
  }
  const consents = { ...hosting.deps.consents, endedBy: () => Promise.resolve([]) }
  const forgetful = hostingAnswers({ ...hosting.deps, consents })
  const leave = async (host: Host, book: Book = 'real') => {
    const ask = () => ({ ...host.context(), book })
    const asked = { buyMoney: '100', mid: 1, type: '0', userNum: '1', consent: host.hosts({ book }) }
    const { orderNumber } = await forgetful.orderConfirmation(asked, ask())
    await forgetful.exitHosting({ orderNumber, consent: host.exits(orderNumber) }, ask())
  }
  for (const host of [one, one, other]) await leave(host)
  // What a sign-in delegates counts in each book by itself.
  for (const host of [one, one]) await leave(host, 'simulated')
  expect(await found()).toEqual([])
  const over = (book: Book) => ({
    where: `sign-in of key ${one.session}, ${book} book`,
    expected: 'at most 1 USDT',
    found: '1.5 USDT',
  })
  await leave(one)
  expect(await found()).toMatchObject([over('real')])
  await leave(one, 'simulated')
  expect(await found()).toMatchObject([over('real'), over('simulated')])
})

test('an exit needs its own signature, for no more than it gives back', async () => {
  const one = await openHost(hosting, 5)
  const { orderNumber } = await one.place(one.hosts())
  expect(await codeOf(one.exit(orderNumber))).toBe('consent_missing')
  expect(await codeOf(one.exit(orderNumber, one.exits(orderNumber, { back: String(100n * ONE) })))).toBe(
    'consent_other_terms',
  )
  expect(await codeOf(one.exit(orderNumber, one.hosts()))).toBe('consent_invalid')
  // Another session of the same user, which has no key.
  const keyless = hostingAnswers(hosting.deps).exitHosting({ orderNumber }, hosting.ask(one.userId))
  expect(await codeOf(keyless)).toBe('consent_missing')
  expect(await codeOf(one.exit(orderNumber, one.exits(orderNumber)))).toBe('ok')
  expect(await hosting.findings()).toEqual([])
})

test('the audit finds a hosting order or an exit that is not what its owner signed', async () => {
  const [one, other] = [await openHost(hosting, 81), await openHost(hosting, 82)]
  const { orderNumber: id, statement: ticket } = await one.place(one.hosts())
  const { statement: exit } = await one.exit(id, one.exits(id))
  const undone = new Error('undone')
  /** The statements that the audit names when somebody who owns the tables has changed them. */
  const foundAfter = async (change: string, wanted = 'hosted = signed') => {
    let found: string[] = []
    const trial = transact(hosting.deps.db, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql.raw(change).execute(tx)
      const facts = { since: null, next: null } as never
      const findings = await Promise.all(rules.map(({ check }) => check(tx, facts)))
      found = findings.flat().flatMap(({ rule, where }) => (rule === wanted ? [where] : []))
      throw undone
    })
    await expect(trial).rejects.toBe(undone)
    return found
  }
  const [placed, left] = [`statement ${ticket.number}`, `statement ${exit.number}`]
  const order = (change: string) => `update hosting_order set ${change} where id = '${id}'`
  const text = (closes: boolean, from: string, to: string) =>
    `update order_consent set text = replace(text, '${from}', '${to}') where order_id = '${id}' and closes = ${closes}`
  expect(await foundAfter('select 1')).toEqual([])
  expect(await foundAfter(order('upper_ppm = upper_ppm - 1'))).toEqual([placed])
  expect(await foundAfter(order('principal = principal / 2, fee = fee / 2'))).toEqual([placed, left])
  expect(await foundAfter(order(`user_id = ${other.userId}`))).toEqual([placed, left])
  expect(await foundAfter(text(false, '"mid":1', '"mid":2'))).toEqual([placed])
  expect(await foundAfter(text(false, '"nonce":1', '"nonce":2'))).toEqual([placed])
  expect(await foundAfter(text(true, '"back":"9', '"back":"1'))).toEqual([left])
  expect(await foundAfter(text(true, id, other.session.slice(0, 8) + id.slice(8)))).toEqual([left])
  expect(await foundAfter(`delete from order_consent where order_id = '${id}' and closes`)).toEqual([left])
  // Nobody signed: in the real book, the wallet must have signed in without a key.
  const unsigned = (change: string) =>
    foundAfter(`delete from order_consent where order_id = '${id}'; ${change}`)
  expect(await unsigned('select 1')).toEqual([`hosting order ${id}`])
  expect(await unsigned(order('book = 1'))).toEqual([])
  for (const [issuedAt, found] of [
    [hosting.clock.nowMs(), []],
    [hosting.clock.nowMs() + 1, [`hosting order ${id}`]],
  ] as const) {
    const proof = keylessSignIn(81, issuedAt)
    const keyless = `insert into keyless_sign_in values ('${proof.address}', $$${proof.text}$$, '${proof.signature}', 'evm')`
    expect(await unsigned(keyless)).toEqual(found)
  }
  const hashed = (change: string) => foundAfter(change, 'consent = hash')
  const consent = (closes: boolean, change: string) =>
    `update order_consent set ${change} where order_id = '${id}' and closes = ${closes}`
  const stranger = testOwner(7, 0).delegation
  expect(await hashed('select 1')).toEqual([])
  expect(await hashed(text(false, '"mid":1', '"mid":2'))).toEqual([placed])
  for (const closes of [false, true])
    expect(await hashed(consent(closes, "signature = decode(repeat('ab', 64), 'hex')"))).toEqual([
      closes ? left : placed,
    ])
  expect(await hashed(consent(true, `hash = sha256('another')`))).toEqual([left])
  for (const [change, isOwners] of [
    [`text = $$${stranger.text}$$`, true],
    [`signature = '${stranger.signature}'`, true],
    [`address = '${stranger.address}'`, false],
    [`kind = 'contract'`, true],
    [`session = sha256('another')`, false],
  ] as const) {
    const statement = `update delegation set ${change} where session = decode('${one.session}', 'hex')`
    expect(await hashed(statement), change).toEqual([placed, left])
    expect(await foundAfter(statement), change).toEqual(isOwners ? [] : [placed, left])
  }
})
