import i18next, { type TFunction } from 'i18next'
import { LANGUAGE_TAGS, type Language } from '@tickmark/wire/languages'
import { initReactI18next } from 'react-i18next'
import { texts as english } from './english.ts'
import { keepLanguage } from '../session/session.ts'
import { setPageLanguage } from '@tickmark/ui/base/theme.ts'

export const NAMESPACES = [
  'shell',
  'home',
  'join',
  'settings',
  'language',
  'pages',
  'trade',
  'orders',
  'receipt',
  'transfer',
  'wallet',
  'news',
  'share',
  'messages',
  'alerts',
  'help',
  'chat',
  'nft',
  'limits',
] as const

type Texts = Record<string, Record<string, unknown>>

const PACKS: Record<Exclude<Language, 'english'>, () => Promise<{ texts: Texts }>> = {
  japanese: () => import('./japanese.ts'),
  korean: () => import('./korean.ts'),
  arab: () => import('./arab.ts'),
  chinese: () => import('./chinese.ts'),
}

/** Translates outside a component; the key names its namespace: `t('shell:networkFailure')`. */
export function t(...args: Parameters<TFunction<typeof NAMESPACES>>): string {
  return (i18next.t as unknown as (...given: unknown[]) => string)(...args)
}

/** Puts the kept language on the page before the first paint; English when its texts cannot be loaded now. */
export async function startLanguage(language: Language): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: LANGUAGE_TAGS.english,
    fallbackLng: LANGUAGE_TAGS.english,
    load: 'currentOnly',
    ns: [...NAMESPACES],
    defaultNS: 'shell',
    resources: { [LANGUAGE_TAGS.english]: byNamespace(english) },
    interpolation: { escapeValue: false },
  })
  if (language === 'english') return
  await showLanguage(language).catch((failure: unknown) =>
    console.error('The language pack did not load', failure),
  )
}

/** Changes the page to a language and keeps the choice; rejects, changing nothing, when its texts cannot be loaded. */
export async function changeLanguage(language: Language): Promise<void> {
  await showLanguage(language)
  keepLanguage(language)
}

let rest: Promise<void> | null = null

/** Fetches the English texts beyond the first screen's; every lazily loaded screen waits for them. */
export function loadRestOfEnglish(): Promise<void> {
  rest ??= import('./englishRest.ts').then(
    (pack) => addTexts(LANGUAGE_TAGS.english, pack.texts),
    (failure: unknown) => {
      rest = null
      throw failure
    },
  )
  return rest
}

async function showLanguage(language: Language): Promise<void> {
  const tag = LANGUAGE_TAGS[language]
  if (language !== 'english') {
    const pack = await PACKS[language]()
    addTexts(tag, pack.texts)
  }
  await i18next.changeLanguage(tag)
  setPageLanguage(tag)
}

function addTexts(tag: string, files: Texts): void {
  for (const [name, texts] of Object.entries(byNamespace(files))) i18next.addResourceBundle(tag, name, texts)
}

/** "../texts/english/home.json" holds the namespace "home". */
function byNamespace(files: Texts): Texts {
  return Object.fromEntries(
    Object.entries(files).map(([path, texts]) => [path.replace(/^.*\/|\.json$/g, ''), texts]),
  )
}
