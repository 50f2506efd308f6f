import { BOOK_KEY } from '@tickmark/wire/legacy/storageKeys'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setServer, type TestServer } from '@tickmark/server/app/app.testing'
import type { Language } from '@tickmark/texts/languages'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest'
import { movableClock, type MovableClock } from '@tickmark/server/platform/clock.testing'
import { contextPool, type Lease } from './contexts.ts'
import { recordToasts } from '../page/toasts.ts'

export interface Visit {
  width?: number
  height?: number
  theme?: 'light' | 'dark'
  /** The language chosen on an earlier visit. */
  language?: Language
  /** The account in use: 0 real, 1 simulated. */
  book?: 0 | 1
  motion?: 'reduce' | 'no-preference'
  /**
   * Device pixels for each CSS pixel: 2 as on a phone; 1 needs a quarter of the drawing, for tests that compare no
   * pixels.
   */
  scale?: 1 | 2
  /** Whether notices open as for a real visitor; otherwise all count as already seen. */
  notices?: boolean
  /** Whether a new user gets the card about a first order; otherwise he has closed it. */
  firstOrder?: boolean
  /** Registers the page's service worker; a visit without it is faster. */
  worker?: boolean
  /** Opens a new context with nothing cached. */
  fresh?: boolean
  /** Runs before the first page opens: wallets, cookies. */
  prepare?: (context: BrowserContext) => Promise<unknown>
}

/** The real server with a clock that tests can move. */
export interface House extends TestServer {
  readonly clock: MovableClock
}

/** The server with the shared browser. */
export interface Stage extends House {
  /** A new visitor with empty storage and cookies, on a phone by default. The context closes at the end of the test. */
  visit(visit?: Visit): Promise<Page>
  /** Console errors, uncaught exceptions, policy violations, and requests to other hosts, of all pages. */
  readonly complaints: string[]
  /** Declares complaints that a test provokes: at its end there must be at least one, and no others. */
  forgive(pattern: RegExp): void
  /** Declares a complaint that this test may or may not provoke, because page and server race. */
  tolerate(pattern: RegExp): void
  /**
   * Moves the clock forward; resolves when the market has caught up and everything due is done. Requests for prices
   * meanwhile get "market closed".
   */
  jump(ms: number): Promise<void>
}

/** Starts a server for a test file. */
export function openHouse(env: Record<string, string> = {}, clock = movableClock()): House {
  const webDir = process.env['WEB_DIR'] ?? resolve(import.meta.dirname, '../../../web/dist')
  const server = setServer({ clock, env: { WEB_DIR: webDir, SOCKETS_PER_IP: '1000', ...env } })
  beforeAll(() => clock.waitFor(() => server.app.market.latest()?.atMs ?? null))
  return Object.assign(server, { clock })
}

/** Starts a server and the browser for a test file; every test must leave the console clean. */
export function setStage(env: Record<string, string> = {}, clock = movableClock()): Stage {
  const house = openHouse(env, clock)
  const complaints: string[] = []
  const pool = contextPool(
    () => house.url,
    (context) => listen(context, house, complaints),
  )
  const lasting: Lease[] = []
  let passing: Lease[] | null = null
  let browser: Browser | undefined
  let forgiven: RegExp[] = []
  let tolerated: RegExp[] = []
  /** After a jump, in any test, an open page may get "market closed". */
  let hasJumped = false

  beforeAll(async () => {
    browser = await chromium.connect(inject('browserEndpoint'))
  })
  beforeEach(() => {
    passing = []
    forgiven = []
    tolerated = []
  })
  afterEach(async ({ task }) => {
    const leaving = passing ?? []
    passing = null
    const hasFailed = task.result?.state === 'fail'
    if (hasFailed) await shootFailure(task.name, [...leaving, ...lasting])
    for (const lease of leaving) await (hasFailed ? lease.context.close() : pool.giveBack(lease))
    const heard = complaints.splice(0)
    const expected = [...OF_THE_BROWSER, ...tolerated, ...forgiven, ...(hasJumped ? [MARKET_CLOSED] : [])]
    expect(heard.filter((one) => !expected.some((pattern) => pattern.test(one)))).toEqual([])
    expect(forgiven.filter((pattern) => !heard.some((one) => pattern.test(one)))).toEqual([])
  })
  afterAll(async () => {
    for (const { context } of lasting) await context.close()
    await pool.close()
    await browser?.close()
  })

  async function visit(visit: Visit = {}): Promise<Page> {
    if (!browser) throw new Error('the browser is not connected yet')
    const lease = await pool.lend(browser, optionsOf(visit, house.url))
    ;(passing ?? lasting).push(lease)
    lease.isSpoiled ||= visit.fresh === true || visit.worker === true
    await remember(lease.context, visit)
    await visit.prepare?.(lease.context)
    return lease.page
  }

  function forgive(pattern: RegExp): void {
    forgiven.push(pattern)
  }

  function tolerate(pattern: RegExp): void {
    tolerated.push(pattern)
  }

  function jump(ms: number): Promise<void> {
    hasJumped = true
    house.clock.advance(ms)
    return house.app.market.idle()
  }

  return Object.assign(house, { visit, complaints, forgive, tolerate, jump })
}

/** A test switched the network off; or the server's side of a routed socket closed before the page heard of it. */
const OF_THE_BROWSER = [/ERR_INTERNET_DISCONNECTED/, /WebSocket is already in CLOSING or CLOSED state/]
const MARKET_CLOSED = /status of 409 .*\/api\/(getTimeAccountCurrency|getSwapQuote)/

const PHONE =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

function optionsOf(visit: Visit, baseURL: string): BrowserContextOptions {
  const { width = 390, height = 844, theme = 'light', motion = 'no-preference', worker, scale = 1 } = visit
  const isPhone = width < 768
  return {
    viewport: { width, height },
    isMobile: isPhone,
    hasTouch: isPhone,
    ...(isPhone && { userAgent: PHONE }),
    deviceScaleFactor: scale,
    colorScheme: theme,
    reducedMotion: motion,
    serviceWorkers: worker ? 'allow' : 'block',
    baseURL,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  }
}

/** Gives the page the storage of a returning visitor. */
async function remember(context: BrowserContext, visit: Visit): Promise<void> {
  const kept: Record<string, string> = {}
  if (!visit.notices) kept['noticesSeen'] = JSON.stringify(Array.from({ length: 200 }, (_, at) => at + 1))
  if (!visit.firstOrder) kept['firstOrder'] = 'put'
  if (visit.language) kept['language'] = visit.language
  if (visit.book !== undefined) kept[BOOK_KEY] = String(visit.book)
  await context.addInitScript((given) => {
    // Empty pages and the browser's own error pages have no storage.
    if (!/^https?:$/.test(location.protocol)) return
    for (const [key, value] of Object.entries(given)) {
      if (localStorage.getItem(key) === null) localStorage.setItem(key, value)
    }
  }, kept)
  await context.addInitScript(recordToasts)
}

/** Records everything that our pages must never do. */
async function listen(context: BrowserContext, house: House, complaints: string[]): Promise<void> {
  context.on('weberror', (thrown) => complaints.push(`thrown: ${String(thrown.error())}`))
  context.on('console', (message) => {
    if (message.type() !== 'error') return
    complaints.push(`console: ${message.text()} (${message.location().url})`)
  })
  context.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    if (/^(https?|wss?):$/.test(protocol) && host !== new URL(house.url).host) {
      complaints.push(`asked elsewhere: ${request.url()}`)
    }
  })
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      throw new Error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`)
    })
  })
}

/** Saves a screenshot when a test failed and E2E_SHOTS is set. */
async function shootFailure(name: string, leases: Lease[]): Promise<void> {
  const folder = process.env['E2E_SHOTS']
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  const pages = leases.flatMap(({ context }) => context.pages())
  for (const [at, page] of pages.entries()) {
    const file = `failed ${name.replace(/[^\w [\]-]/g, '').slice(0, 80)} ${at}.png`
    await page.screenshot({ path: join(folder, file) }).catch(() => {})
  }
}
