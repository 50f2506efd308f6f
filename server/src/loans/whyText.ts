import type { Language } from '@tickmark/texts/languages'
import { serverText } from '@tickmark/texts/server/serverText'
import type { LoanApplication } from './application.ts'

/** Why an application ended without a loan, in words; null for any other application. */
export function whyText(
  { why, ending }: Pick<LoanApplication, 'why' | 'ending'>,
  language: Language,
): string | null {
  if (why) return 'rule' in why ? serverText(`loanRules.${why.rule}`, language) : why.reason
  return ending === null ? null : serverText(`loanEndings.${ending}`, language)
}
