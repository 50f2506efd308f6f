import type { Locator, Page } from 'playwright-core'
import { seen } from './see.ts'

/** The page that sends ETH. */
export const SEND = '/recharge?aid=3&name=ETH&coin=Ethereum&tab=send'

export const addressOf = (page: Page) => page.getByRole('textbox', { name: 'Address', exact: true })
export const sumOf = (page: Page) => page.getByRole('textbox', { name: 'Amount', exact: true })
export const reviewOf = (page: Page) => page.getByRole('button', { name: 'Review', exact: true })

/** Fills in a withdrawal of ETH and opens its review. */
export async function reviewSending(page: Page, to: string, amount: string): Promise<Locator> {
  await page.goto(SEND)
  await addressOf(page).fill(to)
  await sumOf(page).fill(amount)
  await reviewOf(page).click()
  return seen(page.getByRole('dialog', { name: 'Review the withdrawal' }))
}
