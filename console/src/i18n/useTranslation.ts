import { useStore } from '@tickmark/client/observable.ts'
import type { ConsoleArea, ConsoleKey, KeyIn } from '@tickmark/texts/consoleTexts'
import type { Facts } from '@tickmark/texts/fill'
import type { Language } from '@tickmark/texts/languages'
import { useMemo } from 'react'
import { shownLanguage, translate, translateIfKnown } from './i18n.ts'

/** Looks up a text by its name in the component's own area, or in another area as `shell:nav.overview`. */
export type Translate<A extends ConsoleArea> = (key: KeyIn<A> | ConsoleKey, facts?: Facts) => string

/** The texts of an area in the console's language; `tKnown` looks up a key that the server named. */
export function useTranslation<A extends ConsoleArea>(
  area: A,
): { t: Translate<A>; tKnown: (key: string, facts?: Facts) => string | null; language: Language } {
  const language = useStore(shownLanguage)
  return useMemo(() => {
    const inArea = (key: string) => (key.includes(':') ? key : `${area}:${key}`)
    const t: Translate<A> = (key, facts = {}) => translate(inArea(key), facts, language)
    const tKnown = (key: string, facts: Facts = {}) => translateIfKnown(inArea(key), facts, language)
    return { t, tKnown, language }
  }, [area, language])
}
