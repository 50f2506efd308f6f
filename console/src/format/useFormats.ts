import { useStore } from '@tickmark/client/observable.ts'
import { formatOf, type Format } from '@tickmark/client/format/format.ts'
import { timesOf, type Times } from '@tickmark/client/format/times.ts'
import { useMemo } from 'react'
import { shownLanguage } from '../i18n/i18n.ts'

/** Figures and times in the console's language. */
export function useFormats(): Format & Times {
  const language = useStore(shownLanguage)
  return useMemo(() => ({ ...formatOf(language), ...timesOf(language) }), [language])
}
