import type { Language } from '../languages.ts'

const TEXTS: Record<Language, string> = {
  english: 'Support {code}',
  japanese: 'サポート {code}',
  korean: '고객지원 {code}',
  arab: 'الدعم {code}',
  chinese: '客服 {code}',
}

/** What users call the operator with a code of letters: "Support KQWZ". */
export function supportName(code: string, language: Language): string {
  return TEXTS[language].replace('{code}', code)
}
