import type { Language } from '../languages.ts'

/** Keeps figures, signs and Latin words in order inside right-to-left text (Unicode UAX 9, an isolate). */
export function isolated(text: string, language: Language): string {
  return language === 'arab' ? `\u2066${text}\u2069` : text
}
