import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Disposable,
  Page,
} from 'playwright-core'

/** A context with its first page, lent to one test at a time. */
export interface Lease {
  /** The options that tests with this context share. */
  key: string
  context: BrowserContext
  page: Page
  /**
   * Opens a session of the browser's DevTools protocol. While one is open, the page does not learn that it is
   * offline.
   */
  devtools(): Promise<CDPSession>
  /** Undoes what the test added: scripts, exposed functions, listeners. */
  undo: (() => Promise<void> | void)[]
  /** Set when the test did something that cannot be undone; such a context closes. */
  isSpoiled: boolean
}

/** Contexts of one server that tests use one after another. */
export interface ContextPool {
  lend(browser: Browser, options: BrowserContextOptions): Promise<Lease>
  /** Empties the context for the next test, or closes it when that is impossible. */
  giveBack(lease: Lease): Promise<void>
  close(): Promise<void>
}

/** Calls whose effects cannot be undone from outside. */
const SPOILING = {
  page: ['routeWebSocket', 'close', 'setExtraHTTPHeaders', 'addLocatorHandler'],
  context: ['routeWebSocket', 'newCDPSession', 'newPage', 'grantPermissions', 'setOffline'],
} as const

/**
 * Reuses contexts after their test. A new renderer process starts without compiled code and fonts: a visit then costs
 * three times the processor time of one in a used process.
 *
 * @param prepare Runs once for each new context.
 */
export function contextPool(
  url: () => string,
  prepare: (context: BrowserContext) => Promise<void>,
): ContextPool {
  const free = new Map<string, Lease[]>()

  async function open(browser: Browser, key: string, options: BrowserContextOptions): Promise<Lease> {
    const context = await browser.newContext(options)
    context.setDefaultTimeout(60_000)
    await prepare(context)
    const page = await context.newPage()
    const devtools = context.newCDPSession.bind(context, page)
    const lease: Lease = { key, context, page, devtools, undo: [], isSpoiled: false }
    watch(lease)
    return lease
  }

  return {
    async lend(browser, { colorScheme, reducedMotion, viewport, ...fixed }) {
      const key = JSON.stringify(fixed)
      const lease =
        free.get(key)?.pop() ?? (await open(browser, key, { viewport: viewport ?? null, ...fixed }))
      await lease.page.emulateMedia({
        colorScheme: colorScheme ?? null,
        reducedMotion: reducedMotion ?? null,
      })
      if (viewport) await lease.page.setViewportSize(viewport)
      return lease
    },
    async giveBack(lease) {
      if (lease.isSpoiled || lease.context.pages().length !== 1) return lease.context.close()
      await empty(lease, url())
      free.set(lease.key, [...(free.get(lease.key) ?? []), lease])
    },
    async close() {
      for (const leases of free.values()) for (const { context } of leases) await context.close()
      free.clear()
    },
  }
}

/** Records on the lease what its test adds and spoils. */
function watch(lease: Lease): void {
  for (const [target, names] of [
    [lease.page, SPOILING.page],
    [lease.context, SPOILING.context],
  ] as const) {
    for (const name of names) {
      intercept(target, name, (call) => {
        lease.isSpoiled = true
        return call()
      })
    }
    intercept(target.clock, 'install', (call) => {
      lease.isSpoiled = true
      return call()
    })
    for (const name of ['addInitScript', 'exposeFunction', 'exposeBinding']) {
      intercept(target, name, async (call) => {
        const added = (await call()) as Disposable
        lease.undo.push(() => added.dispose())
        return added
      })
    }
    intercept(target, 'on', (call, [event, listener]) => {
      lease.undo.push(() => void target.off(event as 'request', listener as () => void))
      return call()
    })
  }
}

function intercept(
  target: object,
  name: string,
  around: (call: () => unknown, args: unknown[]) => unknown,
): void {
  const original: unknown = Reflect.get(target, name)
  if (typeof original !== 'function') return
  Reflect.set(target, name, (...args: unknown[]) =>
    around(() => Reflect.apply(original, target, args) as unknown, args),
  )
}

/** Leaves the page on a text file of the same origin, so that its process stays, without data and history. */
async function empty({ context, page, devtools, undo }: Lease, origin: string): Promise<void> {
  for (const step of undo.splice(0)) await step()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto(`${origin}/robots.txt`)
  await page.evaluate(() => {
    sessionStorage.clear()
    window.name = ''
  })
  const session = await devtools()
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await session.send('Page.resetNavigationHistory')
  await session.detach()
  await context.clearCookies()
}
