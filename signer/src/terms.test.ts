import type { WithdrawalIntent } from '@tickmark/core/wallet/withdrawalIntent'
import { expect, test } from 'vitest'
import { intentOf, PAYEE, rules, TRON_PAYEE, TRON_USDT, USDT } from './fixture.testing.ts'
import { termsOf } from './terms.ts'

test('an intent becomes a payment in the chain’s own units', () => {
  expect(termsOf(intentOf(), rules)).toMatchObject({ to: PAYEE, raw: 12_500_000n, nativeFeeCap: null })
  const coin = intentOf({ currency: 'ETH', amount: '0.00000001', feeCap: '0.002' })
  expect(termsOf(coin, rules)).toMatchObject({ token: null, raw: 10n ** 10n, nativeFeeCap: 2n * 10n ** 15n })
  const onTron = intentOf({ network: 'Tron', to: TRON_PAYEE })
  expect(termsOf(onTron, rules)).toMatchObject({ token: { contract: TRON_USDT }, raw: 12_500_000n })
})

test('a time may have milliseconds or none', () => {
  for (const expires of ['2026-11-21T10:05:00Z', '2026-11-21T10:05:00.000Z'])
    expect(termsOf(intentOf({ expires }), rules)).toMatchObject({
      expiresAtMs: Date.UTC(2026, 10, 21, 10, 5),
    })
})

test('a gas cap that the coin cannot represent leaves nothing for gas, and does not lift the cap', () => {
  const [chain, ...rest] = rules.chains
  if (!chain) throw new Error('there are chains')
  const coarse = { ...rules, chains: [{ ...chain, native: { currency: 'ETH', decimals: 6 } }, ...rest] }
  const intent = intentOf({ currency: 'ETH', amount: '1', feeCap: '0.0000001' })
  expect(termsOf(intent, coarse)).toMatchObject({ nativeFeeCap: 0n })
})

const REFUSED: readonly (readonly [refusal: string, changes: Partial<WithdrawalIntent>])[] = [
  ['wrong_site', { site: 'http://evil.example' }],
  ['wrong_site', { site: 'http://localhost:8080/' }],
  ['wrong_site', { site: 'https://localhost:8080' }],
  ['wrong_site', { site: 'http://LOCALHOST:8080' }],
  ['network_unknown', { network: 'Ethereum Classic' }],
  ['network_unknown', { network: 'ethereum' }],
  ['network_unknown', { network: '1' }],
  ['currency_unknown', { currency: 'SOL' }],
  ['currency_unknown', { currency: 'usdt' }],
  ['currency_unknown', { currency: 'TRX' }],
  ['currency_unknown', { currency: USDT }],
  ['amount_invalid', { amount: '0' }],
  ['amount_invalid', { amount: '-1' }],
  ['amount_invalid', { amount: '+1' }],
  ['amount_invalid', { amount: '01' }],
  ['amount_invalid', { amount: '1.0' }],
  ['amount_invalid', { amount: '1.' }],
  ['amount_invalid', { amount: '.5' }],
  ['amount_invalid', { amount: '1,5' }],
  ['amount_invalid', { amount: '1e3' }],
  ['amount_invalid', { amount: '0x10' }],
  ['amount_invalid', { amount: ' 1' }],
  ['amount_invalid', { amount: 'NaN' }],
  ['amount_invalid', { amount: '1.0000001' }],
  ['amount_invalid', { amount: '9'.repeat(40) }],
  ['amount_invalid', { feeCap: '-1' }],
  ['amount_invalid', { feeCap: 'all' }],
  ['address_invalid', { to: PAYEE.toLowerCase() }],
  ['address_invalid', { to: `${PAYEE.slice(0, -1)}9` }],
  ['address_invalid', { to: PAYEE.slice(0, -2) }],
  ['address_invalid', { to: ` ${PAYEE}` }],
  ['address_invalid', { to: `0x${'0'.repeat(40)}` }],
  ['address_invalid', { to: USDT }],
  ['address_invalid', { to: USDT, currency: 'ETH' }],
  ['address_invalid', { to: 'vitalik.eth' }],
  ['address_invalid', { to: TRON_PAYEE }],
  ['address_invalid', { network: 'Tron' }],
  ['address_invalid', { network: 'Tron', to: TRON_USDT }],
  ['address_invalid', { network: 'Tron', to: `${TRON_PAYEE.slice(0, -1)}J` }],
  ['address_invalid', { network: 'Tron', to: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' }],
  ['malformed', { nonce: 'a\nto: b' }],
  ['malformed', { nonce: 'n\u00f6' }],
  ['malformed', { expires: '2026-13-40T00:00:00Z' }],
  ['malformed', { expires: '2026-02-30T00:00:00Z' }],
  ['malformed', { expires: '2026-11-21T10:05:00+00:00' }],
  ['malformed', { expires: '2026-11-21' }],
  ['malformed', { expires: '1795255500000' }],
  ['malformed', { expires: 'tomorrow' }],
]

test.for(REFUSED)('an intent is refused as %s with %o', ([refusal, changes]) => {
  expect(termsOf(intentOf(changes), rules)).toBe(refusal)
})
