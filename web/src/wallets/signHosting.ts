import { exitConsentText, hostingConsentText, type HostingTerms } from '@tickmark/core/consent/hostingConsent'
import { sign, type Consent } from './signOrder.ts'

/** The owner's signature for hosting money. Throws `KeyLost`, `KeyDenied` or `ClockOff`. */
export function signHosting(terms: HostingTerms): Promise<Consent> {
  return sign((frame) => hostingConsentText({ ...frame, ...terms }))
}

/** The owner's signature for ending a hosting order early, for at least `back` units. Throws `KeyLost`, `KeyDenied` or `ClockOff`. */
export function signExit(order: string, back: bigint): Promise<Consent> {
  return sign((frame) => exitConsentText({ ...frame, order, back: String(back) }))
}
