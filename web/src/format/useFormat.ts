import { formatOf, type Format } from '@tickmark/client/format/format.ts'
import { useMemo } from 'react'
import { useSession } from '../session/session.ts'

/** The format of the page's language. */
export function useFormat(): Format {
  const { language } = useSession()
  return useMemo(() => formatOf(language), [language])
}
