import { expect, test } from 'vitest'
import { AFTER_REFUSAL, SIGNER_REFUSALS } from './signerRefusals.ts'

test('money returns only when the signer can never sign the payment: not for a temporary refusal or a possibly paid one', () => {
  const kept = SIGNER_REFUSALS.filter((code) => AFTER_REFUSAL[code] !== 'end')
  expect(Object.fromEntries(kept.map((code) => [code, AFTER_REFUSAL[code]]))).toEqual({
    nonce_taken: 'renumber',
    intent_has_other_nonce: 'wait',
    over_limit: 'wait',
    fee_too_high: 'wait',
  })
})
