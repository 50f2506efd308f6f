import { expect, test } from 'vitest'
import { crypto } from '../receipts/nodeCrypto.testing.ts'
import { CONSENT_LIFE_MS, NO_HEAD } from './consentText.ts'
import { readDelegation } from './delegation.ts'
import { judgeConsent } from './judgeConsent.ts'
import { ORIGIN, testOwner } from './owner.testing.ts'
import { readSwapText, swapText, type SwapConsent } from './swapConsent.ts'

const NOW_MS = 1_795_219_200_000
const owner = testOwner(1, NOW_MS - 60_000)
const delegation = readDelegation(owner.delegation.text, crypto.sha256)
if (!delegation) throw new Error('the owner delegates')
const untilMs = delegation.grant.untilS * 1000
const KEY = '00000000-0000-4000-8000-000000000001'

const swap: SwapConsent = {
  origin: ORIGIN,
  session: owner.session,
  nonce: NOW_MS,
  at: NOW_MS,
  expires: NOW_MS + CONSENT_LIFE_MS,
  head: NO_HEAD,
  book: 'real',
  source: 'ETH',
  target: 'USDT',
  given: '150000000',
  least: '524475000000',
  key: KEY,
}
const { book, source, target, given, key } = swap
const asked = { book, source, target, given, key }
const signed = (change: Partial<SwapConsent>) => swapText({ ...swap, ...change })

function codeOf(text: string, { received = 524_475_000_000n, nowMs = NOW_MS, of = {} } = {}): string {
  if (!delegation) return 'no delegation'
  const facts = { text, asked: { swap: { ...asked, ...of }, received }, delegation, nowMs }
  const judged = judgeConsent(facts)
  return judged.ok ? 'ok' : judged.refusal.code
}

test('the signed text of a swap is one of a kind, to the letter', () => {
  expect(signed({ session: 'a'.repeat(64) })).toBe(
    `tickmark-swap/1\n{"at":1795219200000,"book":"real","expires":1795219205000,"given":"150000000","head":{"root":"","size":0},"key":"${KEY}","least":"524475000000","nonce":1795219200000,"origin":"https://tickmark.example","session":"${'a'.repeat(64)}","source":"ETH","target":"USDT"}`,
  )
})

test.each<[string, Partial<SwapConsent>, string]>([
  ['nothing', {}, 'ok'],
  ['a smaller least sum', { least: '524474999999' }, 'ok'],
  ['a larger least sum', { least: '524475000001' }, 'consent_other_terms'],
  ['the sum given', { given: '150000001' }, 'consent_other_terms'],
  ['the currency given', { source: 'BTC' }, 'consent_other_terms'],
  ['the currency received', { target: 'USDC' }, 'consent_other_terms'],
  ['the book', { book: 'simulated' }, 'consent_other_terms'],
  ['the key of the call', { key: KEY.replace(/1$/, '2') }, 'consent_other_terms'],
  ['the session', { session: '0'.repeat(64) }, 'consent_other_session'],
  ['the site', { origin: 'https://evil.example' }, 'consent_other_session'],
  ['a life of nothing', { expires: NOW_MS }, 'consent_invalid'],
  ['a life a millisecond too long', { expires: swap.expires + 1 }, 'consent_invalid'],
  ['a time too far ahead', { at: NOW_MS + 2_001, expires: NOW_MS + 5_000 }, 'consent_time_off'],
  ['a time that has run out', { at: NOW_MS - 5_001, expires: NOW_MS - 1 }, 'consent_expired'],
])('a signed swap that changed %s is judged correctly', (_, change, code) => {
  expect(codeOf(signed(change))).toBe(code)
})

test.each(Object.keys(asked))('a signature covers no swap with another %s', (name) => {
  expect(codeOf(signed({}), { of: { [name]: 'another' } })).toBe('consent_other_terms')
})

test('a swap may pay more than was signed and nothing less', () => {
  expect(codeOf(signed({}), { received: 524_475_000_001n })).toBe('ok')
  expect(codeOf(signed({}), { received: 524_474_999_999n })).toBe('consent_other_terms')
})

test('the time of a swap is judged as that of an order', () => {
  const late = signed({ at: untilMs - 1, expires: untilMs })
  expect(codeOf(late, { nowMs: untilMs - 1 })).toBe('ok')
  expect(codeOf(late, { nowMs: untilMs })).toBe('delegation_ended')
  expect(codeOf(signed({}), { nowMs: swap.expires })).toBe('ok')
  expect(codeOf(signed({}), { nowMs: swap.expires + 1 })).toBe('consent_expired')
})

test('a text reads back as it was written', () => {
  expect(readSwapText(signed({}))).toEqual(swap)
})

test.each<[string, string]>([
  ['a sum below zero', signed({ given: '-1' })],
  ['a sum that is no number', signed({ given: 'all' })],
  ['a least sum with a point', signed({ least: '1.5' })],
  ['a currency in small letters', signed({ source: 'eth' })],
  ['no second currency', signed({ target: '' })],
  ['a third book', signed({ book: 'other' as never })],
  ['a key that is no UUID', signed({ key: 'key' })],
  ['a head without a root', signed({ head: { size: 1, root: '' } })],
  ['a nonce below zero', signed({ nonce: -1 })],
  ['another version', signed({}).replace('tickmark-swap/1', 'tickmark-swap/2')],
  ['another kind', signed({}).replace('tickmark-swap/1', 'tickmark-order/1')],
  ['a space more', signed({}).replace('{', '{ ')],
  ['a field more', signed({}).replace(/\}$/, ',"zeal":1}')],
  ['a field less', signed({}).replace(`"key":"${KEY}",`, '')],
  ['no JSON', 'tickmark-swap/1\n{'],
])('%s is no signed swap', (_, text) => {
  expect(readSwapText(text)).toBeNull()
})
