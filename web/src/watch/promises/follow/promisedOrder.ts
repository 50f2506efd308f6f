import { sha256 } from '@noble/hashes/sha2.js'
import type { SignedConsent } from '@tickmark/core/consent/bundle'
import { readOrderText } from '@tickmark/core/consent/consentText'
import { consentedOrderId } from '@tickmark/core/consent/orderId'

/**
 * The id of the requested order: it follows from the signed text. Without a signature, the id that the house
 * answered.
 */
export function promisedOrder(consent: SignedConsent | null, answered: string): string {
  const asked = consent && readOrderText(consent.text)
  return asked ? consentedOrderId(consent.text, asked.at, sha256) : answered
}
