import type { Language } from '../languages.ts'
import { serverText } from './serverText.ts'

/** What users call the operator with a code of letters: "Support KQWZ". */
export function supportName(code: string, language: Language): string {
  return serverText('names.operator', language, { code })
}
