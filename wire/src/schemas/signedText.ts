import * as z from 'zod/mini'

/** What the session's key signed: the text of core's consent rules, and r ‖ s in hex with a low s. */
export const signedText = z.object({
  text: z.string().check(z.maxLength(2_000)),
  signature: z.string().check(z.maxLength(200)),
})

/** Why a signed text is not acted on. */
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
