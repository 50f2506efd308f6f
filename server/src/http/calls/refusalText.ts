import type { Language } from '@tickmark/texts/languages'
import { serverText } from '@tickmark/texts/server/serverText'
import type { RefusalCode, RefusalFacts } from '@tickmark/wire/refusalCodes'

/** The message of a refusal in a language, its facts filled in. */
export function refusalText(code: RefusalCode, language: Language, facts: RefusalFacts = {}): string {
  return serverText(`refusals.${code}`, language, facts)
}
