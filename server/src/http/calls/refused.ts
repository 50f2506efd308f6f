import type { Answer } from '@tickmark/wire/call'
import type { Language } from '@tickmark/texts/languages'
import { type FactsOf, REFUSALS, type RefusalCode, type RefusalFacts } from '@tickmark/wire/refusalCodes'
import { serverText } from '@tickmark/texts/server/serverText'

/** A code with the facts that its text names. Further facts may come along for the caller. */
type Refusal = {
  [C in RefusalCode]: object extends FactsOf<C>
    ? [code: C, facts?: RefusalFacts]
    : [code: C, facts: FactsOf<C>]
}[RefusalCode]

/** An expected refusal. Thrown, so that a transaction rolls back. */
export class Refused extends Error {
  readonly code: RefusalCode
  readonly facts: RefusalFacts
  /** The house's signed statement of this refusal, for `data.signed`; null for most. */
  statement: object | null = null

  constructor(...[code, facts]: Refusal) {
    super(code)
    this.name = 'Refused'
    this.code = code
    this.facts = facts ?? {}
  }

  /** A refusal that the house has signed, with the facts that were stored with it. */
  static signed(code: RefusalCode, facts: RefusalFacts, statement: object): Refused {
    const refused = new Refused(...([code, facts] as unknown as Refusal))
    refused.statement = statement
    return refused
  }
}

/** A time as refusals state it, rounded up to the minute: 2026-11-21 09:30 UTC. */
export function momentText(ms: number): string {
  const minute = new Date(Math.ceil(ms / 60_000) * 60_000).toISOString()
  return `${minute.slice(0, 16).replace('T', ' ')} UTC`
}

/** The refusal for too many calls. Takes the remaining wait in ms and states it in seconds, rounded up. */
export function tooMany(waitMs: number): Refused {
  return new Refused('too_many_requests', { seconds: String(Math.ceil(waitMs / 1_000)) })
}

/** Facts in a refusal's `data`, and the signed statement; null when it has neither. */
type RefusalData = Record<string, unknown> | null

/** The body of a refusal in the request's language. */
export function refusalAnswer(
  refused: Refused,
  language: Language,
): Answer<RefusalData> & { code: RefusalCode } {
  const { code, facts, statement } = refused
  const isEmpty = Object.keys(facts).length === 0 && !statement
  const data = isEmpty ? null : { ...facts, ...(statement && { signed: statement }) }
  return { status: REFUSALS[code], code, message: refusalText(code, language, facts), data }
}

/** The message of a refusal in a language, its facts filled in. */
export function refusalText(code: RefusalCode, language: Language, facts: RefusalFacts = {}): string {
  return serverText(`refusals.${code}`, language, facts)
}
