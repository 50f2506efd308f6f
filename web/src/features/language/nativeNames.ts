import type { Language } from '@tickmark/texts/languages'

/** Each language by its own name, the same in every language. */
export const NATIVE_NAMES: Record<Language, string> = {
  english: 'English',
  japanese: '日本語',
  korean: '한국어',
  arab: 'العربية',
  chinese: '简体中文',
}
