/** Language keys of the product, in the order of the menu. */
export const LANGUAGES = ['english', 'japanese', 'korean', 'arab', 'chinese'] as const
export type Language = (typeof LANGUAGES)[number]
export const DEFAULT_LANGUAGE: Language = 'english'

/** BCP 47 tags for `lang` and Intl; Arabic with Latin digits. */
export const LANGUAGE_TAGS: Record<Language, string> = {
  english: 'en',
  japanese: 'ja',
  korean: 'ko',
  arab: 'ar',
  chinese: 'zh-Hans',
}

/** Whether a text is one of the language keys. */
export function isLanguage(text: string): text is Language {
  return (LANGUAGES as readonly string[]).includes(text)
}
