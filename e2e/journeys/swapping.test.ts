import { formatAmount, ONE, parseAmount } from '@tickmark/core/money/money'
import { loadKeys } from '@tickmark/server/platform/keys'
import { freeIn } from '@tickmark/server/app/custody.testing'
import { sealSwapQuote } from '@tickmark/server/swaps/swapQuote'
import { readSwapTerms } from '@tickmark/server/swaps/swapTerms'
import { describe, expect, test } from 'vitest'
import { changeAnswers, recordCalls } from '../support/calls.ts'
import { visitJoined } from '../support/people.ts'
import { figureOf, gone, reads, seen } from '../support/see.ts'
import { setStage } from '../support/stage.ts'
import { told } from '../support/toasts.ts'
import {
  amountOf,
  askToSwap,
  swapButton,
  type SwapQuote,
  swapsOf,
  typeSwap,
  unitsOf,
} from '../support/swaps.ts'

const stage = setStage()

describe('[WAL-08] a swap', () => {
  test('is asked about, pays exactly the preview however long one reads, and says it in the server`s words', async () => {
    const { page, user } = await visitJoined(stage)
    const calls = await recordCalls(page, stage)
    await typeSwap(page, '250')
    const question = await askToSwap(page)
    // Read for longer than a rate is held.
    const asked = () => calls.filter(({ path }) => path === '/api/getSwapQuote').length
    const before = asked()
    await expect.poll(asked).toBeGreaterThanOrEqual(before + 3)
    const read = await question.evaluate((node) => {
      const text = [...node.querySelectorAll('dd')].map((one) => one.textContent.trim())
      const yes = [...node.querySelectorAll('button')].find((one) => one.textContent === 'Yes')
      // Pressed twice, as by an impatient user.
      yes?.click()
      yes?.click()
      return text
    })
    await gone(question)
    const sent = calls.filter(({ path }) => path === '/api/currencyExchange')
    expect(sent).toHaveLength(1)
    const answer = (await sent[0]?.answer())?.body as { data: { message: string; received: string } }
    await told(page, answer.data.message)
    expect(read[0]).toBe('250.00 USDT')
    const received = unitsOf((read[1] ?? '').replace(' ETH', ''))
    expect(answer.data.received).toBe(formatAmount(received))
    expect(await freeIn(user, 'USDT', 1)).toBe(9_750n * ONE)
    expect(await freeIn(user, 'ETH', 1)).toBe(ONE + received)
    expect(await swapsOf(user)).toHaveLength(1)
    await expect.poll(() => amountOf(page).inputValue()).toBe('')
    await seen(page.getByText('Available 9,750.00 USDT'))
  })

  test('at a rate that has run out is refused in the server`s words, and what was typed stays', async () => {
    const { page, user } = await visitJoined(stage)
    await typeSwap(page, '77')
    const question = await askToSwap(page)
    // The rate also renews while the dialog is open; here it must not.
    await page.route('**/api/getSwapQuote?*', () => {})
    await stage.jump(6_000)
    await question.getByRole('button', { name: 'Yes' }).click()
    await told(page, 'This rate has run out. Please look at the new one and swap again.')
    await gone(question)
    expect(await amountOf(page).inputValue()).toBe('77')
    expect(await swapsOf(user)).toEqual([])
    stage.forgive(/409.*currencyExchange/)
  })

  test('is refused once the price has moved away, even at a rate that is still valid', async () => {
    const { page, user } = await visitJoined(stage)
    await changeAnswers(page, stage, '/api/getSwapQuote', (json) => {
      const answer = JSON.parse(json) as { data: SwapQuote }
      return JSON.stringify({ ...answer, data: { ...answer.data, quote: higher(answer.data, '88') } })
    })
    await typeSwap(page, '88')
    await (await askToSwap(page)).getByRole('button', { name: 'Yes' }).click()
    await told(page, 'The price has moved against you. Please look at the new rate and swap again.')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(await swapsOf(user)).toEqual([])
    stage.forgive(/409.*currencyExchange/)
  })

  test('whose answer is lost is sent again under its own key, and never twice', async () => {
    const { page, user } = await visitJoined(stage)
    await page.route('**/api/currencyExchange', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await typeSwap(page, '60')
    await (await askToSwap(page)).getByRole('button', { name: 'Yes' }).click()
    await told(page, 'Network failure, please try again later')
    await page.unroute('**/api/currencyExchange')
    await page.reload()
    await reads(figureOf(page, 'Rate held for'), '2 s')
    await (await askToSwap(page)).getByRole('button', { name: 'Yes' }).click()
    await told(page, /^Swapped 60 USDT .* no second one was made\.$/)
    expect(await swapsOf(user)).toHaveLength(1)
    stage.forgive(/currencyExchange/)
  })

  test('whose answer is lost is not sent in place of another one without a yes to it', async () => {
    const { page, user } = await visitJoined(stage)
    await page.route('**/api/currencyExchange', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await typeSwap(page, '60')
    await (await askToSwap(page)).getByRole('button', { name: 'Yes' }).click()
    await told(page, 'Network failure, please try again later')
    await page.unroute('**/api/currencyExchange')
    await typeSwap(page, '70')
    const question = page.getByRole('alertdialog', { name: 'An earlier swap has no answer' })
    await swapButton(page).click()
    await reads(question, /swap of 60\.00 USDT for ETH got no answer/)
    await question.getByRole('button', { name: 'No' }).click()
    await gone(question)
    await swapButton(page).click()
    await question.getByRole('button', { name: 'Yes' }).click()
    await told(page, /^Swapped 60 USDT .* no second one was made\.$/)
    await gone(question)
    expect(await amountOf(page).inputValue()).toBe('70')
    expect(await swapsOf(user)).toHaveLength(1)
    await reads(figureOf(page, 'Rate held for'), '2 s')
    await (await askToSwap(page)).getByRole('button', { name: 'Yes' }).click()
    await told(page, /^Swapped 70 USDT/)
    expect(await swapsOf(user)).toHaveLength(2)
    stage.forgive(/currencyExchange/)
  })
})

/** The server's own signed quote from a moment when the source was worth 0.1 % more. */
function higher({ sourceUsdRate, targetUsdRate, expiresAt }: SwapQuote, amount: string): string {
  const terms = readSwapTerms({ currencyId: 1, toCurrencyId: 3, amount })
  if (!terms.ok) throw new Error(terms.refusal.code)
  const source = ((parseAmount(sourceUsdRate) ?? 0n) * 1001n) / 1000n
  const rates = { source, target: parseAmount(targetUsdRate) ?? 0n }
  const { quoteKey } = loadKeys(stage.config.keysFile, Date.now())
  return sealSwapQuote({ terms: terms.value, rates, expiresAtMs: expiresAt }, quoteKey)
}
