import { routeOf } from './routes.ts'
import { wasPromiseAlarmed } from '../watch/promises/promiseAlarm.ts'
import { wasAlarmed } from '../watch/watchState.ts'

/** How long the first screen has network and processor to itself. */
const AFTER_MS = 4_000

/**
 * Loads the code of all screens and sheets, and starts to watch the public log and the promises kept by earlier
 * visits: some time after the first screen, or at the first touch or key. Shows an alarm about the log at once.
 */
export function preloadWhenIdle(): void {
  const isAlarmed = wasAlarmed() || wasPromiseAlarmed()
  const signs = ['pointerdown', 'keydown'] as const
  const timer = setTimeout(begin, AFTER_MS)
  for (const sign of signs) addEventListener(sign, begin, { passive: true })
  if (isAlarmed) begin()

  function begin() {
    clearTimeout(timer)
    for (const sign of signs) removeEventListener(sign, begin)
    void import('./fetchAhead.ts').then(({ fetchAhead }) => fetchAhead(isAlarmed)).catch(() => {})
  }
}

/** Loads a screen's code when a link to it is hovered or focused. Returns a stop function. */
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
  // Fails when offline; the screen itself reports that when it is opened.
  void routeOf(path)
    .page.load()
    .catch(() => {})
}
