import { type Facts, fill, type Texts } from '@tickmark/texts/fill'
import { LANGUAGE_TAGS, type Language } from '@tickmark/texts/languages'
import type { PageKey } from '@tickmark/texts/pageTexts'
import { setPageLanguage } from '@tickmark/ui/base/theme.ts'
import { keepLanguage } from '../session/session.ts'
import { createStore } from '../state/observable.ts'
import { files as english } from './english.ts'

type Files = Readonly<Record<string, Texts>>

const PACKS: Record<Exclude<Language, 'english'>, () => Promise<{ files: Files }>> = {
  japanese: () => import('./japanese.ts'),
  korean: () => import('./korean.ts'),
  arab: () => import('./arab.ts'),
  chinese: () => import('./chinese.ts'),
}

/** The texts that have been fetched, by language and file. */
const fetched: Partial<Record<Language, Texts>> = { english: byFile(english) }

/** The language of the page; components follow it with `useTranslation`. */
export const shownLanguage = createStore<Language>('english')

/** Translates outside a component; the key names its file: `t('shell:networkFailure')`. */
export function t(key: PageKey, facts: Facts = {}): string {
  return translate(key, facts, shownLanguage.get())
}

/** A text of the page; English where the language lacks it, its name where English does too. While developing, that throws. */
export function translate(key: string, facts: Facts, language: Language): string {
  const path = key.replace(':', '.')
  const text = textIn(language, path, facts) ?? textIn('english', path, facts)
  if (text === undefined && import.meta.env.DEV) throw new Error(`There is no text ${key}`)
  return text ?? key
}

function textIn(language: Language, path: string, facts: Facts): string | undefined {
  return fill(fetched[language] ?? {}, path, facts, language)
}

/** Puts the kept language on the page before the first paint; English when its texts cannot be loaded now. */
export async function startLanguage(language: Language): Promise<void> {
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

async function showLanguage(language: Language): Promise<void> {
  if (language !== 'english') fetched[language] ??= byFile((await PACKS[language]()).files)
  shownLanguage.set(language)
  setPageLanguage(LANGUAGE_TAGS[language])
}

/** ".../english/home.json" holds the texts "home:…". */
function byFile(files: Files): Texts {
  return Object.fromEntries(
    Object.entries(files).map(([path, texts]) => [path.replace(/^.*\/|\.json$/g, ''), texts]),
  )
}
