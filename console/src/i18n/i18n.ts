import { keep, kept } from '@tickmark/client/storage.ts'
import { createStore } from '@tickmark/client/observable.ts'
import type { ConsoleKey } from '@tickmark/texts/consoleTexts'
import { type Facts, fill, type Texts } from '@tickmark/texts/fill'
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGE_TAGS, type Language } from '@tickmark/texts/languages'
import { setPageLanguage } from '@tickmark/ui/base/pageLanguage.ts'
import { files as english } from './english.ts'

type Files = Readonly<Record<string, Texts>>

const PACKS: Record<Exclude<Language, 'english'>, () => Promise<{ files: Files }>> = {
  japanese: () => import('./japanese.ts'),
  korean: () => import('./korean.ts'),
  arab: () => import('./arab.ts'),
  chinese: () => import('./chinese.ts'),
}

/** The loaded texts, by language and area. */
const fetched: Partial<Record<Language, Texts>> = { english: byArea(english) }

/** The console's language; components follow it with `useTranslation`. The page and the console share the choice. */
export const shownLanguage = createStore<Language>(DEFAULT_LANGUAGE)

/** Translates outside components; the key names its area: `t('shell:noAnswer')`. */
export function t(key: ConsoleKey, facts: Facts = {}): string {
  return translate(key, facts, shownLanguage.get())
}

/** A text in a language; falls back to English, then to the key. During development a missing text throws. */
export function translate(key: string, facts: Facts, language: Language): string {
  const path = key.replace(':', '.')
  const text = textIn(language, path, facts) ?? textIn('english', path, facts)
  if (text === undefined && import.meta.env.DEV) throw new Error(`There is no text ${key}`)
  return text ?? key
}

/** A text whose key came from the server, such as the name of a proposal's kind; null where there is none. */
export function translateIfKnown(key: string, facts: Facts, language: Language): string | null {
  const path = key.replace(':', '.')
  return textIn(language, path, facts) ?? textIn('english', path, facts) ?? null
}

function textIn(language: Language, path: string, facts: Facts): string | undefined {
  return fill(fetched[language] ?? {}, path, facts, language)
}

/** Applies the stored language before the first paint; English when its texts cannot be loaded now. */
export async function startLanguage(): Promise<void> {
  const stored = kept('language')
  if (stored === null || !isLanguage(stored) || stored === 'english') return
  await changeLanguage(stored).catch(() => setPageLanguage('en'))
}

/** Changes the console's language and stores the choice. Rejects and changes nothing when the texts do not load. */
export async function changeLanguage(language: Language): Promise<void> {
  if (language !== 'english') fetched[language] ??= byArea((await PACKS[language]()).files)
  shownLanguage.set(language)
  setPageLanguage(LANGUAGE_TAGS[language])
  keep('language', language)
}

/** ".../english/console/shell.json" contains the texts "shell:…". */
function byArea(files: Files): Texts {
  return Object.fromEntries(
    Object.entries(files).map(([path, texts]) => [path.replace(/^.*\/|\.json$/g, ''), texts]),
  )
}
