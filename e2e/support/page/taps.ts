import assert from 'node:assert/strict'
import { chromium, type Browser, type Page } from 'playwright-core'
import { QUIET_BROWSER } from '../stage/flags.ts'

/** A tap, and its visible effect. */
export interface Tap {
  name: string
  /** Selector of the target; its first match. */
  press: string
  /** CSS selector of the element that must then be on screen, or gone, with the text in it. */
  shows: string
  text?: string
  isGone?: boolean
}

/** A browser as the journeys use it; the caller closes it. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] || '/usr/bin/chromium',
    args: QUIET_BROWSER,
  })
}

/** A phone on the markets, whose user has just joined with a practice wallet and closed the first card. */
export async function openPhone(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('button', { name: 'Try with a practice wallet' }).click()
  const card = page.getByRole('region', { name: 'Place a practice order' })
  await card.getByRole('button', { name: 'Close' }).click()
  await card.waitFor({ state: 'hidden' })
  return page
}

/** A processor four times slower, and a line with 150 ms and 1.6 Mbit/s. */
export async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 90_000,
  })
}

/** Ms from the press to the frame with its effect; waits until that frame is drawn. */
export async function timeTap(page: Page, tap: Tap): Promise<number> {
  const pressed = page.locator(tap.press).first()
  await pressed.waitFor()
  const shown = await page.evaluateHandle<{ frame: Promise<number> }>(
    `(${WATCH_FOR_FRAME})(${JSON.stringify(tap)})`,
  )
  await pressed.click()
  const ms = await shown.evaluate(({ frame }) => frame)
  assert(Number.isFinite(ms), `${tap.name} took a time`)
  return ms
}

/**
 * Runs in the page; a text, because benches have no DOM types. The promise is wrapped, so that the handle does not
 * wait for it.
 */
const WATCH_FOR_FRAME = `({ shows, text = '', isGone = false }) => {
  const frame = new Promise((done) => {
    let fromMs = 0
    addEventListener('pointerdown', ({ timeStamp }) => (fromMs = timeStamp), { capture: true, once: true })
    const isShown = () =>
      [...document.querySelectorAll(shows)].some(
        (node) => node.getClientRects().length > 0 && node.textContent.includes(text),
      )
    const look = () => {
      if (fromMs > 0 && isShown() !== isGone) requestAnimationFrame(() => done(performance.now() - fromMs))
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  return { frame }
}`
