import { routeOf } from '../routes.ts'
import { preloadPanels } from '../ui/panels.ts'

/** Once the first screen stands and nothing else is to do, fetches what the next tap is likely to need. */
export function preloadWhenIdle(): void {
  const idle =
    'requestIdleCallback' in window ? requestIdleCallback : (run: () => void) => setTimeout(run, 1_500)
  idle(() => {
    void preloadPanels().catch(() => {})
    void Promise.all([import('../wallets/connect.ts'), import('../wallets/practice.ts')]).catch(() => {})
    for (const path of ['/business', '/order']) preload(path)
  })
}

/** Fetches a screen's code when a link to it is pointed at or focused; gives the way to stop. */
export function preloadOnHover(): () => void {
  const onPoint = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    if (link instanceof HTMLAnchorElement && link.origin === location.origin) preload(link.pathname)
  }
  document.addEventListener('pointerover', onPoint, { passive: true })
  document.addEventListener('focusin', onPoint)
  return () => {
    document.removeEventListener('pointerover', onPoint)
    document.removeEventListener('focusin', onPoint)
  }
}

function preload(path: string): void {
  // Offline it fails, and the screen itself will say so when it is opened.
  void routeOf(path)
    .page.load()
    .catch(() => {})
}
