import { expect, test } from 'vitest'
import { type ConsentBundle } from '../consent/bundle.ts'
import { CONSENT_LIFE_MS } from '../consent/consentText.ts'
import { testOwner } from '../consent/owner.testing.ts'
import { crypto, testCrypto } from '../receipts/nodeCrypto.testing.ts'
import type { AskedPromise } from '../receipts/promise.ts'
import { checkHosting, HOSTING_FORMAT, idOfText, judgeHosting } from './hostingPromise.ts'
import { type HostingExit, type HostingTicket } from './hostings.ts'
import { toyHosting } from './toyHosting.testing.ts'

const AT = Date.parse('2026-11-21T10:00:00Z')
const house = testCrypto(78)
const owner = testOwner(4, AT - 60_000)
const { placing, order: ORDER, ticket, hashOf, leavingAt, exitTo, stated } = toyHosting(house, owner, AT)
const ending = leavingAt(AT)
const exit = exitTo(ending, AT + 100)

const asked = (consent: ConsentBundle, more: Partial<AskedPromise> = {}): AskedPromise => ({
  consent,
  bundle: consent,
  hash: hashOf(consent),
  waitedMs: null,
  ...more,
})
const placed = (change: Partial<HostingTicket>, more: Partial<AskedPromise> = {}) =>
  judgeHosting(stated({ ...ticket, ...change }), asked(placing, more), crypto)
const ended = (change: Partial<HostingExit>, more: Partial<AskedPromise> = {}) =>
  judgeHosting(stated({ ...exit, ...change }), asked(ending, more), crypto)
const OTHER = ORDER.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
const lost = { bundle: null, hash: null }

test.each([
  ['what was asked', placed({}), null],
  ['another principal', placed({ principal: '10000000001' }), 'other_terms'],
  ['a dearer exit', placed({ exitFeePpm: 5_001 }), 'other_terms'],
  ['another order', placed({ order: OTHER }), 'other_terms'],
  ['another consent', placed({ consent: hashOf(ending) }), 'other_terms'],
  ['no consent', placed({ consent: '' }), 'other_terms'],
  ['no consent, where the delegation is gone', placed({ consent: '' }, lost), 'other_terms'],
  ['any consent, where the delegation is gone', placed({}, lost), null],
  ['the hash of the bundle alone', placed({}, { hash: null }), null],
  ['another hash than of the bundle', placed({ consent: hashOf(ending) }, { hash: null }), 'other_terms'],
  ['a time 2 s before it was asked', placed({ at: AT - 2_000 }), null],
  ['an earlier time', placed({ at: AT - 2_001 }), 'other_terms'],
  ['the last moment', placed({ at: AT + CONSENT_LIFE_MS }), null],
  ['a moment too late', placed({ at: AT + CONSENT_LIFE_MS + 1 }), 'other_terms'],
  ['2 s later than was waited', placed({ at: AT + 2_700 }, { waitedMs: 700 }), null],
  ['later than that', placed({ at: AT + 2_701 }, { waitedMs: 700 }), 'other_terms'],
  ['an exit', judgeHosting(stated(exit), asked(placing), crypto), 'other_terms'],
  ['days of its own', placed({ last: '2027-11-28' }), 'unreadable'],
  ['an exit as asked', ended({}), null],
  ['more back', ended({ back: '9950000001' }), null],
  ['less back', ended({ back: '9949999999' }), 'other_terms'],
  ['the exit of another order', ended({ order: OTHER }), 'other_terms'],
  ['a ticket for an exit', judgeHosting(stated(ticket), asked(ending), crypto), 'other_terms'],
  ['a consent that nobody gave', judgeHosting(stated(ticket), null, crypto), 'other_terms'],
  ['no consent, and none was given', judgeHosting(stated({ ...ticket, consent: '' }), null, crypto), null],
])('the house’s answer to a hosting order with %s is judged correctly', (_, problem, expected) => {
  expect(problem).toBe(expected)
})

test('an answer counts only with both signatures', () => {
  const honest = stated(ticket)
  for (const change of [{ signature: '0'.repeat(128) }, { head: 'none\n' }, { keys: testCrypto(79).keys }])
    expect(judgeHosting({ ...honest, ...change }, asked(placing), crypto)).toBe('not_signed')
})

const fileOf = (statement: HostingTicket | HostingExit, consent: ConsentBundle | null) => {
  return { format: HOSTING_FORMAT, ...stated(statement), consent } as const
}
const foreign = toyHosting(testCrypto(79), owner, AT).stated(ticket)

test.each<[what: string, file: object, failed: { name: string; unshown?: true }[]]>([
  ['what was asked', fileOf(ticket, placing), []],
  ['an exit as asked', fileOf(exit, ending), []],
  ['no consent to see', fileOf(ticket, null), [{ name: 'consent', unshown: true }]],
  ['the consent of another order', fileOf({ ...ticket, order: OTHER }, placing), [{ name: 'consent' }]],
  ['a consent to more back', fileOf({ ...exit, back: '9949999999' }, ending), [{ name: 'consent' }]],
  [
    'the signature of another house',
    { ...fileOf(ticket, placing), signature: foreign.signature },
    [{ name: 'answer_signature' }],
  ],
  ['a head of another log', { ...fileOf(ticket, placing), head: foreign.head }, [{ name: 'checkpoint' }]],
])('the file of an answer with %s fails at the steps for it', (_, file, failed) => {
  const { steps } = checkHosting(file, crypto, house.keys)
  expect(steps.map(({ name }) => name)).toEqual(['form', 'keys', 'answer_signature', 'consent', 'checkpoint'])
  expect(steps.filter(({ ok }) => !ok)).toEqual(failed.map((one) => ({ ...one, ok: false })))
  expect(checkHosting(file, crypto).steps.map(({ name }) => name)).not.toContain('keys')
})

test('the file of an answer holds only for its owner, its site and its keys', () => {
  const broken = { verdict: 'broken', steps: [{ name: 'form', ok: false }], file: null }
  expect(checkHosting({}, crypto)).toEqual(broken)
  for (const [statement, consent] of [[ticket, placing] as const, [exit, ending] as const]) {
    const file = { format: HOSTING_FORMAT, ...stated(statement), consent }
    const verdictFor = (known: object) => checkHosting(file, crypto, known).verdict
    const { address } = owner.delegation
    expect(verdictFor({ owner: address, site: 'tickmark.example', ...house.keys })).toBe('holds')
    expect(verdictFor({ owner: address.replace(/.$/, 'x') })).toBe('broken')
    expect(verdictFor({ site: 'evil.example' })).toBe('broken')
    expect(verdictFor({ ...house.keys, log: house.keys.receipts })).toBe('broken')
    expect(checkHosting({ ...file, consent: null }, crypto).verdict).toBe('not_proven')
  }
  expect([idOfText(placing.text, crypto.sha256), idOfText(ending.text, crypto.sha256)]).toEqual([ORDER, null])
})
