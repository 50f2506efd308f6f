import { expect, test } from 'vitest'
import { HOSTING_FORMAT, type HostingFile } from '../arbitrage/hostingPromise.ts'
import type { HostingStatement } from '../arbitrage/hostings.ts'
import { toyHosting } from '../arbitrage/toyHosting.testing.ts'
import type { ConsentBundle } from '../consent/bundle.ts'
import { testOwner, type TestOwner } from '../consent/owner.testing.ts'
import type { Book } from '../money/currencies.ts'
import { ONE } from '../money/money.ts'
import { crypto, testCrypto } from '../receipts/nodeCrypto.testing.ts'
import type { PublishedKeys } from './publishedKeys.ts'
import { checkExits, EXITS_FORMAT, exitsBeyond, parseExits } from './exitFees.ts'

const house = testCrypto(78)
const AT = Date.parse('2026-11-21T10:00:00Z')
/** Two exits of 0.5 USDT are within it, a third is not. */
const MOST = ONE
const grant = { most: [{ currency: 'USDT', units: MOST }] }
const [one, again] = [testOwner(3, AT - 60_000, { grant }), testOwner(3, AT - 50_000, { grant })]

/** A ticket and its exit at a given hour, so that no two orders share a time. */
function leaving(
  owner: TestOwner,
  hour: number,
  { book = 'real', fee = ONE / 2n, keys = house }: { book?: Book; fee?: bigint; keys?: typeof house } = {},
): [HostingFile, HostingFile] {
  const at = AT + hour * 3_600_000
  const toy = toyHosting(keys, owner, at)
  const stated = (statement: HostingStatement, consent: ConsentBundle): HostingFile => {
    return { format: HOSTING_FORMAT, ...toy.stated(statement), consent }
  }
  const ending = toy.leavingAt(at + 9_000)
  return [
    stated({ ...toy.ticket, book }, toy.placing),
    stated({ ...toy.exitTo(ending, at + 9_100), fee: String(fee) }, ending),
  ]
}

const published = (present: PublishedKeys['present']): PublishedKeys => ({ present, earlier: [] })
const [first, second, third] = [leaving(one, 1), leaving(one, 2), leaving(one, 3)]
const three = [...first, ...second, ...third]

test.each<[string, HostingFile[], boolean]>([
  ['three exits, each within what was delegated, and all beyond it', three, true],
  ['exits that take all that was delegated', [...first, ...second], false],
  ['a unit more', [...first, ...leaving(one, 4, { fee: ONE / 2n + 1n })], true],
  ['one of them in the other book', [...first, ...second, ...leaving(one, 5, { book: 'simulated' })], false],
  [
    'one of them under another sign-in of the same wallet',
    [...first, ...second, ...leaving(again, 6)],
    false,
  ],
  ['one statement twice', [...first, ...second, second[1]], false],
  ['an exit without the ticket that names its book', [...first, ...second, third[1]], false],
  [
    'an exit whose statement names another signature of its owner',
    [...first, ...second, third[0], { ...third[1], consent: second[1].consent }],
    false,
  ],
  [
    'an exit that nobody shows to be signed',
    [...first, ...second, third[0], { ...third[1], consent: null }],
    false,
  ],
])('the sum under a sign-in is right for %s', (_, files, isBeyond) => {
  const found = exitsBeyond(files, crypto)
  expect(found !== null).toBe(isBeyond)
  const told = JSON.parse(JSON.stringify({ format: EXITS_FORMAT, files })) as unknown
  expect(checkExits(told, crypto).verdict).toBe(isBeyond ? 'holds' : 'broken')
})

test('the evidence is that sign-in’s exits in one book with their tickets, and anyone can judge it', () => {
  const found = exitsBeyond([...leaving(again, 7), ...three], crypto)
  expect(found).toMatchObject({
    book: 'real',
    taken: (3n * ONE) / 2n,
    most: MOST,
    evidence: { files: three },
  })
  const told: unknown = JSON.parse(JSON.stringify(found?.evidence))
  expect(checkExits(told, crypto, published(house.keys))).toMatchObject({
    verdict: 'holds',
    fees: { taken: (3n * ONE) / 2n },
  })
  // The log's key signs none of it.
  const other = published({ ...house.keys, log: '0'.repeat(64) })
  expect(checkExits(told, crypto, other).verdict).toBe('holds')
})

test('a change of the receipts key does not divide the sum under a sign-in, where the published keys show it', () => {
  const next = testCrypto(79)
  const files = [...first, ...second, ...leaving(one, 3, { keys: next })]
  const told: unknown = JSON.parse(JSON.stringify({ format: EXITS_FORMAT, files }))
  const changed: PublishedKeys = { present: next.keys, earlier: [{ keys: house.keys, until: 1_000 }] }
  expect(checkExits(told, crypto, changed).verdict).toBe('holds')
  const until: PublishedKeys = { present: next.keys, earlier: [{ keys: house.keys, until: 9 }] }
  expect(checkExits(told, crypto, until).verdict).toBe('holds')
  const late: PublishedKeys = { present: next.keys, earlier: [{ keys: house.keys, until: 8 }] }
  for (const known of [null, late, published(next.keys), published(house.keys)])
    expect(checkExits(told, crypto, known).verdict).toBe('broken')
})

const failed = (files: readonly object[], keys = house.keys) =>
  checkExits(
    JSON.parse(JSON.stringify({ format: EXITS_FORMAT, files })),
    crypto,
    published(keys),
  ).steps.flatMap(({ name, ok }) => (ok ? [] : [name]))

test('the check tells its form, the keys where they are known, all signatures, and the sum', () => {
  const told = (published: PublishedKeys | null) =>
    checkExits({ format: EXITS_FORMAT, files: three }, crypto, published).steps.map(({ name }) => name)
  expect(told(null)).toEqual(['form', 'all_signed', 'beyond'])
  expect(told(published(house.keys))).toEqual(['form', 'keys', 'all_signed', 'beyond'])
})

test('statements that the house did not sign convict nobody', () => {
  const [ticket, exit] = third
  const forged = { ...exit, signature: '0'.repeat(128) }
  expect(failed([...first, ...second, ticket, forged])).toEqual(['all_signed'])
  expect(failed([...first, ...second, { ...ticket, signature: exit.signature }, exit])).toEqual([
    'all_signed',
  ])
  expect(failed(three, { ...house.keys, receipts: house.keys.log })).toEqual(['keys'])
  expect(failed(three, { ...house.keys, origin: 'log.sample/tm' })).toEqual(['keys'])
  const elsewhere = leaving(one, 3, { keys: testCrypto(79) })
  expect(failed([...first, ...second, ...elsewhere])).toEqual(['keys', 'all_signed'])
})

test('the file has hosting statements, and nothing else', () => {
  const file = { format: EXITS_FORMAT, files: three }
  expect(parseExits(JSON.parse(JSON.stringify(file)))).toEqual(file)
  for (const value of [
    null,
    { ...file, more: 1 },
    { ...file, files: [] },
    { ...file, files: [{}] },
    { ...file, files: {} },
    { ...file, format: 'tickmark-exits/2' },
  ])
    expect(checkExits(value, crypto)).toMatchObject({ evidence: null, steps: [{ name: 'form', ok: false }] })
})
