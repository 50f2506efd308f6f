import { expect, test } from 'vitest'
import { HOSTING_FORMAT, type HostingFile } from '../arbitrage/hostingPromise.ts'
import { type HostingExit, type HostingStatement, type HostingTicket } from '../arbitrage/hostings.ts'
import { toyHosting } from '../arbitrage/toyHosting.testing.ts'
import { hexOf } from '../bytes.ts'
import { bundleHash, type ConsentBundle } from '../consent/bundle.ts'
import { testOwner } from '../consent/owner.testing.ts'
import { askedOf } from '../receipts/answers.ts'
import { CLOSING_FORMAT, REFUSAL_FORMAT, type RefusalFile } from '../receipts/answerShape.ts'
import {
  checkContradiction,
  contradictionAmong,
  CONTRADICTION_FORMAT,
  type SignedFile,
} from './contradiction.ts'
import { retell } from '../receipts/lie.testing.ts'
import { crypto, testCrypto } from '../receipts/nodeCrypto.testing.ts'
import { PROMISE_FORMAT } from '../receipts/promiseShape.ts'
import { playExchange, type Played } from '../receipts/toyExchange.testing.ts'
import { refusalBody, type Refusal } from '../receipts/refusal.ts'

const house = testCrypto(78)
const played = playExchange(house, 120)
const ordered = played.find(({ receipt }) => receipt.consents.order) as Played
const closed = played.find(({ receipt }) => receipt.consents.close) as Played
const other = played.find(({ ticket }) => ticket.order !== ordered.ticket.order) as Played
const { checkpoint: head, keys } = ordered.receipt
const AT = Date.parse('2026-11-21T10:00:00Z')
const OWNER = testOwner(3, AT - 60_000)
const toy = toyHosting(house, OWNER, AT)
const hosting = toy.placing
const [exiting, again] = [toy.leavingAt(AT + 9_000), toy.leavingAt(AT + 20_000)]

function stated(statement: HostingStatement, consent: ConsentBundle): HostingFile {
  return { format: HOSTING_FORMAT, ...toy.stated(statement), consent, head }
}

function ticketFile(change: Partial<HostingTicket> = {}): HostingFile {
  return stated({ ...toy.ticket, ...change }, hosting)
}

function exitFile(consent: ConsentBundle, change: Partial<HostingExit> = {}): HostingFile {
  return stated({ ...toy.exitTo(consent, AT + 9_100), ...change }, consent)
}

function refusalOf(consent: ConsentBundle): RefusalFile {
  const about = askedOf(consent.text, crypto.sha256)
  if (!about) throw new Error('it asks for something')
  const { asked, order, at } = about
  const hash = bundleHash(consent, crypto.sha256)
  const refusal: Refusal = { v: 1, kind: 'refusal', number: 7, asked, order, code: 'busy', at, consent: hash }
  const signature = hexOf(house.sign('receipts', refusalBody(refusal)))
  return { format: REFUSAL_FORMAT, refusal, signature, consent, head, keys }
}

function promiseOf({ receipt }: Pick<Played, 'receipt'>): SignedFile {
  const { ticket, ticketProof: proof, consents } = receipt
  return { format: PROMISE_FORMAT, ticket, proof, consent: consents.order, head, keys }
}

function closingOf({ receipt }: Pick<Played, 'receipt'>): SignedFile {
  const { settlement, settlementProof: proof, consents } = receipt
  return { format: CLOSING_FORMAT, settlement, proof, consent: consents.close, head, keys }
}

const placing = ordered.receipt.consents.order as ConsentBundle
const closing = closed.receipt.consents.close as ConsentBundle
const later = retell(ordered, house, ({ ticket }) => ({
  ticket: { ...ticket, acceptedAt: ticket.acceptedAt + 1 },
}))
const poorer = retell(closed, house, ({ settlement }) => ({ settlement: { ...settlement, payout: '1' } }))
const exit = exitFile(exiting)

test.each<[string, SignedFile, SignedFile]>([
  ['two tickets of one order', promiseOf(ordered), promiseOf({ receipt: later })],
  ['a ticket and the receipt of another', promiseOf(ordered), later],
  ['an order that it refused, and its ticket', refusalOf(placing), promiseOf(ordered)],
  ['an order that it refused, and its receipt', refusalOf(placing), ordered.receipt],
  ['a close that it refused and carried out', refusalOf(closing), closed.receipt],
  ['another end than the answered close', closingOf(closed), poorer],
  ['a hosting order that it refused, and its ticket', refusalOf(hosting), ticketFile()],
  ['two tickets of one hosting order', ticketFile(), ticketFile({ number: 9 })],
  ['an early exit that it refused and carried out', refusalOf(exiting), exit],
  ['two exits of one hosting order', exit, exitFile(exiting, { number: 9 })],
  ['two statements under one number', ticketFile(), exitFile(exiting, { number: 7 })],
])('a house that has signed %s is convicted by them, in either order', (_, one, two) => {
  for (const files of [
    [one, two],
    [two, one],
  ] as const) {
    const evidence = contradictionAmong([other.receipt, ...files], crypto)
    expect(evidence).toEqual({ format: CONTRADICTION_FORMAT, files })
    expect(checkContradiction(JSON.parse(JSON.stringify(evidence)), crypto, keys).verdict).toBe('holds')
  }
})

const unsigned = { ...exit, signature: '0'.repeat(128) } as HostingFile
test.each<[string, SignedFile, SignedFile]>([
  ['what agrees', promiseOf(ordered), ordered.receipt],
  ['a close and its receipt', closingOf(closed), closed.receipt],
  ['two orders', promiseOf(ordered), other.receipt],
  ['a refused close, and the end of the order in its time', refusalOf(closing), promiseOf(closed)],
  ['an exit refused once, and granted to a later text', refusalOf(exiting), exitFile(again)],
  ['a ticket and its exit', ticketFile(), exit],
  ['an exit that nobody signed', refusalOf(exiting), unsigned],
  ['the same exit twice', exit, exit],
  ['an exit under other keys', refusalOf(exiting), { ...exit, keys: testCrypto(79).keys }],
])('a house that shows %s has contradicted nothing', (_, one, two) => {
  expect(contradictionAmong([one, two], crypto)).toBeNull()
  const made = { format: CONTRADICTION_FORMAT, files: [one, two] }
  expect(checkContradiction(made, crypto).verdict).toBe('broken')
})

test('evidence under other keys than the published ones, or in another form, convicts nobody', () => {
  const files = [refusalOf(exiting), exit]
  const made = { format: CONTRADICTION_FORMAT, files }
  expect(checkContradiction(made, crypto, keys).verdict).toBe('holds')
  expect(checkContradiction(made, crypto, { ...keys, receipts: keys.log }).verdict).toBe('broken')
  for (const value of [
    null,
    {},
    { ...made, files: [exit] },
    { ...made, more: 1 },
    { ...made, files: [...files, exit] },
  ])
    expect(checkContradiction(value, crypto).evidence).toBeNull()
})
