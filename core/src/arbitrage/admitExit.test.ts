import { expect, test } from 'vitest'
import { CONSENT_LIFE_MS, NO_HEAD } from '../consent/consentText.ts'
import { readDelegation } from '../consent/delegation.ts'
import { exitFeesOf } from '../consent/grant.ts'
import { exitConsentText } from '../consent/hostingConsent.ts'
import { ORIGIN, testOwner } from '../consent/owner.testing.ts'
import { ONE } from '../money/money.ts'
import { crypto } from '../receipts/nodeCrypto.testing.ts'
import { admitExit, isOver, type ExitedOrder, type ExitFacts } from './admitExit.ts'

const NOW = 1_795_219_200_000
const owner = testOwner(1, NOW - 60_000)
const delegation = readDelegation(owner.delegation.text, crypto.sha256)
if (!delegation) throw new Error('the owner delegates')
const most = exitFeesOf(delegation.grant)

/** 100 USDT at half a percent, in its last millisecond. */
const order: ExitedOrder = {
  id: '00000000-0000-7000-8000-000000000001',
  principal: 100n * ONE,
  exitFeePpm: 5_000n,
  expiresAtMs: NOW + 1,
  ended: null,
}
const exited = { back: 100n * ONE - ONE / 2n, fee: ONE / 2n }
const over = { ...order, expiresAtMs: NOW }
const ended = { ...order, ended: {} }

/** What its owner signed, with the fees of other exits. */
const signed = ({ id = order.id, back = exited.back, at = NOW, spent = 0n } = {}): ExitFacts => {
  const frame = {
    origin: ORIGIN,
    session: owner.session,
    nonce: at,
    at,
    expires: at + CONSENT_LIFE_MS,
    head: NO_HEAD,
  }
  const text = exitConsentText({ ...frame, order: id, back: String(back) })
  return { signed: { text, delegation }, spent }
}
const unsigned: ExitFacts = { signed: null, isOrderSigned: false }
const keyless: ExitFacts = { signed: null, isOrderSigned: true }
const late = { at: NOW - CONSENT_LIFE_MS - 1 }

const consent = (code: string, more = {}) => ({ code: 'consent', refusal: { code, ...more } })
const exceeded = consent('exit_fees_exceeded', { currency: 'USDT', most })

test.each<[what: string, order: ExitedOrder, facts: ExitFacts, refusal: object | null]>([
  ['one signed for what comes back', order, signed(), null],
  ['one signed for less', order, signed({ back: exited.back - 1n }), null],
  ['one whose fee is the last that its sign-in allows', order, signed({ spent: most - exited.fee }), null],
  ['one that nobody signed, of an order that nobody signed', order, unsigned, null],
  ['one whose fee is a unit too much', order, signed({ spent: most - exited.fee + 1n }), exceeded],
  ['one signed too long ago', order, signed({ ...late, spent: most }), consent('consent_expired')],
  ['one signed for more', order, signed({ ...late, back: exited.back + 1n }), consent('consent_other_terms')],
  [
    'one signed for another order',
    order,
    signed({ id: order.id.replace(/1$/, '2') }),
    consent('consent_other_terms'),
  ],
  ['one that nobody signed, of a signed order', order, keyless, { code: 'consent_missing' }],
  ['a signed one from the expiry on', over, signed(), { code: 'hosting_ended' }],
  ['one that nobody signed, from the expiry on', over, keyless, { code: 'hosting_ended' }],
  ['a signed one of an ended order', ended, signed(late), { code: 'hosting_ended' }],
  ['one that nobody signed, of an ended order', ended, keyless, { code: 'hosting_ended' }],
])('an early exit is admitted or refused: %s', (_, asked, facts, refusal) => {
  const admitted = admitExit(asked, facts, NOW)
  expect(admitted).toEqual(refusal ? { ok: false, refusal } : { ok: true, value: exited })
})

test.each<[what: string, order: ExitedOrder, isIt: boolean]>([
  ['in its last millisecond', order, false],
  ['from its expiry on', over, true],
  ['once it has ended', ended, true],
])('%s, an order is over: it cannot end early', (_, asked, isIt) => {
  expect(isOver(asked, NOW)).toBe(isIt)
})
