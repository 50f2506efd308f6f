/**
 * The signer's reasons for refusing, and the next step of the refused payment. Nothing was signed, so the payment's nonce is free
 * again. `wait`: it may be signed later. `end`: it never will be, and the money returns. `renumber`: it takes a later nonce.
 */
export const AFTER_REFUSAL = {
  malformed: 'end',
  wrong_site: 'end',
  network_unknown: 'end',
  currency_unknown: 'end',
  amount_invalid: 'end',
  address_invalid: 'end',
  signature_wrong: 'end',
  expired: 'end',
  intent_changed: 'end',
  intent_unknown: 'end',
  intent_revoked: 'end',
  intent_lapsed: 'end',
  nonce_taken: 'renumber',
  // It may already be paid under a nonce that we lost, so its hold stays.
  intent_has_other_nonce: 'wait',
  over_limit: 'wait',
  fee_too_high: 'wait',
} as const satisfies Record<string, 'wait' | 'end' | 'renumber'>

export type SignerRefusal = keyof typeof AFTER_REFUSAL

export const SIGNER_REFUSALS = Object.keys(AFTER_REFUSAL) as readonly SignerRefusal[]
