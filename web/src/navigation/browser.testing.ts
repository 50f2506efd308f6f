import { onTestFinished, vi } from 'vitest'
import { startNavigation } from './navigate.ts'

interface Entry {
  href: string
  state: unknown
}

/**
 * A browser's history, in which the app was opened at `href`, for the rest of the test: its addresses, the present one,
 * and Back. A traversal ends after the present task, as in a browser.
 */
export function openBrowser(href: string) {
  const entries: Entry[] = [{ href: new URL(href, 'https://tickmark.example').href, state: null }]
  const listeners = new Map<string, ((event: Event) => void)[]>()
  let at = 0
  const url = () => new URL(entries[at]?.href ?? '')
  const write = (state: unknown, to: string) => ({ href: new URL(to, url()).href, state })
  const fire = (event: Event) => listeners.get(event.type)?.forEach((run) => run(event))
  const history = {
    scrollRestoration: 'auto',
    get state() {
      return entries[at]?.state
    },
    pushState: (state: unknown, _: string, to = url().href) => {
      const entry = write(state, to)
      entries.splice(++at, Infinity, entry)
    },
    replaceState: (state: unknown, _: string, to = url().href) => void (entries[at] = write(state, to)),
    go: (by: number) => {
      queueMicrotask(() => {
        at = Math.min(entries.length - 1, Math.max(0, at + by))
        fire(new Event('popstate'))
      })
    },
    back: () => history.go(-1),
  }
  const listen = (type: string, run: (event: Event) => void) =>
    void listeners.set(type, [...(listeners.get(type) ?? []), run])
  const location = new Proxy({} as Location, { get: (_, name) => url()[name as 'href'] })
  vi.stubGlobal('history', history)
  vi.stubGlobal('location', location)
  vi.stubGlobal('addEventListener', listen)
  vi.stubGlobal('scrollY', 0)
  const settled = () => new Promise((done) => setTimeout(done))
  onTestFinished(async () => {
    await settled()
    vi.unstubAllGlobals()
  })
  startNavigation()
  const pathOf = (one: URL) => one.pathname + one.search
  return {
    /** The addresses of all entries up to the present one. */
    path: () => entries.slice(0, at + 1).map((one) => pathOf(new URL(one.href))),
    /** Waits until a traversal has ended. */
    settled,
    async back() {
      history.back()
      await settled()
    },
  }
}
