import { CallFailed, isOutcomeUnknown } from '@tickmark/client/callFailed.ts'
import type { SignedConsent } from '@tickmark/core/consent/bundle'
import type { PromiseProblem } from '@tickmark/core/receipts/promise'
import type { Reply } from '../../api/api.ts'
import { t } from '../../i18n/i18n.ts'
import type { KeptAsk } from '../../watch/promises/kept/askStore.ts'

/** A signed text with its stored copy, sent to the house. */
export interface SentAsk {
  ask: KeptAsk | null
  consent: SignedConsent
  /** Time of signing on a monotonic clock: the house also names the time of day. */
  startMs: number
}

/** Stores a signed text, and follows it, before it is sent. */
export async function beforeSending(consent: SignedConsent, startMs: number): Promise<SentAsk> {
  const [{ keepBeforeSending }, { followSending }, { followPromises }] = await watching()
  const ask = await keepBeforeSending(consent)
  void followPromises()
  if (ask) followSending(ask)
  return { ask, consent, startMs }
}

/**
 * Keeps the house's answer to an order, and returns the problem with it. `left` is the signed text of an earlier
 * attempt.
 */
export async function ticketAnswer(
  sentAsk: SentAsk | null,
  left: SignedConsent | null,
  answer: Reply<'createLimitOrder'>,
): Promise<PromiseProblem | null> {
  const waitedMs = sentAsk && performance.now() - sentAsk.startMs
  const [, { sent }, { followPromises }, { keepAnswer }] = await watching()
  const problem = await keepAnswer(answer, sentAsk?.consent ?? left, waitedMs)
  if (sentAsk?.ask) sent(sentAsk.ask.asked, true)
  void followPromises()
  return problem
}

/** The same for the answer to an early close. One that no key of the house is known to have signed counts as unsigned. */
export async function closeAnswer(
  sentAsk: SentAsk | null,
  answer: Reply<'closeLimitOrder'>,
): Promise<PromiseProblem | null> {
  if (!sentAsk?.ask) return null
  const waitedMs = performance.now() - sentAsk.startMs
  const [{ keepClosing }, { followAsk, sent }] = await watching()
  const kept = await keepClosing(sentAsk.ask, answer, waitedMs)
  sent(kept.asked, false)
  followAsk(kept)
  if (kept.answer === null) return 'not_signed'
  return kept.problem === 'unchecked' ? null : kept.problem
}

/** The message of a failure; `isSigned` when the house has signed it, so that it is final. */
export interface SaidFailure {
  message: string
  isSigned: boolean
}

/** Keeps a signed refusal. An unsigned one, or none, is not final: this device keeps asking. */
export async function failedAnswer(sentAsk: SentAsk | null, failure: CallFailed): Promise<SaidFailure> {
  const ask = sentAsk?.ask
  if (!ask) return { message: failure.message, isSigned: true }
  const [{ keepRefusal }, { followAsk, sent }] = await watching()
  sent(ask.asked, false)
  const { statementIn } = await import('../../watch/promises/judged/statementIn.ts')
  const unsigned = { message: t('trade:promise.unsigned', { reason: failure.message }), isSigned: false }
  const statement = statementIn(failure)
  if (!statement)
    return isOutcomeUnknown(failure)
      ? { message: `${failure.message} ${t('trade:promise.asking')}`, isSigned: false }
      : unsigned
  const kept = await keepRefusal(ask, statement)
  followAsk(kept)
  const { problem } = kept
  // No key of the house is known that has signed it.
  if (kept.answer === null) return unsigned
  if (problem === null || problem === 'unchecked') return { message: failure.message, isSigned: true }
  const message = t(problem === 'other_terms' ? 'trade:promise.terms' : 'trade:promise.signature')
  return { message, isSigned: false }
}

/** The failure with the message of `failedAnswer`. */
export function saidFailure({ code, status, data }: CallFailed, { message }: SaidFailure): CallFailed {
  return new CallFailed(code, status, message, data)
}

/** Loads the code that keeps and follows answers; it is not part of the first screen. */
function watching() {
  return Promise.all([
    import('../../watch/promises/answers/keepAsked.ts'),
    import('../../watch/promises/followAsks.ts'),
    import('../../watch/promises/followPromises.ts'),
    import('../../watch/promises/answers/keepAnswer.ts'),
  ])
}
