import type { Facts } from '@tickmark/texts/fill'
import type { KeyOf, PageDomain, PageKey } from '@tickmark/texts/pageTexts'
import { useMemo } from 'react'
import { useStore } from '../state/observable.ts'
import { shownLanguage, translate } from './i18n.ts'

/** Says a text of the component's own file by its name, one of another file by `home:tabs.top`. */
export type Translate<D extends PageDomain> = (key: KeyOf<D> | PageKey, facts?: Facts) => string

/** The texts of a file in the language of the page; `t` changes with it, and the component is drawn anew. */
export function useTranslation<D extends PageDomain>(domain: D): { t: Translate<D> } {
  const language = useStore(shownLanguage)
  return useMemo(() => {
    const t: Translate<D> = (key, facts = {}) =>
      translate(key.includes(':') ? key : `${domain}:${key}`, facts, language)
    return { t }
  }, [domain, language])
}
