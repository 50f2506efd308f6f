import type { Language } from './languages.ts'

/** Each language's own name. */
export const NATIVE_NAMES: Record<Language, string> = {
  english: 'English',
  japanese: '日本語',
  korean: '한국어',
  arab: 'العربية',
  chinese: '简体中文',
}
