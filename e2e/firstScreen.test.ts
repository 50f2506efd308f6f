import { gzipSync } from 'node:zlib'
import type { Page, Response } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { gone, reads, seen } from './support/page/see.ts'
import { setStage } from './support/stage/stage.ts'

const stage = setStage()

/** Limit for the gzipped JavaScript of a first visit, in bytes, over all files. */
const MOST_SCRIPT = 130_000

describe('a first visit', () => {
  test('needs at most 130 KB of gzipped JavaScript', async () => {
    const page = await stage.visit({ prepare: (context) => context.addInitScript(neverIdle) })
    const scripts: Response[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response)
    })
    await openMarkets(page)
    const sizes = await Promise.all(scripts.map(gzipSize))
    const list = sizes
      .toSorted((a, b) => b.bytes - a.bytes)
      .map(({ path, bytes }) => `${String(bytes).padStart(7)}  ${path}`)
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
    expect(sizes.length).toBeGreaterThan(1)
    expect(total, `${total} bytes in all:\n${list.join('\n')}\n`).toBeLessThanOrEqual(MOST_SCRIPT)
  })

  test('moves nothing when the configuration, the session and the prices arrive', async () => {
    const page = await stage.visit()
    await openMarkets(page)
    await seen(page.getByRole('dialog', { name: 'Try it with practice money' }))
    const shifts = await page.evaluate(layoutShifts)
    const moved = shifts.reduce((sum, { score }) => sum + score, 0)
    expect(moved, JSON.stringify(shifts)).toBeLessThan(0.01)
  })

  test('of a coin asks for all its code together, once', async () => {
    const page = await stage.visit({ prepare: (context) => context.addInitScript(neverIdle) })
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const first = Promise.withResolvers<void>()
    await page.route('**/assets/index-*.js', async (route) => {
      await first.promise
      await route.continue()
    })
    const arrived = page.goto('/business?pid=1')
    const names = ['index', 'react', 'CoinPage', 'parts', 'chart', 'englishRest']
    const times = () => names.map((name) => asked.filter((path) => isScript(path, name)).length)
    await expect.poll(times).toEqual(names.map(() => 1))
    first.resolve()
    await arrived
    await seen(page.locator('main [data-tag=last]'))
    expect(times()).toEqual(names.map(() => 1))
  })

  test.each([
    ['after the style sheet that the outline needs', '/', true],
    ['beside the style sheet, on a screen without an outline', '/settings', false],
  ])('asks for its scripts %s', async (_name, address, isAfter) => {
    const page = await stage.visit()
    await page.goto(address)
    await seen(page.getByRole('main'))
    const { style = 0, scripts } = await page.evaluate(() => {
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const [style] = files.filter(({ name }) => name.endsWith('.css')).map(({ responseEnd }) => responseEnd)
      const scripts = files.filter(({ name }) => /\/(index|react)-[^/]*\.js$/.test(name))
      return { style, scripts: scripts.map(({ startTime }) => startTime) }
    })
    expect(style).toBeGreaterThan(0)
    expect(scripts.map((startedAt) => startedAt > style)).toEqual([isAfter, isAfter])
  })

  test.each(['/', '/business?pid=1'])(
    'of %s shows where everything stands before the script runs, and the script moves none of it',
    async (address) => {
      const page = await stage.visit({ prepare: (context) => context.addInitScript(neverIdle) })
      const script = Promise.withResolvers<void>()
      await page.route('**/assets/index-*.js', async (route) => {
        await script.promise
        await route.continue()
      })
      const arrived = page.goto(address)
      await page.locator('.outline main').waitFor()
      await page.evaluate(() => document.fonts.ready)
      const before = await page.evaluate(placesOfTexts)
      const price = await page.locator('.outline bdi.text-ink-3').allTextContents()
      script.resolve()
      await arrived
      await page.locator('.outline').waitFor({ state: 'detached' })
      const after = await page.evaluate(placesOfTexts)
      expect(before.length).toBeGreaterThan(10)
      expect(
        before.filter((one) => !price.some((text) => one.startsWith(text)) && !after.includes(one)),
      ).toEqual([])
      expect(price.join()).toMatch(address === '/' ? /^$/ : /^\d+,\d{3}\.\d\d$/)
    },
  )

  test.each([
    ['in another language', '/', { language: 'arab' }],
    ['for a user', '/', { address: '0x7099…79C8' }],
    ['on another list', '/?tab=all', {}],
  ])('%s shows no outline of what a visitor would see', async (_name, address, kept) => {
    const page = await stage.visit()
    await page.addInitScript((items) => {
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
    }, kept)
    const script = Promise.withResolvers<void>()
    await page.route('**/assets/index-*.js', async (route) => {
      await script.promise
      await route.continue()
    })
    const arrived = page.goto(address)
    await page.locator('.outline').waitFor({ state: 'attached' })
    expect(await page.locator('.outline main').isVisible()).toBe(false)
    script.resolve()
    await arrived
    await seen(page.getByRole('tablist'))
  })

  test('of any screen waits for at most 110 KB of code and texts beyond that, in few files', async () => {
    const screens = await sizesOfScreens()
    const list = screens.map(({ path, files, bytes }) => `${bytes} in ${files} for ${path}`).join('\n')
    expect(screens.length).toBeGreaterThan(20)
    expect(Math.max(...screens.map(({ bytes }) => bytes)), list).toBeLessThanOrEqual(110_000)
    expect(Math.max(...screens.map(({ files }) => files)), list).toBeLessThanOrEqual(14)
  })

  test('opens its socket with the document, and subscribes to the coin on it', async () => {
    const page = await stage.visit({ prepare: (context) => context.addInitScript(neverIdle) })
    const scripts = Promise.withResolvers<void>()
    await page.route('**/assets/index-*.js', async (route) => {
      await scripts.promise
      await route.continue()
    })
    const opened = page.waitForEvent('websocket')
    const sockets: string[] = []
    page.on('websocket', (socket) => sockets.push(socket.url()))
    const arrived = page.goto('/business?pid=1')
    await opened
    scripts.resolve()
    await arrived
    await seen(page.locator('main [data-tag=last]'))
    expect(sockets).toEqual([`${stage.url.replace('http', 'ws')}/wss`])
  })

  test('loads the code of the next screens and sheets at the first touch', async () => {
    const page = await stage.visit()
    await openMarkets(page)
    await page.getByRole('tab', { name: 'Top' }).click()
    const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    for (const name of ['CoinPage', 'OrdersPage', 'WalletPage', 'ArbitragePage', 'SheetPanel', 'AllCoins']) {
      await expect.poll(loaded).toContainEqual(expect.stringContaining(`/assets/${name}-`))
    }
  })

  test('is enough to open any screen without a network afterwards, with the last prices marked as old', async () => {
    const page = await stage.visit({ worker: true })
    await openMarkets(page)
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    await page.context().setOffline(true)
    await page.reload()
    await seen(page.getByText(/^You are offline/))
    await seen(page.getByText(/^Prices as of/))
    await seen(page.getByRole('link', { name: /^BTC/ }))
    await page.goto('/settings')
    await reads(page.getByRole('heading', { level: 1 }), 'Settings')
    await page.goto('/business?pid=1')
    await expect.poll(() => page.title()).toBe('Detail')
    await page.context().setOffline(false)
    await page.goto('/')
    await gone(page.getByText(/^You are offline/))
  })
})

function isScript(path: string, name: string): boolean {
  return path.startsWith(`/assets/${name}-`) && path.endsWith('.js')
}

/** Runs in the page: work that waits for an idle moment is not part of the first screen. */
function neverIdle(): void {
  window.requestIdleCallback = () => 0
}

/** Opens the markets and waits until they are usable: all requests are answered and the prices are shown. */
async function openMarkets(page: Page): Promise<void> {
  await page.goto('/', { waitUntil: 'networkidle' })
  await reads(page.getByRole('link', { name: /^BTC/ }), /BTC Bitcoin [\d,]+\.\d\d/)
}

/** Runs in the page: each text with its place, except what only a screen reader says. */
function placesOfTexts(): string[] {
  const root = document.getElementById('root')
  const texts = root && document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  while (texts?.nextNode()) {
    const range = document.createRange()
    range.selectNodeContents(texts.currentNode)
    const { x, y, width, height } = range.getBoundingClientRect()
    const isRead = texts.currentNode.parentElement?.closest('.sr-only')
    const place = [x, y, width, height].map((one) => one.toFixed(1)).join(' ')
    if (!isRead) found.push(`${texts.currentNode.textContent} ${place}`)
  }
  return found
}

/** The gzipped size of each screen's files beyond the first screen's scripts, from the build's list. */
async function sizesOfScreens(): Promise<{ path: string; files: number; bytes: number }[]> {
  const get = async (path: string) => Buffer.from(await (await fetch(`${stage.url}${path}`)).arrayBuffer())
  const screens = JSON.parse((await get('/screens.json')).toString()) as Record<string, string[]>
  const names = new Set(Object.values(screens).flat())
  const sizes = new Map<string, number>()
  for (const name of names) sizes.set(name, gzipSync(await get(name), { level: 9 }).length)
  return Object.entries(screens).map(([path, files]) => ({
    path,
    files: files.length,
    bytes: files.reduce((sum, name) => sum + (sizes.get(name) ?? NaN), 0),
  }))
}

async function gzipSize(response: Response): Promise<{ path: string; bytes: number }> {
  const body = await response.body()
  return { path: new URL(response.url()).pathname, bytes: gzipSync(body, { level: 9 }).length }
}

/** Runs in the page: the elements moved so far, with their scores (cumulative layout shift, web.dev/cls). */
function layoutShifts(): Promise<{ score: number; parts: string[] }[]> {
  interface Shift extends PerformanceEntry {
    value: number
    sources?: { node?: Node }[]
  }
  return new Promise((done) => {
    new PerformanceObserver((list) => {
      const found = (list.getEntries() as Shift[]).map(({ value, sources = [] }) => ({
        score: value,
        parts: sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? ''),
      }))
      done(found)
    }).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => done([]), 1_000)
  })
}
