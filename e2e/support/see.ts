import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Waits until it is on screen. */
export async function seen(what: Locator): Promise<Locator> {
  await what.first().waitFor({ state: 'visible' })
  return what.first()
}

/** Waits until it is not on screen any more. */
export async function gone(what: Locator, timeout = 15_000): Promise<void> {
  await what.first().waitFor({ state: 'hidden', timeout })
}

/** Waits for a text that fits. */
export async function reads(what: Locator, text: string | RegExp, timeout = 15_000): Promise<void> {
  const poll = expect.poll(async () => (await what.first().innerText()).replace(/\s+/g, ' ').trim(), {
    timeout,
  })
  if (typeof text === 'string') await poll.toBe(text)
  else await poll.toMatch(text)
}

/** The short message over the page. */
export function toast(page: Page): Locator {
  return page.locator('[data-toast] button')
}

/** The figure or text beside a label in a ruled list. */
export function figureOf(within: Page | Locator, label: string | RegExp): Locator {
  const page = 'page' in within ? within.page() : within
  return within.locator('dl > div', { has: page.locator('dt', { hasText: label }) }).locator('dd')
}

/** Picks a choice of a group as a finger does: by its words. */
export async function choose(group: Locator, choice: string | RegExp): Promise<void> {
  await group.locator('label').filter({ hasText: choice }).first().click()
}
