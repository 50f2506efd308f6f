import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Waits until the element is on screen. */
export async function seen(what: Locator): Promise<Locator> {
  await what.first().waitFor({ state: 'visible' })
  return what.first()
}

/** Waits until the element is no longer on screen. */
export async function gone(what: Locator, timeout = 60_000): Promise<void> {
  await what.first().waitFor({ state: 'hidden', timeout })
}

/** Waits until the element's text matches. */
export async function reads(what: Locator, text: string | RegExp, timeout = 60_000): Promise<void> {
  const untilMs = Date.now() + timeout
  let read = ''
  do {
    read = await textOf(what, untilMs - Date.now())
    if (typeof text === 'string' ? read === text : text.test(read)) return
    await what.page().waitForTimeout(50)
  } while (Date.now() < untilMs)
  expect(read, 'the text on screen').toEqual(text)
}

async function textOf(what: Locator, timeout: number): Promise<string> {
  const text = await what.first().innerText({ timeout: Math.max(1, timeout) })
  return text.replace(/\s+/g, ' ').trim()
}

/** The figure or text beside a label in a ruled list. */
export function figureOf(within: Page | Locator, label: string | RegExp): Locator {
  const page = 'page' in within ? within.page() : within
  return within.locator('dl > div', { has: page.locator('dt', { hasText: label }) }).locator('dd')
}

/** Picks a choice of a group by clicking its label. */
export async function choose(group: Locator, choice: string | RegExp): Promise<void> {
  await group.locator('label').filter({ hasText: choice }).first().click()
}

/** Scrolls to the last row again and again until the list has `count` rows. */
export async function scrollToEnd(rows: Locator, count: number): Promise<void> {
  await expect
    .poll(
      async () => {
        await rows.last().scrollIntoViewIfNeeded()
        await rows.page().mouse.wheel(0, 400)
        return rows.count()
      },
      { timeout: 60_000 },
    )
    .toBe(count)
}

/** The computed value of a design token on this page. */
export function colourOf(page: Page, token: string): Promise<string> {
  return page.evaluate((name) => {
    const probe = document.createElement('i')
    probe.style.color = `var(${name})`
    document.body.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }, token)
}
