import { type Facts, fill, type Texts } from '@tickmark/texts/fill'
import { isLanguage, LANGUAGE_TAGS, type Language } from '@tickmark/texts/languages'
import type { PageKey } from '@tickmark/texts/pageTexts'
import { setPageLanguage } from '@tickmark/ui/base/pageLanguage.ts'
import { keepLanguage } from '../session/session.ts'
import { createStore } from '@tickmark/client/observable.ts'
import { files as english } from './english.ts'

type Files = Readonly<Record<string, Texts>>

const PACKS: Record<Exclude<Language, 'english'>, () => Promise<{ files: Files }>> = {
  japanese: () => import('./japanese.ts'),
  korean: () => import('./korean.ts'),
  arab: () => import('./arab.ts'),
  chinese: () => import('./chinese.ts'),
}

/** The loaded texts, by language and file. */
const fetched: Partial<Record<Language, Texts>> = { english: byFile(english) }

/** The page's language; components follow it with `useTranslation`. */
export const shownLanguage = createStore<Language>('english')

/** Translates outside components; the key names its file: `t('shell:networkFailure')`. */
export function t(key: PageKey, facts: Facts = {}): string {
  return translate(key, facts, shownLanguage.get())
}

/** A text in the page's language; falls back to English, then to the key. During development a missing text throws. */
export function translate(key: string, facts: Facts, language: Language): string {
  const path = key.replace(':', '.')
  const text = textIn(language, path, facts) ?? textIn('english', path, facts)
  if (text === undefined && import.meta.env.DEV) throw new Error(`There is no text ${key}`)
  return text ?? key
}

function textIn(language: Language, path: string, facts: Facts): string | undefined {
  return fill(fetched[language] ?? {}, path, facts, language)
}

/** Applies the stored language before the first paint; English when its texts cannot be loaded now. */
export async function startLanguage(language: Language): Promise<void> {
  if (language === 'english') return
  try {
    await loadLanguage(language)
    show(language)
  } catch (failure) {
    console.error('The language pack did not load', failure)
  }
}

/** Changes the page's language and stores the choice. Rejects and changes nothing when the texts cannot be loaded. */
export async function changeLanguage(language: Language): Promise<void> {
  const turn = ++changes
  await loadLanguage(language)
  // A later choice has overtaken this one.
  if (turn !== changes) return
  show(language)
  keepLanguage(language)
}

let changes = 0

/** Shows the language that the user chooses in another tab. When its texts cannot be loaded, nothing changes. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === 'language' && newValue !== null && isLanguage(newValue)) {
      void changeLanguage(newValue).catch(() => {})
    }
  })
}

let rest: Promise<void> | null = null

/** Loads the English texts beyond the first screen's; every lazily loaded screen waits for them. */
export function loadRestOfEnglish(): Promise<void> {
  rest ??= import('./englishRest.ts').then(
    ({ files }) => {
      fetched.english = { ...fetched.english, ...byFile(files) }
    },
    (failure: unknown) => {
      rest = null
      throw failure
    },
  )
  return rest
}

async function loadLanguage(language: Language): Promise<void> {
  if (language !== 'english') fetched[language] ??= byFile((await PACKS[language]()).files)
}

function show(language: Language): void {
  shownLanguage.set(language)
  setPageLanguage(LANGUAGE_TAGS[language])
}

/** ".../english/home.json" contains the texts "home:…". */
function byFile(files: Files): Texts {
  return Object.fromEntries(
    Object.entries(files).map(([path, texts]) => [path.replace(/^.*\/|\.json$/g, ''), texts]),
  )
}
