import { parseAmount } from '@tickmark/core/money/money'
import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type Call, recordCalls } from '../../support/stage/calls.ts'
import { visitJoined, visitWithWallet } from '../../support/house/people.ts'
import { choose, figureOf, gone, reads, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'
import { holdToasts, toast, waitForToast } from '../../support/page/toasts.ts'
import {
  amountOf,
  previewOf,
  previewOn,
  swapButton,
  type SwapQuote,
  typeSwap,
  unitsOf,
  USDT_SWAP,
} from '../../support/page/swaps.ts'

const stage = setStage()

describe('[WAL-07] the form of a swap', () => {
  test('offers every currency to give, and every other one to receive', async () => {
    const { page } = await visitJoined(stage)
    await page.goto(USDT_SWAP)
    await page.getByRole('button', { name: 'You receive ETH. Change the currency.' }).click()
    const targets = page.getByRole('dialog', { name: 'Currency you receive' })
    await seen(targets)
    expect(await namesIn(targets)).toEqual(['USDC', 'ETH', 'BTC', 'TRX', 'BNB', 'SOL'])
    await choose(targets.getByRole('radiogroup'), /BTC/)
    await gone(targets)
    await seen(page.getByRole('button', { name: 'You receive BTC. Change the currency.' }))
    await page.getByRole('button', { name: 'You give USDT. Change the currency.' }).click()
    const sources = page.getByRole('dialog', { name: 'Currency you give' })
    await seen(sources)
    expect(await namesIn(sources)).toEqual(['USDT', 'USDC', 'ETH', 'BTC', 'TRX', 'BNB', 'SOL'])
    await choose(sources.getByRole('radiogroup'), /ETH/)
    await gone(sources)
    await page.waitForURL(/\/recharge\?aid=3&name=ETH&coin=Ethereum/)
    await page.getByRole('button', { name: 'You receive BTC. Change the currency.' }).click()
    await seen(targets)
    expect(await namesIn(targets)).toEqual(['USDT', 'USDC', 'BTC', 'TRX', 'BNB', 'SOL'])
    await targets.getByRole('button', { name: 'Close' }).click()
    await gone(targets)
    await page.getByRole('button', { name: 'Switch direction' }).click()
    await seen(page.getByRole('button', { name: 'You give BTC. Change the currency.' }))
    await seen(page.getByRole('button', { name: 'You receive ETH. Change the currency.' }))
  })

  test('takes a currency by a tap, even the chosen one; after the arrow keys, only Enter chooses', async () => {
    const { page } = await visitJoined(stage)
    await page.goto(USDT_SWAP)
    await amountOf(page).fill('12')
    const source = page.getByRole('button', { name: 'You give USDT. Change the currency.' })
    const sources = page.getByRole('dialog', { name: 'Currency you give' })
    await source.click()
    await seen(sources)
    await choose(sources.getByRole('radiogroup'), /USDT/)
    await gone(sources)
    expect(await amountOf(page).inputValue()).toBe('12')
    await source.focus()
    await page.keyboard.press('Enter')
    await seen(sources)
    await sources.getByRole('radio', { name: 'USDT' }).focus()
    for (const name of ['USDC', 'ETH', 'BTC']) {
      await page.keyboard.press('ArrowDown')
      await expect.poll(() => sources.getByRole('radio', { name }).isChecked()).toBe(true)
    }
    await page.keyboard.press('Enter')
    await gone(sources)
    await seen(page.getByRole('button', { name: 'You give BTC. Change the currency.' }))
    await seen(page.getByRole('button', { name: 'You receive ETH. Change the currency.' }))
  })

  test('requires an amount: says so at the top until one is filled in', async () => {
    const { page } = await visitJoined(stage)
    await page.goto(USDT_SWAP)
    await swapButton(page).click()
    await waitForToast(page, 'Please enter the swap amount')
    await holdToasts(page)
    await swapButton(page).click()
    await waitForToast(page, 'Please enter the swap amount')
    await page.getByRole('button', { name: 'Max' }).click()
    await gone(toast(page))
    expect(await amountOf(page).inputValue()).toBe('10000')
  })

  // The amount is wrong all the time: a right one, however short, would ask for a quote.
  test('asks for no quote of nothing, of zero, or of more than the balance', async () => {
    const { page } = await visitJoined(stage)
    const calls = await recordCalls(page, stage)
    await page.goto(USDT_SWAP)
    await swapButton(page).click()
    await waitForToast(page, 'Please enter the swap amount')
    await amountOf(page).fill('10000.00000001')
    await seen(page.getByRole('alert').filter({ hasText: 'You have 10,000.00 USDT available.' }))
    await swapButton(page).click()
    await amountOf(page).fill('0')
    await seen(page.getByRole('alert').filter({ hasText: 'Enter an amount above zero.' }))
    await swapButton(page).click()
    expect(await page.getByRole('alertdialog').count()).toBe(0)
    expect(calls.filter(({ path }) => /getSwapQuote|currencyExchange/.test(path))).toEqual([])
  })

  test('previews amount x source rate / target rate, and renews the rate while it is read', async () => {
    const { page } = await visitJoined(stage)
    const calls = await recordCalls(page, stage)
    await typeSwap(page, '1234.56')
    const shown = new Set<string>()
    await expect
      .poll(async () => {
        shown.add((await previewOn(page).innerText()).trim())
        return (await quotesIn(calls)).length
      })
      .toBeGreaterThanOrEqual(4)
    const quotes = await quotesIn(calls)
    const previews = quotes.map((one) => previewOf('1234.56', one))
    expect(quotes.map(({ receives }) => parseAmount(receives))).toEqual(previews.map(unitsOf))
    expect([...shown].filter((one) => !previews.includes(one))).toEqual([])
    expect(shown.size).toBeGreaterThan(1)
    await reads(figureOf(page, 'Rate held for'), '2 s')
    await reads(figureOf(page, 'Spread'), '0.10%')
  })
})

describe('[ACC-08] the simulated account', () => {
  test('lists its currencies without opening them', async () => {
    const { page } = await visitJoined(stage)
    await page.goto('/account')
    await seen(page.getByRole('main').getByText('Simulated account'))
    const rows = page.getByRole('list', { name: 'Currencies' }).getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(7)
    expect(await rows.locator('a, button').count()).toBe(0)
    await rows.filter({ hasText: 'Ethereum' }).click()
    expect(new URL(page.url()).pathname).toBe('/account')
  })

  test('has only Swap, whatever the address says, and its own badge', async () => {
    const { page } = await visitJoined(stage)
    for (const tab of ['receive', 'send', 'swap']) {
      await page.goto(`/recharge?aid=1&name=USDT&coin=Tether&tab=${tab}`)
      await seen(amountOf(page))
      await seen(page.getByText('Simulated account'))
      expect(await page.getByRole('radiogroup', { name: 'Receive, send or swap' }).count()).toBe(0)
    }
    const { page: real } = await visitWithWallet(stage, { book: 0 })
    await real.goto(USDT_SWAP)
    await reads(real.getByRole('radiogroup', { name: 'Receive, send or swap' }), /Receive Send Swap/)
    await seen(real.getByText('Available 0.00 USDT'))
    expect(await real.getByText('Simulated account').count()).toBe(0)
  })
})

async function quotesIn(calls: Call[]): Promise<SwapQuote[]> {
  const asked = calls.filter(({ path }) => path === '/api/getSwapQuote')
  const answers = await Promise.all(asked.map((call) => call.answer()))
  return answers.filter((one) => one?.status === 200).map((one) => one?.body['data'] as SwapQuote)
}

function namesIn(sheet: Locator): Promise<string[]> {
  return sheet.getByRole('radio').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
}
