import { navigate } from 'wouter/use-browser-location'

let depth = 0

/** Goes to a place of the app. Going where one is does nothing, and what the browser rejects is not an error of the app. */
export function go(href: string, { replace = false }: { replace?: boolean } = {}): void {
  try {
    const to = new URL(href, location.href)
    if (to.origin !== location.origin || to.href === location.href) return
    if (!replace) depth += 1
    navigate(to.pathname + to.search + to.hash, { replace })
  } catch {
    // An aborted or refused navigation leaves the page as it is.
  }
}

/** Goes back to where the user came from, or to `fallback` when the app was opened here. */
export function back(fallback = '/'): void {
  if (depth === 0) return go(fallback, { replace: true })
  depth -= 1
  history.back()
}
