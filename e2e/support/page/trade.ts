import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { figureOf, reads, seen } from './see.ts'
import type { Stage } from '../stage/stage.ts'

/** The order sheet of the coin on screen, opened by the Entrust button. */
export async function openOrderSheet(page: Page, direction: 'Up' | 'Down' = 'Up'): Promise<Locator> {
  await page.getByRole('button', { name: `Entrust ${direction}` }).click()
  const sheet = await seen(page.getByRole('dialog', { name: /\/USDT ·/ }))
  await seen(sheet.getByRole('radiogroup', { name: 'Return range' }).getByRole('radio'))
  return sheet
}

export function amountIn(sheet: Locator): Locator {
  return sheet.getByRole('textbox', { name: 'Amount' })
}

/** Fills in the sheet and presses its button; the caller answers the dialog. */
export async function askToPlace(page: Page, sheet: Locator, amount: string): Promise<Locator> {
  await amountIn(sheet).fill(amount)
  await sheet.getByRole('button', { name: /^Place order/ }).click()
  return seen(page.getByRole('alertdialog', { name: 'Place this order?' }))
}

interface OrderInPage {
  amount?: string
  direction?: 'Up' | 'Down'
  /** As the sheet names it: one minute when left out. */
  duration?: '5 min'
}

/** Places an order in the page; returns its open countdown sheet and its id. */
export async function placeInPage(
  page: Page,
  { amount = '250', direction = 'Up', duration }: OrderInPage = {},
): Promise<{ countdown: Locator; orderId: string }> {
  const sheet = await openOrderSheet(page, direction)
  if (duration) {
    await sheet.getByRole('radiogroup', { name: 'Duration' }).getByText(duration, { exact: true }).click()
    await seen(sheet.getByRole('radiogroup', { name: 'Return range' }).getByRole('radio'))
  }
  const question = await askToPlace(page, sheet, amount)
  await question.getByRole('button', { name: 'Yes' }).click()
  const countdown = await seen(countdownOf(page, direction))
  await waitForEntry(countdown)
  return { countdown, orderId: new URL(page.url()).searchParams.get('open') ?? '' }
}

export function countdownOf(page: Page, direction: 'Up' | 'Down'): Locator {
  return page.getByRole('dialog', { name: new RegExp(`${direction} · [\\d.,]+ USDT`) })
}

/** Waits for the order's entry price; only then may the test move the clock. */
export async function waitForEntry(countdown: Locator): Promise<void> {
  await reads(figureOf(countdown, 'Entry price'), /^[\d,]+\.\d+$/)
}

/** The sum for which the dialog offers to close the order. Throws when the dialog has closed within `timeout` ms. */
export async function shownBid(question: Locator, timeout = 60_000): Promise<number> {
  const text = (await question.innerText({ timeout })).replaceAll(/[^\d.\s]/g, '')
  return Number(/\d+\.\d+/.exec(text)?.[0])
}

/** Accepts the bid on screen, and again if the bid has fallen meanwhile. Returns the accepted bid. */
export async function acceptBid(stage: Pick<Stage, 'tolerate'>, question: Locator): Promise<number> {
  stage.tolerate(/status of 409 .*closeLimitOrder/)
  let shown = 0
  await expect
    .poll(async () => {
      const yes = question.getByRole('button', { name: 'Yes' })
      const timeout = 1_000
      // The dialog may close before it is read or pressed.
      const bid = (await yes.isVisible()) ? await shownBid(question, timeout).catch(() => null) : null
      if (bid !== null) {
        shown = bid
        await yes.click({ timeout }).catch(() => {})
      }
      return question.isVisible()
    })
    .toBe(false)
  return shown
}
