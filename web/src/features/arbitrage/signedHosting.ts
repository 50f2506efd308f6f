import type { SignedConsent } from '@tickmark/core/consent/bundle'
import type { Reply } from '../../api/api.ts'
import type { Consent } from '../../wallets/signOrder.ts'
import { beforeSending, failedAnswer, type SentAsk } from '../../flows/trade/answered.ts'
import { signing } from '../../flows/trade/signing.ts'
import type { CallFailed } from '@tickmark/client/callFailed.ts'

/** The signature of the session's key for a call, and its time; empty in a session without a key. */
export interface SignedCall {
  consent: Consent
  /** The stored copy, written before sending; null in a session without a key. */
  kept: SentAsk | null
  /** On a monotonic clock. */
  startMs: number
}

/** Signs with the session's key and stores the signature before it is sent; null, with a message, when it cannot. */
export async function signedNow(sign: () => Promise<Consent>): Promise<SignedCall | null> {
  const startMs = performance.now()
  const consent = await signing(sign)
  const kept = consent?.consent ? await beforeSending(consent.consent, startMs) : null
  return consent && { consent, kept, startMs }
}

/** The message of a failure. Keeps a signed refusal; without one, this device keeps asking for a valid answer. */
export async function saidOf(sent: SignedCall | null, failure: CallFailed): Promise<string> {
  return (await failedAnswer(sent?.kept ?? null, failure)).message
}

/**
 * Keeps the house's signed statement and follows it in the log from now on. Returns the problem with it. `left` is
 * the signed text of an earlier attempt.
 */
export async function statementProblem(
  asked: { sent: SignedCall | null } | { left: SignedConsent | null },
  answer: Pick<Reply<'orderConfirmation'>, 'statement' | 'signature' | 'head'>,
): Promise<'trade:promise.terms' | 'trade:promise.signature' | null> {
  const [{ keepHostingAnswer }, { sentText }, { followPromises }] = await Promise.all([
    import('../../watch/promises/answers/keepHostingAnswer.ts'),
    import('../../watch/promises/followAsks.ts'),
    import('../../watch/promises/followPromises.ts'),
  ])
  const sent = 'sent' in asked ? asked.sent : null
  const consent = 'left' in asked ? asked.left : (sent?.consent.consent ?? null)
  const waitedMs = sent && performance.now() - sent.startMs
  const problem = await keepHostingAnswer(answer, consent, waitedMs)
  if (consent) sentText(consent.text)
  void followPromises()
  if (problem === null) return null
  return problem === 'other_terms' ? 'trade:promise.terms' : 'trade:promise.signature'
}
