import type { Language } from '../languages.ts'
import { serverText } from './serverText.ts'

/** The operator's name as users see it, with a code of letters: "Support KQWZ". */
export function supportName(code: string, language: Language): string {
  return serverText('names.operator', language, { code })
}
