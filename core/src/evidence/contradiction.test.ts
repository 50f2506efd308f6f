import { expect, test } from 'vitest'
import { HOSTING_FORMAT, type HostingFile } from '../arbitrage/hostingPromise.ts'
import { type HostingExit, type HostingStatement, type HostingTicket } from '../arbitrage/hostings.ts'
import { toyHosting } from '../arbitrage/toyHosting.testing.ts'
import type { PayoutLine } from '../arbitrage/evidence.ts'
import { lineText } from '../arbitrage/readLines.ts'
import { asciiBytes, hexOf } from '../bytes.ts'
import { bundleHash, type ConsentBundle } from '../consent/bundle.ts'
import { testOwner } from '../consent/owner.testing.ts'
import { checkpointKey, signCheckpoint } from '../log/checkpoint.ts'
import { ENTRY_OF } from '../log/entries.testing.ts'
import { entryBody, entryLeaf } from '../log/log.ts'
import { merkleRoot } from '../log/tree/merkle.ts'
import type { PublishedKeys } from './publishedKeys.ts'
import { EXITS_FORMAT } from './exitFees.ts'
import { LINE_FORMAT, parseLineFile, type LineFile } from './lineFile.ts'
import { askedOf } from '../receipts/answers.ts'
import { CLOSING_FORMAT, REFUSAL_FORMAT, type RefusalFile } from '../receipts/answerShape.ts'
import {
  checkContradiction,
  contradictionAmong,
  CONTRADICTION_FORMAT,
  type SignedFile,
} from './contradiction.ts'
import { ADDRESS, toyAddressFile } from './toyAddress.testing.ts'
import { INTENT, toyAddress, toyPromise, toyWithdrawalFile } from './toyWithdrawal.testing.ts'
import { retell } from '../receipts/lie.testing.ts'
import { crypto, testCrypto } from '../receipts/nodeCrypto.testing.ts'
import { PROMISE_FORMAT } from '../receipts/promiseShape.ts'
import { showKeys, type NamedKeys } from './shownKeys.testing.ts'
import { playExchange, type Played } from '../receipts/toyExchange.testing.ts'
import { refusalBody, type Refusal } from '../receipts/refusal.ts'

const house = testCrypto(78)
const played = playExchange(house, 120)
const ordered = played.find(({ receipt }) => receipt.consents.order) as Played
const closed = played.find(({ receipt }) => receipt.consents.close) as Played
const other = played.find(({ ticket }) => ticket.order !== ordered.ticket.order) as Played
const { checkpoint: head, keys } = ordered.receipt
const PUBLISHED: PublishedKeys = { present: keys, earlier: [] }
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

const DAY = '2026-11-22'

/** A logged day, signed by a house's key, whose only line is for the ticket's order. */
function lineFile(
  change: Partial<PayoutLine> = {},
  by: typeof house = house,
  key: 'log' | 'receipts' = 'log',
): LineFile {
  const { keys } = by
  const { statement } = ticketFile()
  if (statement.kind !== 'hosting') throw new Error('it is a ticket')
  const { order, number, book, mid, version, upperPpm, principal, last } = statement
  const terms = { number, mid, version, upperPpm: String(upperPpm), principal, last }
  const line = { v: 1, kind: 'payout', day: DAY, book, order, ...terms, amount: '1000', ...change } as const
  const text = lineText(line)
  const figures = { day: DAY, pool: '1000', real: [1, principal, '1000'], simulated: [0, '0', '0'] } as const
  const payouts = hexOf(merkleRoot([asciiBytes(text)], crypto.sha256))
  const body = entryBody({ ...ENTRY_OF.yield, ...figures, seq: 1, payouts })
  const logHead = { origin: keys.origin, size: 1, root: entryLeaf(body, crypto.sha256) }
  const logKey = checkpointKey(keys.origin, keys.log, crypto.sha256)
  const checkpoint = signCheckpoint(logHead, logKey, (message) => by.sign(key, asciiOf(message)))
  const segment = { from: 0, bodies: [body], left: [], right: [] }
  return {
    format: LINE_FORMAT,
    day: DAY,
    shown: { line: text, index: 0, size: 1, path: [] },
    segment,
    checkpoint,
    keys,
  }
}

const asciiOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

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
/** The same close, of a ticket that was accepted a moment later. */
const closedLater = retell(closed, house, ({ ticket }) => ({
  ticket: { ...ticket, acceptedAt: ticket.acceptedAt + 1 },
}))
const exit = exitFile(exiting)
/** The end of the last day that the hosting order shares in. */
const ENDED_MS = Date.parse('2026-11-29T00:00:00Z')
const NOBODY = '00000000-0000-8000-8000-000000000000'

const promised = (...change: Parameters<typeof toyPromise>) => toyWithdrawalFile(house, toyPromise(...change))
const ANOTHER = {
  number: 8,
  id: NOBODY,
  intent: { ...INTENT, nonce: NOBODY },
}

test.each<[string, SignedFile, SignedFile]>([
  ['two tickets of one order', promiseOf(ordered), promiseOf({ receipt: later })],
  ['a ticket and the receipt of another', promiseOf(ordered), later],
  ['a ticket, and the close of another', promiseOf(closed), closingOf({ receipt: closedLater })],
  ['an order that it refused, and its ticket', refusalOf(placing), promiseOf(ordered)],
  ['an order that it refused, and its receipt', refusalOf(placing), ordered.receipt],
  ['a close that it refused and carried out', refusalOf(closing), closed.receipt],
  ['another end than the answered close', closingOf(closed), poorer],
  ['a hosting order that it refused, and its ticket', refusalOf(hosting), ticketFile()],
  ['two tickets of one hosting order', ticketFile(), ticketFile({ number: 9 })],
  ['an early exit that it refused and carried out', refusalOf(exiting), exit],
  ['two exits of one hosting order', exit, exitFile(exiting, { number: 9 })],
  [
    'a ticket, and an exit that took a higher fee',
    ticketFile(),
    exitFile(exiting, { back: '9900000000', fee: '100000000' }),
  ],
  [
    'a ticket, and an exit that states another fee than it took',
    ticketFile(),
    exitFile(exiting, { fee: '49000000' }),
  ],
  [
    'a ticket, and an exit that kept a part of the rest',
    ticketFile(),
    exitFile(exiting, { back: '9949000000' }),
  ],
  ['a ticket, and a day in the log that paid its order less', ticketFile(), lineFile({ amount: '999' })],
  [
    'a ticket, and a day in the log with another principal',
    ticketFile(),
    lineFile({ principal: '5000000000' }),
  ],
  ['a ticket, and another order under its number in a day', ticketFile(), lineFile({ order: NOBODY })],
  ['a hosting order that it refused, and a day in the log that has it', refusalOf(hosting), lineFile()],
  [
    'a ticket, and an exit after the order’s last day that took a fee',
    ticketFile(),
    exitFile(exiting, { at: ENDED_MS }),
  ],
  ['a ticket, and an exit before it', ticketFile(), exitFile(exiting, { at: toy.ticket.at - 1 })],
  ['two statements under one number', ticketFile(), exitFile(exiting, { number: 7 })],
  ['two promises under one number', promised(), promised({ ...ANOTHER, number: 7 })],
  ['two promises of one withdrawal', promised(), promised({ ...ANOTHER, id: toyPromise().id })],
  ['two promises to one signed text', promised(), promised({ ...ANOTHER, intent: INTENT })],
  ['two due times of one promise', promised(), promised({ due: toyPromise().due + 1 })],
  [
    'one deposit address of two accounts',
    toyAddressFile(house),
    toyAddressFile(house, { account: toyAddress('tron') }),
  ],
  [
    'two deposit addresses of one account',
    toyAddressFile(house),
    toyAddressFile(house, { address: toyAddress('tron') }),
  ],
])('a house is convicted by its signatures, in either order: %s', (_, one, two) => {
  for (const files of [
    [one, two],
    [two, one],
  ] as const) {
    const evidence = contradictionAmong([other.receipt, ...files], crypto)
    expect(evidence).toEqual({ format: CONTRADICTION_FORMAT, files })
    expect(checkContradiction(JSON.parse(JSON.stringify(evidence)), crypto, PUBLISHED).verdict).toBe('holds')
  }
})

const unsigned = { ...exit, signature: '0'.repeat(128) } as HostingFile
test.each<[string, SignedFile, SignedFile]>([
  ['what agrees', promiseOf(ordered), ordered.receipt],
  ['a close and its receipt', closingOf(closed), closed.receipt],
  ['a ticket and its close', promiseOf(closed), closingOf(closed)],
  ['tickets of two hosting orders', ticketFile(), ticketFile({ order: NOBODY, number: 9 })],
  ['a ticket, and the exit of another order', ticketFile(), exitFile(exiting, { order: NOBODY, back: '1' })],
  ['a ticket and an exit in its moment', ticketFile(), exitFile(exiting, { at: toy.ticket.at })],
  ['two orders', promiseOf(ordered), other.receipt],
  ['a refused close, and the end of the order in its time', refusalOf(closing), promiseOf(closed)],
  ['an exit refused once, and granted to a later text', refusalOf(exiting), exitFile(again)],
  ['a ticket and its exit', ticketFile(), exit],
  ['a ticket and an exit in the last moment', ticketFile(), exitFile(exiting, { at: ENDED_MS - 1 })],
  ['an exit that it refused, and a day that the order stood', refusalOf(exiting), lineFile()],
  ['an exit that nobody signed', refusalOf(exiting), unsigned],
  ['the same exit twice', exit, exit],
  ['a ticket and its line', ticketFile(), lineFile()],
  ['a ticket and the line of another order', ticketFile(), lineFile({ order: NOBODY, number: 8 })],
  ['a day whose head another key has signed', ticketFile(), lineFile({ amount: '999' }, house, 'receipts')],
  ['an exit and a false line', exit, lineFile({ amount: '999' })],
  ['two promises', promised(), promised(ANOTHER)],
  ['the same promise twice', promised(), promised()],
  ['a promise and a hosting ticket of its number', promised(), ticketFile({ number: 7 })],
  [
    'a promise that nobody signed',
    promised(),
    { ...promised(ANOTHER), statement: toyPromise({ ...ANOTHER, number: 7 }) },
  ],
  [
    'a promise of its number by another house',
    promised(),
    toyWithdrawalFile(testCrypto(79), toyPromise({ ...ANOTHER, number: 7 })),
  ],
  ['an address and a promise', toyAddressFile(house), promised({ account: ADDRESS.account })],
  ['the same address twice', toyAddressFile(house), toyAddressFile(house, { at: AT + 1 })],
  [
    'a second address that nobody signed',
    toyAddressFile(house),
    { ...toyAddressFile(house), statement: { ...ADDRESS, address: toyAddress('tron') } },
  ],
  [
    'a second address by another house',
    toyAddressFile(house),
    toyAddressFile(testCrypto(79), { address: toyAddress('tron') }),
  ],
  ['an exit under other keys', refusalOf(exiting), { ...exit, keys: testCrypto(79).keys }],
])('no contradiction: %s', (_, one, two) => {
  expect(contradictionAmong([one, two], crypto)).toBeNull()
  const made = { format: CONTRADICTION_FORMAT, files: [one, two] }
  expect(checkContradiction(made, crypto).verdict).toBe('broken')
})

test('a change of the log’s key does not invalidate the house’s earlier statements', () => {
  const next = { ...keys, log: testCrypto(79).keys.log }
  const later = { ...exit, keys: next }
  // One receipts key signed both; the present log key does not matter.
  const evidence = contradictionAmong([refusalOf(exiting), later], crypto)
  expect(evidence?.files).toEqual([refusalOf(exiting), later])
  const judged = (value: unknown, published: PublishedKeys | null) =>
    checkContradiction(JSON.parse(JSON.stringify(value)), crypto, published).verdict
  const changed: PublishedKeys = { present: next, earlier: [{ keys, until: 1_000_000 }] }
  expect([judged(evidence, null), judged(evidence, changed)]).toEqual(['holds', 'holds'])
  expect(judged(evidence, { present: next, earlier: [] })).toBe('broken')
  // Only the log's key signs a line, so only the published keys show that one log had both keys.
  const files = [{ ...ticketFile(), keys: next }, lineFile({ amount: '999' })]
  const lie = { format: CONTRADICTION_FORMAT, files }
  expect([judged(lie, null), judged(lie, changed)]).toEqual(['broken', 'holds'])
  expect(judged(lie, { present: next, earlier: [{ keys, until: 0 }] })).toBe('broken')
})

test('two statements contradict each other across a change of the receipts key, where the published keys show it', () => {
  const next = testCrypto(79)
  const toyNext = toyHosting(next, OWNER, AT)
  const other: HostingTicket = { ...toy.ticket, number: 9, principal: '1000000000' }
  const after: HostingFile = { format: HOSTING_FORMAT, ...toyNext.stated(other), consent: hosting }
  const made = { format: CONTRADICTION_FORMAT, files: [ticketFile(), after] }
  const swapped = { format: CONTRADICTION_FORMAT, files: [after, ticketFile()] }
  const changed: PublishedKeys = { present: next.keys, earlier: [{ keys, until: 1_000_000 }] }
  const judged = (published: PublishedKeys | null) =>
    [made, swapped].map((value) => checkContradiction(value, crypto, published).verdict)
  expect(judged(changed)).toEqual(['holds', 'holds'])
  expect(judged(null)).toEqual(['broken', 'broken'])
  expect(judged({ present: next.keys, earlier: [] })).toEqual(['broken', 'broken'])
  expect(judged({ present: next.keys, earlier: [{ keys, until: 0 }] })).toEqual(['broken', 'broken'])
  // A key that was never the log's counts for nothing, whatever the file names.
  expect(judged(PUBLISHED)).toEqual(['broken', 'broken'])
})

test('two statements contradict each other across a change of the house’s keys that the file itself shows', () => {
  const next = testCrypto(79)
  const toyNext = toyHosting(next, OWNER, AT)
  const other: HostingTicket = { ...toy.ticket, number: 9, principal: '1000000000' }
  const after: HostingFile = { format: HOSTING_FORMAT, ...toyNext.stated(other), consent: hosting }
  const changes = showKeys(
    [
      { keys, by: house, under: house },
      { keys: next.keys, by: house, under: next },
    ],
    crypto.sha256,
  )
  expect(contradictionAmong([ticketFile(), after], crypto)).toBeNull()
  const files = [ticketFile(), after] as const
  const evidence = contradictionAmong(files, crypto, changes)
  expect(evidence).toEqual({ format: CONTRADICTION_FORMAT, files, changes })
  const judged = (value: unknown, published: PublishedKeys | null) =>
    checkContradiction(JSON.parse(JSON.stringify(value)), crypto, published).verdict
  const NOW: PublishedKeys = { present: next.keys, earlier: [] }
  expect([judged(evidence, null), judged(evidence, NOW)]).toEqual(['holds', 'holds'])
  // After yet another change, the published keys must lead to the last ones in the file.
  const third = testCrypto(80).keys
  const later: PublishedKeys = { present: third, earlier: [{ keys: next.keys, until: 1_000_000 }] }
  expect([judged(evidence, later), judged(evidence, { ...later, earlier: [] })]).toEqual(['holds', 'broken'])
  // A line that the new log key has signed, beside the ticket of before.
  const lie = contradictionAmong([ticketFile(), lineFile({ amount: '999' }, next)], crypto, changes)
  expect([lie?.changes, judged(lie, NOW)]).toEqual([changes, 'holds'])
})

test('statements count under no keys that the log of the file did not have', () => {
  const [next, stranger] = [testCrypto(79), testCrypto(81)]
  const other: HostingTicket = { ...toy.ticket, number: 9, principal: '1000000000' }
  const by = (signer: typeof next): HostingFile => ({
    format: HOSTING_FORMAT,
    ...toyHosting(signer, OWNER, AT).stated(other),
    consent: hosting,
  })
  const first: NamedKeys = { keys, by: house, under: house }
  const change: NamedKeys = { keys: next.keys, by: house, under: next }
  const NOW: PublishedKeys = { present: next.keys, earlier: [] }
  const verdicts = (after: HostingFile, named: NamedKeys[], before = ticketFile()) => {
    const changes = showKeys(named, crypto.sha256)
    const found = contradictionAmong([before, after], crypto, changes)
    const made = { format: CONTRADICTION_FORMAT, files: [before, after], changes }
    return [found && 'found', ...[null, NOW].map((keys) => checkContradiction(made, crypto, keys).verdict)]
  }
  expect(verdicts(by(next), [first, change])).toEqual(['found', 'holds', 'holds'])
  // The house’s log never had the stranger’s key.
  expect(verdicts(by(stranger), [first, change])).toEqual([null, 'broken', 'broken'])
  // The stranger signs a log of his own, which leads from the house’s keys to his, or from his to the house’s.
  const his: NamedKeys = { keys: stranger.keys, by: stranger, under: stranger }
  expect(verdicts(by(stranger), [first, his])).toEqual([null, 'broken', 'broken'])
  expect(verdicts(by(next), [his, change], by(stranger))).toEqual([null, 'broken', 'broken'])
  // A log that is consistent in itself convicts its own keys alone, and never the published ones.
  const own: NamedKeys = {
    keys: { ...stranger.keys, receipts: next.keys.receipts },
    by: stranger,
    under: stranger,
  }
  const framed = { ...by(next), keys: own.keys }
  const beside = {
    ...by(stranger),
    statement: toy.ticket,
    signature: toyHosting(stranger, OWNER, AT).stated(toy.ticket).signature,
  }
  expect(verdicts(framed, [his, own], beside)[2]).toBe('broken')
  // A statement under a head after its key’s time.
  const tail = { ...first, keys: next.keys, under: next }
  expect(verdicts(by(next), [tail, { ...tail, by: next }])).toEqual([null, 'broken', 'broken'])
})

test('evidence under unpublished keys, or in another form, convicts nobody', () => {
  const files = [refusalOf(exiting), exit]
  const made = { format: CONTRADICTION_FORMAT, files }
  expect(checkContradiction(made, crypto, PUBLISHED).verdict).toBe('holds')
  expect(
    checkContradiction(made, crypto, { ...PUBLISHED, present: { ...keys, receipts: keys.log } }).verdict,
  ).toBe('broken')
  for (const value of [
    null,
    {},
    { ...made, format: EXITS_FORMAT },
    { ...made, files: [exit] },
    { ...made, more: 1 },
    { ...made, files: [...files, exit] },
    { ...made, changes: null },
    { ...made, changes: [{}] },
  ])
    expect(checkContradiction(value, crypto).evidence).toBeNull()
})

test('the check tells its form, its keys and their changes where there are any, both signatures, and the contradiction', () => {
  const told = (files: readonly SignedFile[], published: PublishedKeys | null, more: object = {}) => {
    const { steps } = checkContradiction({ format: CONTRADICTION_FORMAT, files, ...more }, crypto, published)
    return steps.map(({ name, ok }) => (ok ? name : `no ${name}`))
  }
  const both = [refusalOf(exiting), exit]
  const changes = showKeys([{ keys, by: house, under: house }], crypto.sha256)
  expect(told(both, null)).toEqual(['form', 'both_signed', 'contrary'])
  expect(told(both, PUBLISHED)).toEqual(['form', 'keys', 'both_signed', 'contrary'])
  expect(told(both, null, { changes })).toEqual(['form', 'key_changes', 'both_signed', 'contrary'])
  expect(told([unsigned, exit], null)).toEqual(['form', 'no both_signed', 'no contrary'])
  expect(told([exit, unsigned], null)).toEqual(['form', 'no both_signed', 'no contrary'])
  expect(told([exit, exit], null)).toEqual(['form', 'both_signed', 'no contrary'])
  expect(told([exit], null)).toEqual(['no form'])
})

test('the file of a line has its fields and no others', () => {
  const file = lineFile()
  expect(parseLineFile(JSON.parse(JSON.stringify(file)))).toEqual(file)
  for (const value of [
    null,
    { ...file, more: 1 },
    { ...file, shown: { ...file.shown, more: 1 } },
    { ...file, shown: { ...file.shown, index: -1 } },
    { ...file, segment: { ...file.segment, left: ['ab'] } },
    { ...file, format: 'tickmark-line/2' },
    { ...file, day: '2026-11' },
    ...Object.keys(file).map((name) =>
      Object.fromEntries(Object.entries(file).filter(([one]) => one !== name)),
    ),
  ])
    expect(parseLineFile(value)).toBeNull()
})

test('two promises of one withdrawal contradict each other across a change of the receipts key', () => {
  const next = testCrypto(79)
  const changes = showKeys(
    [
      { keys, by: house, under: house },
      { keys: next.keys, by: house, under: next },
    ],
    crypto.sha256,
  )
  const files = [promised(), toyWithdrawalFile(next, toyPromise({ due: toyPromise().due + 1 }))] as const
  expect(contradictionAmong(files, crypto)).toBeNull()
  const evidence = contradictionAmong(files, crypto, changes)
  expect(evidence).toEqual({ format: CONTRADICTION_FORMAT, files, changes })
  expect(checkContradiction(JSON.parse(JSON.stringify(evidence)), crypto, null).verdict).toBe('holds')
})
