import type { SignedConsent } from '@tickmark/core/consent/bundle'
import type { Reply } from '../../api/api.ts'
import { t } from '../../i18n/i18n.ts'
import type { Consent } from '../../wallets/signOrder.ts'
import { beforeSending, failedAnswer, type SentAsk } from '../../flows/trade/answered.ts'
import { signing } from '../../flows/trade/signing.ts'
import type { CallFailed } from '@tickmark/client/callFailed.ts'
import type { Outcome } from '@tickmark/client/moneyCall.ts'

type Stated = Pick<Reply<'orderConfirmation'>, 'statement' | 'signature' | 'head'>

/** What came of a signed call. `wrong` says why it failed, or what is false about its answer. */
type Sent<Answer> =
  | { kind: 'done'; answer: Answer; isEarlier: boolean }
  | { kind: 'wrong'; text: string }
  | { kind: 'nothing' }

/** Signs and makes a call about hosting, and judges its answer by the signed text that it answers, which may be an earlier one. */
export async function sendSigned<Body extends Consent, Answer extends Stated>(
  send: (bodyNow: () => Promise<Body | null>) => Promise<Outcome<Body, Answer>>,
  sign: () => Promise<Consent>,
  bodyOf: (consent: Consent) => Body,
): Promise<Sent<Answer>> {
  let sent: SignedCall | null = null
  const made = await send(async () => {
    sent = await signedNow(sign)
    return sent && bodyOf(sent.consent)
  })
  if (made.kind === 'nothing') return made
  if (made.kind === 'failed') return { kind: 'wrong', text: await saidOf(sent, made.failure) }
  const { answer, earlier } = made
  const problem = await statementProblem(earlier ? { left: earlier.consent ?? null } : { sent }, answer)
  return problem ? { kind: 'wrong', text: t(problem) } : { kind: 'done', answer, isEarlier: earlier !== null }
}

/** The signature of the session's key for a call, and its time; empty in a session without a key. */
interface SignedCall {
  consent: Consent
  /** The stored copy, written before sending; null in a session without a key. */
  kept: SentAsk | null
  /** On a monotonic clock. */
  startMs: number
}

/** Signs with the session's key and stores the signature before it is sent; null, with a message, when it cannot. */
async function signedNow(sign: () => Promise<Consent>): Promise<SignedCall | null> {
  const startMs = performance.now()
  const consent = await signing(sign)
  const kept = consent?.consent ? await beforeSending(consent.consent, startMs) : null
  return consent && { consent, kept, startMs }
}

/** The message of a failure. Keeps a signed refusal; without one, this device keeps asking for a valid answer. */
async function saidOf(sent: SignedCall | null, failure: CallFailed): Promise<string> {
  return (await failedAnswer(sent?.kept ?? null, failure)).message
}

/**
 * Keeps the house's signed statement and follows it in the log from now on. Returns the problem with it. `left` is
 * the signed text of an earlier attempt.
 */
async function statementProblem(
  asked: { sent: SignedCall | null } | { left: SignedConsent | null },
  answer: Stated,
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
