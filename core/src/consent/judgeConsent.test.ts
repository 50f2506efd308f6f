import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hexOf } from '../bytes.ts'
import { crypto } from '../receipts/nodeCrypto.testing.ts'
import { isSignedBy } from './bundle.ts'
import {
  closeText,
  CONSENT_LIFE_MS,
  NO_HEAD,
  orderText,
  readCloseText,
  readOrderText,
  type CloseConsent,
  type OrderConsent,
  type SignedTerms,
} from './consentText.ts'
import { readDelegation } from './delegation.ts'
import { AHEAD_MOST_MS, judgeConsent, type ConsentFacts } from './judgeConsent.ts'
import { exitConsentText, hostingConsentText, type HostingTerms } from './hostingConsent.ts'
import { ORIGIN, testOwner } from './owner.testing.ts'

const NOW_MS = 1_795_219_200_000
const owner = testOwner(1, NOW_MS - 60_000)
const delegation = readDelegation(owner.delegation.text, crypto.sha256)
if (!delegation) throw new Error('the owner delegates')
const untilMs = delegation.grant.untilS * 1000

const terms: SignedTerms = {
  book: 'real',
  currency: 'USDT',
  pid: 1,
  pair: 'BTC/USDT',
  duration: 60,
  direction: 'up',
  barrierPpm: 0,
  ratePct: 92,
  chancePpm: 500_000,
  marginPpm: 40_000,
  stake: '500000000000',
}
const frame = {
  origin: ORIGIN,
  session: owner.session,
  nonce: NOW_MS,
  at: NOW_MS,
  expires: NOW_MS + CONSENT_LIFE_MS,
  head: NO_HEAD,
}
const ORDER_ID = '00000000-0000-7000-8000-000000000001'
const order: OrderConsent = { ...frame, ...terms }
const close: CloseConsent = { ...frame, order: ORDER_ID, bid: '70' }

function codeOf(facts: Partial<ConsentFacts>): string {
  const judged = judgeConsent({
    text: orderText(order),
    asked: { order: terms },
    delegation,
    nowMs: NOW_MS,
    ...facts,
  } as ConsentFacts)
  return judged.ok ? 'ok' : judged.refusal.code
}
const signed = (given: Partial<OrderConsent>) => orderText({ ...order, ...given })
const closing = (given: Partial<CloseConsent>, bid = 70n) => ({
  text: closeText({ ...close, ...given }),
  asked: { close: ORDER_ID, bid },
})

const hosted: HostingTerms = {
  book: 'real',
  mid: 1,
  version: 2,
  days: 7,
  upperPpm: 5_000,
  exitFeePpm: 10_000,
  principal: '900',
}
const hosting = (given: Partial<HostingTerms> = {}) => ({
  text: hostingConsentText({ ...frame, ...hosted, ...given }),
  asked: { host: hosted, fee: 9n },
})
const exiting = (given: { order?: string; back?: string } = {}) => ({
  text: exitConsentText({ ...frame, order: ORDER_ID, back: '70', ...given }),
  asked: { exit: ORDER_ID, back: 70n, fee: 1n, spent: 0n },
})

/** The delegation's 5,000 USDT, in units. */
const MOST = 500_000_000_000n
const exitCosting = (fee: bigint, spent: bigint) => ({
  ...exiting(),
  asked: { exit: ORDER_ID, back: 70n, fee, spent },
})
const hostingCosting = (fee: bigint) => ({ ...hosting(), asked: { host: hosted, fee } })

test.each<[string, Partial<ConsentFacts>, string]>([
  ['all as signed', {}, 'ok'],
  ['a text that is none', { text: '' }, 'consent_invalid'],
  ['the text of a close', { text: closeText(close) }, 'consent_invalid'],
  ['a life of nothing', { text: signed({ expires: NOW_MS }) }, 'consent_invalid'],
  ['a life a millisecond too long', { text: signed({ expires: frame.expires + 1 }) }, 'consent_invalid'],
  ['the key of another session', { text: signed({ session: '0'.repeat(64) }) }, 'consent_other_session'],
  ['another site', { text: signed({ origin: 'https://evil.example' }) }, 'consent_other_session'],
  ['a time 2 s ahead', { nowMs: NOW_MS - AHEAD_MOST_MS }, 'ok'],
  ['a time more than 2 s ahead', { nowMs: NOW_MS - AHEAD_MOST_MS - 1 }, 'consent_time_off'],
  ['its last millisecond', { nowMs: NOW_MS + CONSENT_LIFE_MS }, 'ok'],
  ['the millisecond after', { nowMs: NOW_MS + CONSENT_LIFE_MS + 1 }, 'consent_expired'],
  ['a time 30 s ago', { nowMs: NOW_MS + 30_000 }, 'consent_expired'],
  ['a time more than 30 s ago', { nowMs: NOW_MS + 30_001 }, 'consent_time_off'],
  [
    'the last millisecond of the delegation',
    { text: signed({ at: untilMs - 1, expires: untilMs }), nowMs: untilMs - 1 },
    'ok',
  ],
  [
    'the end of the delegation',
    { text: signed({ at: untilMs - 1, expires: untilMs }), nowMs: untilMs },
    'delegation_ended',
  ],
  [
    'a unit more than was delegated',
    {
      text: signed({ stake: '500000000001' }),
      asked: { order: { ...terms, stake: '500000000001' } },
    },
    'delegation_exceeded',
  ],
  [
    'a currency that was not delegated',
    { text: signed({ currency: 'TRX' }), asked: { order: { ...terms, currency: 'TRX' } } },
    'delegation_exceeded',
  ],
  [
    'a currency that was, where no early exit was',
    {
      text: signed({ currency: 'ETH', stake: '1' }),
      asked: { order: { ...terms, currency: 'ETH', stake: '1' } },
      delegation: { ...delegation, grant: { ...delegation.grant, most: [{ currency: 'ETH', units: 1n }] } },
    },
    'ok',
  ],
  ['a close as signed', closing({}), 'ok'],
  ['a close for more than was asked', closing({}, 71n), 'ok'],
  ['a close for less than was asked', closing({}, 69n), 'consent_other_terms'],
  ['a close of another order', closing({ order: ORDER_ID.replace(/1$/, '2') }), 'consent_other_terms'],
  ['hosting as signed', hosting(), 'ok'],
  ['hosting in the other book', hosting({ book: 'simulated' }), 'consent_other_terms'],
  ['hosting for a day more', hosting({ days: 8 }), 'consent_other_terms'],
  ['hosting of a unit more', hosting({ principal: '901' }), 'consent_other_terms'],
  ['an early exit as signed', exiting(), 'ok'],
  ['an early exit whose fee is all that was delegated', exitCosting(MOST, 0n), 'ok'],
  ['early exits whose fees are all that was delegated', exitCosting(MOST - 7n, 7n), 'ok'],
  ['an early exit that costs a unit more', exitCosting(MOST + 1n, 0n), 'exit_fees_exceeded'],
  ['an early exit that costs a unit more with those before it', exitCosting(1n, MOST), 'exit_fees_exceeded'],
  ['hosting whose early exit costs all that was delegated', hostingCosting(MOST), 'ok'],
  ['hosting whose early exit costs a unit more', hostingCosting(MOST + 1n), 'exit_fees_exceeded'],
  ['an early exit that gives more back', exiting({ back: '69' }), 'ok'],
  ['an early exit that gives less back', exiting({ back: '71' }), 'consent_other_terms'],
  [
    'an early exit from another order',
    exiting({ order: ORDER_ID.replace(/1$/, '2') }),
    'consent_other_terms',
  ],
  ['hosting in the place of an exit', { ...exiting(), text: hosting().text }, 'consent_invalid'],
  ['an order in the place of a close', { asked: { close: ORDER_ID, bid: 70n } }, 'consent_invalid'],
])('consent with %s is judged correctly', (_, facts, code) => {
  expect(codeOf(facts)).toBe(code)
})

const others: { [K in keyof SignedTerms]: SignedTerms[K] } = {
  book: 'simulated',
  currency: 'USDC',
  pid: 2,
  pair: 'ETH/USDT',
  duration: 180,
  direction: 'down',
  barrierPpm: 1,
  ratePct: 93,
  chancePpm: 500_001,
  marginPpm: 40_001,
  stake: '499999999999',
}
test.each(Object.keys(others) as (keyof SignedTerms)[])(
  'a signature over another %s does not cover these terms',
  (name) => {
    expect(codeOf({ text: signed({ [name]: others[name] }) })).toBe('consent_other_terms')
    expect(codeOf({ asked: { order: { ...terms, [name]: others[name] } } })).toBe('consent_other_terms')
  },
)

test('a refusal states how far the time is off, and the allowed amount', () => {
  const facts = { text: orderText(order), asked: { order: terms }, delegation }
  expect(judgeConsent({ ...facts, nowMs: NOW_MS - 40_000 })).toMatchObject({ refusal: { offMs: 40_000 } })
  const trx = { ...terms, currency: 'TRX' }
  expect(judgeConsent({ ...facts, text: signed(trx), asked: { order: trx }, nowMs: NOW_MS })).toMatchObject({
    refusal: { currency: 'TRX', most: 0n },
  })
})

const head = fc.oneof(
  fc.constant(NO_HEAD),
  fc.record({ size: fc.integer({ min: 1 }), root: fc.stringMatching(/^[0-9a-f]{64}$/) }),
)

test('a signed text reads back, and no other spelling of it is accepted', () => {
  fc.assert(
    fc.property(head, fc.nat(), fc.nat(), (seen, nonce, at) => {
      const given = { ...order, head: seen, nonce, at }
      expect(readOrderText(orderText(given))).toEqual(given)
      expect(readCloseText(closeText({ ...close, head: seen, nonce, at }))).toMatchObject({
        head: seen,
        nonce,
        at,
      })
      expect(readOrderText(orderText(given).replace('{', '{ '))).toBeNull()
      expect(readOrderText(orderText(given).replace('}', ',"more":1}'))).toBeNull()
      // An escape for a letter that canonical JSON cannot hold.
      expect(readOrderText(orderText(given).replace('"origin":"', '"origin":"\\u00e9'))).toBeNull()
    }),
  )
})

test.each<[string, string]>([
  ['a stake below zero', signed({ stake: '-1' })],
  ['a stake that is no number', signed({ stake: 'all' })],
  ['a head without a root', signed({ head: { size: 1, root: '' } })],
  ['a root without a size', signed({ head: { size: 0, root: '0'.repeat(64) } })],
  ['a nonce below zero', signed({ nonce: -1 })],
  ['another prefix', signed({}).replace('tickmark-order/1', 'tickmark-order/2')],
  ['no JSON', 'tickmark-order/1\n{'],
  ['a list', 'tickmark-order/1\n[]'],
])('%s is no signed order', (_, text) => {
  expect(readOrderText(text)).toBeNull()
})

test('a signature is the key’s own, over this text, with a low s', () => {
  const consent = owner.sign(orderText(order))
  expect(isSignedBy(consent, delegation.key, crypto)).toBe(true)
  expect(isSignedBy({ ...consent, text: signed({ nonce: 7 }) }, delegation.key, crypto)).toBe(false)
  const stranger = testOwner(2, NOW_MS).sign(consent.text)
  expect(isSignedBy(stranger, delegation.key, crypto)).toBe(false)
  expect(isSignedBy({ ...consent, signature: highTwin(consent.signature) }, delegation.key, crypto)).toBe(
    false,
  )
  expect(isSignedBy({ ...consent, signature: consent.signature.slice(2) }, delegation.key, crypto)).toBe(
    false,
  )
  expect(isSignedBy({ ...consent, signature: 'zz'.repeat(64) }, delegation.key, crypto)).toBe(false)
})

/** The same signature with a high s: it verifies as well. */
function highTwin(signature: string): string {
  const order256 = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
  const twin = (order256 - BigInt(`0x${signature.slice(64)}`)).toString(16).padStart(64, '0')
  const key = delegation?.key ?? new Uint8Array()
  const bytes = Buffer.from(signature.slice(0, 64) + twin, 'hex')
  expect(crypto.verifyP256(bytes, Buffer.from(orderText(order)), key)).toBe(true)
  return hexOf(bytes)
}
