import { keepInTab, keptInTab } from '@tickmark/client/storage.ts'

const KEY = 'consoleLink'

/**
 * Takes the one-time link out of the address ("#link=…"), so that it remains neither there nor in the history. This
 * tab keeps it until it is used: an invitation needs it again after the wallet has signed.
 */
export function takeLink(): string | null {
  const given = new URLSearchParams(location.hash.slice(1)).get('link')
  if (given !== null) {
    history.replaceState(history.state, '', location.pathname + location.search)
    keepInTab(KEY, { link: given })
  }
  const kept = keptInTab(KEY)
  return typeof kept === 'object' && kept !== null && 'link' in kept && typeof kept.link === 'string'
    ? kept.link
    : null
}

/** Forgets the link after its use. */
export function forgetLink(): void {
  keepInTab(KEY, null)
}
