import { hostingText } from '@tickmark/core/arbitrage/hostings'
import { toyHosting } from '@tickmark/core/arbitrage/toyHosting.testing'
import { hexOf } from '@tickmark/core/bytes'
import { bundleHash, type ConsentBundle } from '@tickmark/core/consent/bundle'
import { toyAddressFile } from '@tickmark/core/evidence/toyAddress.testing'
import {
  INTENT,
  REQUESTED_AT,
  signToyIntent,
  toyPromise,
  toyWithdrawalFile,
} from '@tickmark/core/evidence/toyWithdrawal.testing'
import type { WithdrawalPromise } from '@tickmark/core/evidence/withdrawalPromise'
import { askedOf } from '@tickmark/core/receipts/answers'
import { testCrypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import { refusalBody } from '@tickmark/core/receipts/refusal'
import { playExchange } from '@tickmark/core/receipts/toyExchange.testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDevice } from '../../device.testing.ts'

const house = testCrypto(5)
const stranger = testCrypto(6)
const played = playExchange(house, 60)
const AT = REQUESTED_AT
const { head } = toyWithdrawalFile(house)

/** A device that knows the keys of this house, at a house that answers nothing more. */
const device = openDevice({})

async function load() {
  device.disk.set('houseKeys', JSON.stringify(house.keys))
  device.visit()
  return {
    ...(await import('./keepAnswer.ts')),
    ...(await import('./keepAsked.ts')),
    ...(await import('./keepHostingAnswer.ts')),
    ...(await import('./keepWithdrawalAnswer.ts')),
    ...(await import('./keepAddressAnswer.ts')),
    ...(await import('../follow/followTickets.ts')),
    ...(await import('../follow/followHostings.ts')),
    ...(await import('../follow/followWithdrawals.ts')),
    ...(await import('../kept/askStore.ts')),
    ...(await import('../kept/promiseStore.ts')),
    ...(await import('../kept/hostingStore.ts')),
    ...(await import('../kept/withdrawalStore.ts')),
    ...(await import('../judgeLater.ts')),
    ...(await import('../promiseAlarm.ts')),
    ...(await import('../../../session/signedInAs.ts')),
  }
}

type Page = Awaited<ReturnType<typeof load>>
let page: Page
beforeAll(async () => (page = await load()))
afterAll(() => device.close())

const as = (owner: string) => page.keepSignedInAs(owner)
/** What the house is accused of about an order, a withdrawal or a network. */
const accused = (order: string) =>
  page.promiseAlarms.get().flatMap((one) => (one.order === order ? [one.trouble] : []))
const asksAbout = async (order: string) => (await page.allAsks(AT)).filter((one) => one.order === order)

/** The next order of the exchange as its owner signed it, and the house's answer; to its close, too, if it was closed early. */
function exchanged(isClosed: boolean) {
  const at = played.findIndex(({ consents }) => (consents.close !== null) === isClosed)
  const [one] = played.splice(at, 1)
  if (!one?.consents.order) throw new Error('the exchange has one')
  const { receipt, consents, ticket } = one
  const { ticketProof: proof, settlement, settlementProof } = receipt
  return {
    consent: consents.order as ConsentBundle,
    close: consents.close as ConsentBundle,
    answer: { orderId: ticket.order, ticket, proof, head } as Parameters<Page['keepAnswer']>[0],
    closed: { settlement, proof: settlementProof, head } as Parameters<Page['keepClosing']>[1],
    order: ticket.order,
    owner: one.owner.delegation.address,
  }
}

test('a sound ticket is kept for its owner, followed to log and receipt, and its signed text is asked about no more', async () => {
  const { consent, answer, order, owner } = exchanged(false)
  as(owner)
  await page.keepBeforeSending(consent)
  expect(await asksAbout(order)).toMatchObject([{ asked: order, owner, answer: null, isLogged: false }])
  expect(await page.keepAnswer(answer, consent, 0)).toBeNull()
  const kept = { order, owner, problem: null, isLogged: false, isSettled: false }
  const file = { ticket: answer.ticket, keys: house.keys, consent }
  expect(await page.promiseOf(order)).toMatchObject({ ...kept, file })
  expect([page.ticketLooks().has(order), page.receiptLooks().has(order)]).toEqual([true, true])
  expect([await asksAbout(order), accused(order)]).toEqual([[], []])
})

test.each<[string, (one: ReturnType<typeof exchanged>) => object, string, string]>([
  ['names another order than it answers', () => ({ orderId: 'another' }), 'other_terms', 'terms'],
  [
    'has another stake',
    ({ answer }) => ({ ticket: { ...answer.ticket, chancePpm: 1 } }),
    'other_terms',
    'terms',
  ],
  ['is no ticket', () => ({ proof: {} }), 'unreadable', 'signature'],
])(
  'an answer that %s is evidence against the house, and is still asked for',
  async (_, change, problem, trouble) => {
    const one = exchanged(false)
    const { order } = one
    as(one.owner)
    await page.keepBeforeSending(one.consent)
    expect(await page.keepAnswer({ ...one.answer, ...change(one) }, one.consent, 0)).toBe(problem)
    expect(await page.promiseOf(order)).toMatchObject({ problem })
    expect([accused(order), page.ticketLooks().has(order)]).toEqual([[trouble], false])
    expect(await asksAbout(order)).toHaveLength(1)
  },
)

test('an answer under unknown keys is not called placed, but kept, followed and judged later', async () => {
  const { consent, answer, order, owner } = exchanged(false)
  as(owner)
  const { signature, ...proof } = answer.proof
  const foreign = { ...proof, signature: `${signature.slice(1)}${signature.slice(0, 1)}` }
  expect(await page.keepAnswer({ ...answer, proof: foreign }, consent, 0)).toBe('not_signed')
  expect(await page.promiseOf(order)).toMatchObject({ problem: 'unchecked' })
  expect([page.ticketLooks().has(order), page.judgingLooks().has(`ticket ${order}`)]).toEqual([true, true])
  expect(accused(order)).toEqual([])
})

test('a ticket that names a consent is no answer to an order that nobody has signed', async () => {
  const { answer, order } = exchanged(false)
  expect(await page.keepAnswer(answer, null, null)).toBe('other_terms')
  expect(accused(order)).toEqual(['terms'])
})

/** The house's refusal of a signed text. */
function refusalOf({ asked, order }: { asked: string; order: string }, consent: ConsentBundle, at: number) {
  const hash = bundleHash(consent, house.sha256)
  const refusal = { v: 1, kind: 'refusal', number: 3, asked, order, code: 'busy', at, consent: hash } as const
  return { refusal, signature: hexOf(house.sign('receipts', refusalBody(refusal))), head }
}

test('a refusal is kept as the answer to its own text; one of another text is false', async () => {
  const { consent, order, owner } = exchanged(false)
  as(owner)
  const ask = await page.keepBeforeSending(consent)
  const about = askedOf(consent.text, house.sha256)
  if (!ask || !about) throw new Error('it is an order')
  const answer = { keys: house.keys, consent, refusal: { asked: order } }
  const kept = await page.keepRefusal(ask, refusalOf(about, consent, about.at))
  expect(kept).toMatchObject({ problem: null, answer })
  expect(accused(order)).toEqual([])
  const other = refusalOf({ ...about, asked: INTENT.nonce }, consent, about.at)
  expect(await page.keepRefusal(ask, other)).toMatchObject({ problem: null, answer })
  expect(accused(order)).toEqual(['terms'])
})

test('a close is kept as the answer to its text and to its kept ticket', async () => {
  const { consent, close, answer, closed, order, owner } = exchanged(true)
  as(owner)
  await page.keepAnswer(answer, consent, 0)
  const ask = await page.keepBeforeSending(close)
  if (!ask) throw new Error('it is a close')
  expect([ask.order, ask.asked === order]).toEqual([order, false])
  expect(await page.keepClosing(ask, closed, 200)).toMatchObject({
    problem: null,
    answer: { consent: close },
  })
  expect([accused(order), (await page.closingOf(order))?.settlement]).toEqual([[], closed.settlement])
  const other = { ...closed, settlement: { ...closed.settlement, ticket: 'ab'.repeat(32) } }
  expect((await page.keepClosing({ ...ask, asked: 'again' }, other, 200)).problem).toBe('other_terms')
  expect(accused(order)).toEqual(['terms'])
})

const owner = house.owner(3)
const { address } = owner.delegation
let hostings = 0
/** The next hosting order of this owner. */
const nextHosting = () => toyHosting(house, owner, AT + 1_000 * ++hostings)

test('a hosting ticket is kept and followed, and an early exit ends it', async () => {
  const hosted = nextHosting()
  const { order, placing } = hosted
  as(address)
  await page.keepBeforeSending(placing)
  expect(await page.keepHostingAnswer(hosted.stated(hosted.ticket), placing, 0)).toBeNull()
  const kept = { problem: null, owner: address, book: 1, isLogged: false, checkedDay: '' }
  const files = async () => (await page.allHostings(AT)).filter((one) => one.order === order)
  expect(await files()).toMatchObject([
    { ...kept, name: `hosting ${order}`, file: { consent: placing, keys: house.keys } },
  ])
  expect([page.statementLooks().has(`hosting ${order}`), page.lineLooks().has(order)]).toEqual([true, true])
  expect(await asksAbout(order)).toEqual([])
  const leaving = hosted.leavingAt(AT + 60_000)
  await page.keepBeforeSending(leaving)
  expect(await asksAbout(order)).toHaveLength(1)
  const exit = hosted.stated(hosted.exitTo(leaving, AT + 60_100))
  expect(await page.keepHostingAnswer(exit, leaving, 0)).toBeNull()
  expect((await files()).map(({ name }) => name)).toEqual([`hosting ${order}`, `exit ${order}`])
  expect([await asksAbout(order), accused(order)]).toEqual([[], []])
})

test.each([
  ['other terms', { principal: '1' }, 'other_terms', 'terms'],
  ['an unreadable field', { days: -1 }, 'unreadable', 'signature'],
])('a hosting ticket with %s is evidence against the house', async (_, change, problem, trouble) => {
  const hosted = nextHosting()
  const { order, placing } = hosted
  as(address)
  await page.keepBeforeSending(placing)
  const answer = { ...hosted.stated(hosted.ticket), statement: { ...hosted.ticket, ...change } }
  expect(await page.keepHostingAnswer(answer, placing, 0)).toBe(problem)
  expect([accused(order), (await asksAbout(order)).length]).toEqual([[trouble], 1])
})

test('a hosting ticket under unknown keys is followed and judged later', async () => {
  const hosted = nextHosting()
  as(address)
  const signature = hexOf(stranger.sign('receipts', hostingText(hosted.ticket)))
  const answer = { ...hosted.stated(hosted.ticket), signature }
  expect(await page.keepHostingAnswer(answer, hosted.placing, 0)).toBe('not_signed')
  const name = `hosting ${hosted.order}`
  expect([page.statementLooks().has(name), page.judgingLooks().has(name)]).toEqual([true, true])
  expect(accused(hosted.order)).toEqual([])
})

const payee = toyPromise().account
let withdrawals = 10
/** The next withdrawal of a wallet, and the house's promise of it, with changes. */
function nextWithdrawal() {
  const n = ++withdrawals
  const intent = { ...INTENT, nonce: `0a6f4f0e-8a60-4c7e-9a53-0f2f6c9c2b${n}` }
  const consent = signToyIntent(intent, 'evm')
  const own = { intent, consent, number: n, id: `5e0b3f2a-6d0c-4a38-8a3e-6a2b1c9d7e${n}` }
  const promised = (change: Partial<WithdrawalPromise> = {}) => {
    const file = toyWithdrawalFile(house, toyPromise({ ...own, ...change }))
    const { statement, signature } = file
    return { id: statement.id, promise: JSON.stringify({ statement, signature, head }) }
  }
  return { ...own, promised }
}
const keptWithdrawals = async (consent: string) =>
  (await page.allWithdrawals(AT)).filter((one) => one.consent === consent)

test('a withdrawal is kept before it is sent, and its promise after that', async () => {
  const { intent, consent, id, promised } = nextWithdrawal()
  as(payee)
  await page.keepAskedWithdrawal(intent, consent)
  const before = { intent, account: payee, id: '', file: null, problem: null, isLogged: false, end: null }
  expect(await keptWithdrawals(consent)).toMatchObject([before])
  expect(await page.keepWithdrawalAnswer(consent, promised())).toBeNull()
  const file = { keys: house.keys }
  expect(await keptWithdrawals(consent)).toMatchObject([{ ...before, id, file }])
  expect([page.withdrawalLooks().has(consent), accused(id)]).toEqual([true, []])
})

test.each<[string, Partial<WithdrawalPromise>]>([
  ['of another amount', { intent: { ...INTENT, amount: '4' } }],
  ['to another account', { account: address }],
  ['accepted months after it was signed', { at: AT + 60 * 86_400_000, due: AT + 64 * 86_400_000 }],
])('a promise %s is evidence against the house', async (_, change) => {
  const { intent, consent, id, promised } = nextWithdrawal()
  as(payee)
  await page.keepAskedWithdrawal(intent, consent)
  expect(await page.keepWithdrawalAnswer(consent, promised(change))).toBe('other_terms')
  expect([accused(id), page.withdrawalLooks().has(consent)]).toEqual([['terms'], false])
})

test('two promises under one number cannot both be true', async () => {
  const [one, other] = [nextWithdrawal(), nextWithdrawal()]
  as(payee)
  for (const { intent, consent } of [one, other]) await page.keepAskedWithdrawal(intent, consent)
  expect(await page.keepWithdrawalAnswer(one.consent, one.promised())).toBeNull()
  expect(await page.keepWithdrawalAnswer(other.consent, other.promised())).toBeNull()
  expect(accused(other.id)).toEqual([])
  expect(await page.keepWithdrawalAnswer(other.consent, other.promised({ number: one.number }))).toBeNull()
  expect(accused(other.id)).toEqual(['contradicted'])
})

test('a deposit address is shown only when the house has signed it for this account and network, and no second one', async () => {
  const file = toyAddressFile(house)
  const { statement } = file
  as(statement.account)
  const shown = { statement, keys: house.keys }
  expect(await page.keepAddressAnswer('Ethereum', file)).toMatchObject(shown)
  expect(await page.keepAddressAnswer('Ethereum', file)).toMatchObject(shown)
  expect(accused('Ethereum')).toEqual([])
  expect(await page.keepAddressAnswer('Polygon', file)).toBeNull()
  expect(accused('Polygon')).toEqual(['address'])
  expect(await page.keepAddressAnswer('Ethereum', toyAddressFile(stranger))).toBeNull()
  expect(accused('Ethereum')).toEqual([])
  expect(await page.keepAddressAnswer('Ethereum', toyAddressFile(house, { address: payee }))).toBeNull()
  expect(accused('Ethereum')).toEqual(['contradicted'])
  as(address)
  expect(await page.keepAddressAnswer('Ethereum', file)).toBeNull()
  expect(accused('Ethereum')).toEqual(['contradicted', 'address'])
})
