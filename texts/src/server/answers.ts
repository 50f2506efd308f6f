import type { Language } from '../languages.ts'
import { serverText } from './serverText.ts'

/** The facts of each answer, as texts ready to show. */
interface AnswerFacts {
  withdrawalRequested: { amount: string; currency: string }
  loanPaid: { amount: string; left: string }
  loanComplete: { amount: string }
  loanSubmitted: { amount: string }
  loanWithdrawn: { amount: string }
  hostingPlaced: { amount: string }
  hostingExited: { amount: string; fee: string }
  swapDone: { given: string; source: string; received: string; target: string }
}

/** A success message in a language, with its facts filled in. */
export function textOfAnswer<Name extends keyof AnswerFacts>(
  name: Name,
  language: Language,
  facts: AnswerFacts[Name],
): string {
  return serverText(`answers.${name}`, language, { ...facts })
}
