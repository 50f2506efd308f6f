import * as z from 'zod/mini'

/** A text signed by the session's key: text by core's consent rules, and r ‖ s in hex with a low s. */
export const signedText = z.object({
  text: z.string().check(z.maxLength(2_000)),
  signature: z.string().check(z.maxLength(200)),
})

/** Reasons for not acting on a signed text. */
export const consentRefusals = [
  'consent_missing',
  'consent_invalid',
  'consent_other_terms',
  'consent_other_session',
  'consent_used',
  'consent_expired',
  'consent_time_off',
  'delegation_ended',
] as const
