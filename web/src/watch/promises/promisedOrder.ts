import { sha256 } from '@noble/hashes/sha2.js'
import type { SignedConsent } from '@tickmark/core/consent/bundle'
import { readOrderText } from '@tickmark/core/consent/consentText'
import { consentedOrderId } from '@tickmark/core/consent/orderId'

/** The id of the order that was asked for: it follows from the signed text. The house's own word where nothing was signed. */
export function promisedOrder(consent: SignedConsent | null, answered: string): string {
  const asked = consent && readOrderText(consent.text)
  return asked ? consentedOrderId(consent.text, asked.at, sha256) : answered
}
