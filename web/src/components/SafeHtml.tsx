import { CleanHtml } from '@tickmark/ui/text/CleanHtml.tsx'
import { go } from '../navigation/navigate.ts'

/** HTML written by operators, whose links to our own pages stay in this window. */
export function SafeHtml(given: { html: string; className?: string }) {
  return <CleanHtml {...given} onGo={go} />
}
