import { navigate } from 'wouter/use-browser-location'
import { PATHS } from './hrefs.ts'

const positions = new Map<string, number>()
let depth = 0
/** During a navigation, scroll positions belong to no screen. */
let leaving = false

/** Navigates inside the app. Does nothing when already there, and ignores a rejection by the browser. */
export function go(href: string, { replace = false }: { replace?: boolean } = {}): void {
  try {
    const to = new URL(href, location.href)
    if (to.origin !== location.origin || to.href === location.href) return
    if (!replace) {
      depth += 1
      // Saves the position now, because the latest scroll event may still be pending.
      positions.set(location.href, scrollY)
      leaving = to.pathname !== location.pathname
      positions.delete(to.href)
    }
    navigate(to.pathname + to.search + to.hash, { replace })
  } catch {
    // An aborted or rejected navigation leaves the page as it is.
  }
}

/** Goes back, or to `fallback` when the app was opened on this page. */
export function back(fallback: string = PATHS.home): void {
  if (depth === 0) return go(fallback, { replace: true })
  depth -= 1
  history.back()
}

/** Remembers the scroll position of each address; the app calls this once. */
export function startScrollMemory(): void {
  history.scrollRestoration = 'manual'
  addEventListener('scroll', () => !leaving && positions.set(location.href, scrollY), { passive: true })
  addEventListener('popstate', () => (leaving = true))
}

/** Called when a screen is mounted: restores its scroll position, or scrolls to the top. */
export function arrived(): void {
  scrollTo(0, positions.get(location.href) ?? 0)
  requestAnimationFrame(() => (leaving = false))
}
