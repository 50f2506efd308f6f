import { expect, test } from 'vitest'
import { sealText } from '../../platform/seal.ts'
import { makeTerms, openTerms, sealTerms } from './intents.ts'

const KEY = new Uint8Array(32).fill(7)
const NOW = 1_800_000_000_000
const given = {
  userId: 5,
  typeId: 33,
  amount: 1_000_000_000n,
  feeCap: 100_000_000n,
  gasPrice: 250_000_000_000n,
  gasCap: 10n ** 18n,
  to: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  site: 'https://tickmark.example',
}
const terms = makeTerms(given, NOW)
const invalid = { ok: false, refusal: { code: 'intent_invalid' } }

test('offered terms hold for five minutes, each for one withdrawal', () => {
  expect(terms).toMatchObject({ ...given, expiresAtMs: NOW + 300_000 })
  expect(makeTerms(given, NOW).nonce).not.toBe(terms.nonce)
})

test.each([
  ['gas in another currency', terms],
  ['gas in the currency itself', { ...terms, gasPrice: null }],
])('sealed terms come back as they were offered, with %s', (_, offered) => {
  expect(openTerms(sealTerms(offered, KEY), 5, KEY)).toEqual({ ok: true, value: offered })
})

const fields = ['withdrawal-1', 5, 33, '1', '2', '3', '4', 'to', 'nonce', 9, 'site']
const changed = (at: number, to: unknown) => sealText(JSON.stringify(fields.with(at, to as string)), KEY)

test.each([
  ['of another user', sealTerms(terms, KEY), 6],
  ['sealed with another key', sealTerms(terms, new Uint8Array(32)), 5],
  ['with a changed letter', `${sealTerms(terms, KEY).slice(0, -3)}AAA`, 5],
  ['that are a text of another kind', sealText('["swap-1",5]', KEY), 5],
  ['with a field less', sealText(JSON.stringify(fields.slice(0, -1)), KEY), 5],
  ['with a field more', sealText(JSON.stringify([...fields, 1]), KEY), 5],
  ['with an amount below zero', changed(3, '-1'), 5],
  ['with an amount of 40 digits', changed(3, '1'.repeat(40)), 5],
  ['with a sum that is a number', changed(6, 4), 5],
  ['without a whole time', changed(9, 1.5), 5],
])('terms %s are refused', (_, id, userId) => {
  expect(openTerms(id, userId, KEY)).toMatchObject(invalid)
})

test('the same fields, unchanged, are terms, and without an id there are none', () => {
  expect(openTerms(changed(3, '1'.repeat(39)), 5, KEY).ok).toBe(true)
  expect(openTerms('', 5, KEY)).toMatchObject({ ok: false, refusal: { code: 'intent_missing' } })
})
