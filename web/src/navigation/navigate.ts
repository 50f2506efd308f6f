import { navigate } from 'wouter/use-browser-location'
import { PATHS } from './hrefs.ts'

const positions = new Map<string, number>()
let depth = 0
/** A navigation is under way: scroll positions belong to no screen. */
let leaving = false

/** Goes to a place of the app. Going where one is does nothing, and what the browser rejects is not an error of the app. */
export function go(href: string, { replace = false }: { replace?: boolean } = {}): void {
  try {
    const to = new URL(href, location.href)
    if (to.origin !== location.origin || to.href === location.href) return
    if (!replace) {
      depth += 1
      // A scroll of this very moment has not been heard of yet.
      positions.set(location.href, scrollY)
      leaving = to.pathname !== location.pathname
      positions.delete(to.href)
    }
    navigate(to.pathname + to.search + to.hash, { replace })
  } catch {
    // An aborted or refused navigation leaves the page as it is.
  }
}

/** Goes back to where the user came from, or to `fallback` when the app was opened here. */
export function back(fallback: string = PATHS.home): void {
  if (depth === 0) return go(fallback, { replace: true })
  depth -= 1
  history.back()
}

/** Remembers where each place was scrolled to; the app starts it once. */
export function startScrollMemory(): void {
  history.scrollRestoration = 'manual'
  addEventListener('scroll', () => !leaving && positions.set(location.href, scrollY), { passive: true })
  addEventListener('popstate', () => (leaving = true))
}

/** The screen stands: it scrolls to where it was left, or to its top. */
export function arrived(): void {
  scrollTo(0, positions.get(location.href) ?? 0)
  requestAnimationFrame(() => (leaving = false))
}
