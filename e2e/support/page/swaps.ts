import { parseAmount } from '@tickmark/core/money/money'
import { type Caller, moneyKey } from '@tickmark/server/app/app.testing'
import type { ReplyOf } from '@tickmark/wire/call'
import type { swapRoutes } from '@tickmark/wire/routes/swaps'
import type { Locator, Page } from 'playwright-core'
import { figureOf, reads, seen } from './see.ts'

export type SwapQuote = ReplyOf<typeof swapRoutes.getSwapQuote>
export type SwapItem = ReplyOf<typeof swapRoutes.getMyExchangeRecords>['list'][number]

export interface SwapWish {
  from: number
  to: number
  amount: string
  book?: 0 | 1
}

/** Swaps over HTTP at the current rate. */
export async function swapNow(user: Caller, { from, to, amount, book = 1 }: SwapWish): Promise<void> {
  const json = { currencyId: from, toCurrencyId: to, amount, book }
  // After a jump the feed is late for a moment, and the market is closed.
  for (let attempt = 0; ; attempt++) {
    const { status, text } = await user.post('/api/currencyExchange', { json, headers: moneyKey() })
    if (status === 200) return
    if (attempt === 600) throw new Error(`the swap was refused: ${text}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** The user's swaps, newest first. */
export async function swapsOf(user: Caller): Promise<SwapItem[]> {
  const query = { pageNum: '1', pageSize: '50', book: '1' }
  const { body } = await user.get('/api/getMyExchangeRecords', { query })
  return (body.data as ReplyOf<typeof swapRoutes.getMyExchangeRecords>).list
}

/** The page that swaps USDT for ETH, unless other currencies were chosen before. */
export const USDT_SWAP = '/recharge?aid=1&name=USDT&coin=Tether&tab=swap'

export function amountOf(page: Page): Locator {
  return page.getByRole('textbox', { name: 'You give' })
}

export function previewOn(page: Page): Locator {
  return page.getByLabel('Preview of what you receive')
}

export function swapButton(page: Page): Locator {
  return page.getByRole('main').getByRole('button', { name: /^Swap/ })
}

/** Fills in an amount of USDT to swap for ETH, and waits until the server has quoted a rate for it. */
export async function typeSwap(page: Page, amount: string): Promise<void> {
  await page.goto(USDT_SWAP)
  await amountOf(page).fill(amount)
  await reads(figureOf(page, 'Rate held for'), '2 s')
}

/** Presses Swap; the caller answers the dialog. */
export async function askToSwap(page: Page): Promise<Locator> {
  await swapButton(page).click()
  return seen(page.getByRole('alertdialog', { name: 'Swap at this rate?' }))
}

/** The figure that the page must show for a quote: amount x source rate / target rate, eight decimals, cut. */
export function previewOf(amount: string, { sourceUsdRate, targetUsdRate }: SwapQuote): string {
  const [gives, source, target] = [amount, sourceUsdRate, targetUsdRate].map((one) => parseAmount(one) ?? 0n)
  const units = ((gives ?? 0n) * (source ?? 0n)) / (target ?? 1n)
  const digits = String(units).padStart(9, '0')
  return `${grouped(digits.slice(0, -8))}.${digits.slice(-8)}`
}

/** A figure on screen in ledger units: "1,234.50" or "−3.2". */
export function unitsOf(figure: string): bigint {
  return parseAmount(figure.replace(/,/g, '').replace('−', '-').replace('+', '').trim()) ?? -1n
}

function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',')
}
