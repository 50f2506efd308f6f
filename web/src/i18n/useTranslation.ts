import type { Facts } from '@tickmark/texts/fill'
import type { KeyOf, PageDomain, PageKey } from '@tickmark/texts/pageTexts'
import { useMemo } from 'react'
import { useStore } from '@tickmark/client/observable.ts'
import { shownLanguage, translate } from './i18n.ts'

/** Looks up a text by its name in the component's own file, or in another file as `home:tabs.top`. */
export type Translate<D extends PageDomain> = (key: KeyOf<D> | PageKey, facts?: Facts) => string

/** The texts of a file in the page's language. `t` changes with the language, so that the component renders again. */
export function useTranslation<D extends PageDomain>(domain: D): { t: Translate<D> } {
  const language = useStore(shownLanguage)
  return useMemo(() => {
    const t: Translate<D> = (key, facts = {}) =>
      translate(key.includes(':') ? key : `${domain}:${key}`, facts, language)
    return { t }
  }, [domain, language])
}
