import type { Language } from '../languages.ts'
import { arab } from './arab.ts'
import { chinese } from './chinese.ts'
import type { RefusalCode, RefusalFacts, RefusalTexts } from '../refusalCodes.ts'
import { english } from './english.ts'
import { japanese } from './japanese.ts'
import { korean } from './korean.ts'

const TEXTS: Record<Language, RefusalTexts> = { english, japanese, korean, arab, chinese }

/** The message of a refusal in a language, its facts filled in. */
export function refusalText(code: RefusalCode, language: Language, facts: RefusalFacts = {}): string {
  return TEXTS[language][code].replace(/\{(\w+)\}/g, (_, name: string) => facts[name] ?? '')
}
