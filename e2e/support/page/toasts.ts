import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

interface Recorded {
  /** Texts of the toasts that no test has waited for yet, oldest first. */
  toasts?: string[]
  /** Whether toasts stay until they are pressed. */
  toastsStay?: boolean
}

/** What a new practice account says first. */
export const PRACTICE_READY = 'Practice account ready: 10,000 USDT, 1 ETH and 0.1 BTC'

/** The toast on screen. */
export function toast(page: Page): Locator {
  return page.locator('[data-toast] button')
}

/** Waits for a toast with the text. Each toast counts once, even if it has gone before the test looks. */
export async function waitForToast(page: Page, text: string | RegExp): Promise<void> {
  const untilMs = Date.now() + 60_000
  let heard: string[] = []
  do {
    heard = await toastsOn(page)
    const at = heard.findIndex((one) => (typeof text === 'string' ? one === text : text.test(one)))
    if (at >= 0) {
      await page.evaluate((count) => (window as Recorded).toasts?.splice(0, count), at + 1)
      return
    }
    await page.waitForTimeout(50)
  } while (Date.now() < untilMs)
  expect(heard, 'the toasts since the last one waited for').toContain(text)
}

/** Texts of this document's toasts since the last one that a test waited for. */
export function toastsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => [...((window as Recorded).toasts ?? [])])
}

/** Keeps every toast of this document from now on, as a pointer over it does. */
export async function holdToasts(page: Page): Promise<void> {
  await page.evaluate(() => void ((window as Recorded).toastsStay = true))
}

/** Runs in the page before its scripts: on a busy machine, a toast may come and go between two looks of a test. */
export function recordToasts(): void {
  const world = window as Recorded
  const toasts: string[] = []
  let last: Element | null = null
  world.toasts = toasts
  new MutationObserver(() => {
    const shown = document.querySelector('[data-toast] button')
    if (!shown || shown === last) return
    last = shown
    toasts.push((shown.textContent ?? '').replace(/\s+/g, ' ').trim())
    if (world.toastsStay) shown.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
  }).observe(document, { subtree: true, childList: true })
}
