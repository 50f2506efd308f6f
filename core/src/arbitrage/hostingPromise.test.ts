import { expect, test } from 'vitest'
import { hexOf } from '../bytes.ts'
import { bundleHash, type ConsentBundle } from '../consent/bundle.ts'
import { CONSENT_LIFE_MS, NO_HEAD } from '../consent/consentText.ts'
import { exitConsentText, hostingConsentText } from '../consent/hostingConsent.ts'
import { consentedOrderId } from '../consent/orderId.ts'
import { ORIGIN, testOwner } from '../consent/owner.testing.ts'
import { checkpointKey, signCheckpoint } from '../log/checkpoint.ts'
import { crypto, testCrypto } from '../receipts/nodeCrypto.testing.ts'
import type { AskedPromise } from '../receipts/promise.ts'
import { checkHosting, HOSTING_FORMAT, idOfText, judgeHosting } from './hostingPromise.ts'
import {
  hostingText,
  sharedDays,
  type HostingExit,
  type HostingStatement,
  type HostingTicket,
} from './hostings.ts'

const AT = Date.parse('2026-11-21T10:00:00Z')
const house = testCrypto(78)
const owner = testOwner(4, AT - 60_000)
const frame = {
  origin: ORIGIN,
  session: owner.session,
  nonce: AT,
  at: AT,
  expires: AT + CONSENT_LIFE_MS,
  head: NO_HEAD,
}
const TERMS = {
  book: 'real',
  mid: 1,
  version: 1,
  days: 7,
  upperPpm: 300,
  exitFeePpm: 5_000,
  principal: '10000000000',
} as const
const signedBy = (text: string): ConsentBundle => ({ ...owner.sign(text), delegation: owner.delegation })
const placing = signedBy(hostingConsentText({ ...frame, ...TERMS }))
const ORDER = consentedOrderId(placing.text, AT, crypto.sha256)
const ending = signedBy(exitConsentText({ ...frame, order: ORDER, back: '9950000000' }))
const hashOf = (consent: ConsentBundle) => bundleHash(consent, crypto.sha256)

const ticket: HostingTicket = {
  v: 1,
  kind: 'hosting',
  number: 7,
  at: AT + 100,
  order: ORDER,
  ...TERMS,
  ...sharedDays(AT, TERMS.days),
  consent: hashOf(placing),
}
const exit: HostingExit = {
  v: 1,
  kind: 'exit',
  number: 8,
  at: AT + 100,
  order: ORDER,
  back: '9950000000',
  fee: '50000000',
  consent: hashOf(ending),
}

/** What the house answers, signed with its keys. */
function answerOf(statement: HostingStatement) {
  const { origin, log } = house.keys
  const head = signCheckpoint(
    { origin, size: 9, root: new Uint8Array(32) },
    checkpointKey(origin, log, crypto.sha256),
    (message) => house.sign('log', String.fromCharCode(...message)),
  )
  return {
    statement,
    signature: hexOf(house.sign('receipts', hostingText(statement))),
    head,
    keys: house.keys,
  }
}

const asked = (consent: ConsentBundle, more: Partial<AskedPromise> = {}): AskedPromise => ({
  consent,
  bundle: consent,
  hash: hashOf(consent),
  waitedMs: null,
  ...more,
})
const placed = (change: Partial<HostingTicket>, more: Partial<AskedPromise> = {}) =>
  judgeHosting(answerOf({ ...ticket, ...change }), asked(placing, more), crypto)
const ended = (change: Partial<HostingExit>, more: Partial<AskedPromise> = {}) =>
  judgeHosting(answerOf({ ...exit, ...change }), asked(ending, more), crypto)
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
  ['an exit', judgeHosting(answerOf(exit), asked(placing), crypto), 'other_terms'],
  ['days of its own', placed({ last: '2027-11-28' }), 'unreadable'],
  ['an exit as asked', ended({}), null],
  ['more back', ended({ back: '9950000001' }), null],
  ['less back', ended({ back: '9949999999' }), 'other_terms'],
  ['the exit of another order', ended({ order: OTHER }), 'other_terms'],
  ['a ticket for an exit', judgeHosting(answerOf(ticket), asked(ending), crypto), 'other_terms'],
  ['a consent that nobody gave', judgeHosting(answerOf(ticket), null, crypto), 'other_terms'],
  ['no consent, and none was given', judgeHosting(answerOf({ ...ticket, consent: '' }), null, crypto), null],
])('the house that answers a hosting order with %s is judged right', (_, problem, expected) => {
  expect(problem).toBe(expected)
})

test('an answer counts with both signatures', () => {
  const honest = answerOf(ticket)
  for (const change of [{ signature: '0'.repeat(128) }, { head: 'none\n' }, { keys: testCrypto(79).keys }])
    expect(judgeHosting({ ...honest, ...change }, asked(placing), crypto)).toBe('not_signed')
})

test('the file of an answer holds for its owner, its site and its keys alone', () => {
  const broken = { verdict: 'broken', steps: [{ name: 'form', ok: false }], file: null }
  expect(checkHosting({}, crypto)).toEqual(broken)
  for (const [statement, consent] of [[ticket, placing] as const, [exit, ending] as const]) {
    const file = { format: HOSTING_FORMAT, ...answerOf(statement), consent }
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
