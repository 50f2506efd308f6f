import { descend, placeNow, startLayers, type Place } from '@tickmark/ui/layer/layers.ts'
import { navigate } from 'wouter/use-browser-location'
import { PATHS } from './hrefs.ts'

const positions = new Map<string, number>()
/** During a navigation, scroll positions are not stored: they belong to neither screen. */
let leaving = false
let shownPath = ''

/** Navigates inside the app. Does nothing when already there, and ignores a rejection by the browser. */
export function go(href: string, { replace = false }: { replace?: boolean } = {}): void {
  change(href, ({ depth }) => ({ depth: replace ? depth : depth + 1, layers: 0, named: 0 }), replace)
}

/** Opens an address with a layer over the screen: Back closes it, and Forward opens it again. */
export function openNamed(href: string): void {
  change(href, ({ depth }) => ({ depth, layers: 1, named: 1 }), false)
}

/** Replaces the layer in the address; Back still closes the open one. */
export function replaceNamed(href: string): void {
  change(href, ({ depth, named }) => ({ depth, layers: named, named }), true)
}

/** Closes the layer in the address. When the page was opened with it, goes to `href`, the address without it. */
export function closeNamed(href: string): void {
  descend(() => Math.max(0, placeNow().named - 1))
  change(href, (place) => place, true)
}

/** Goes back, or to `fallback` when the app was opened on this page. */
export function back(fallback: string = PATHS.home): void {
  if (placeNow().depth === 0) return go(fallback, { replace: true })
  descend(
    () => 0,
    () => history.back(),
  )
}

/** Follows the browser's history, and remembers the scroll position of each address; the app calls this once. */
export function startNavigation(): void {
  startLayers()
  shownPath = location.pathname
  history.scrollRestoration = 'manual'
  addEventListener('scroll', () => !leaving && positions.set(location.href, scrollY), { passive: true })
  addEventListener('popstate', () => (leaving = location.pathname !== shownPath))
}

/** Called when a screen is mounted: restores its scroll position, or scrolls to the top. */
export function arrived(): void {
  shownPath = location.pathname
  scrollTo(0, positions.get(location.href) ?? 0)
  requestAnimationFrame(() => (leaving = false))
}

/** Changes the address. Its history entry sits above the entry of a layer that it names, and above no other. */
function change(href: string, placeOf: (now: Place) => Place, replace: boolean): void {
  const to = new URL(href, location.href)
  if (to.origin !== location.origin) return
  descend(
    () => placeNow().named,
    () => {
      if (to.href === location.href) return
      if (!replace) {
        // Saves the position now, because the latest scroll event may still be pending.
        positions.set(location.href, scrollY)
        leaving = to.pathname !== location.pathname
        positions.delete(to.href)
      }
      try {
        navigate(to.pathname + to.search + to.hash, { replace, state: placeOf(placeNow()) })
      } catch {
        // An aborted or rejected navigation leaves the page as it is.
      }
    },
  )
}
