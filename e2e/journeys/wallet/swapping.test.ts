import { isSignedBy } from '@tickmark/core/consent/bundle'
import { readDelegation } from '@tickmark/core/consent/delegation'
import { readSwapText } from '@tickmark/core/consent/swapConsent'
import { formatAmount, ONE, parseAmount } from '@tickmark/core/money/money'
import { crypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import { swapReceives } from '@tickmark/core/wallet/swaps'
import { loadKeys } from '@tickmark/server/platform/keys'
import { freeIn } from '@tickmark/server/app/custody.testing'
import { sealSwapQuote } from '@tickmark/server/swaps/swapQuote'
import { readSwapTerms } from '@tickmark/server/swaps/swapTerms'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { changeAnswers, passOn, recordCalls } from '../../support/stage/calls.ts'
import { visitJoined, visitPractising } from '../../support/house/people.ts'
import { figureOf, gone, reads, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'
import { waitForToast } from '../../support/page/toasts.ts'
import {
  amountOf,
  askToSwap,
  swapButton,
  type SwapQuote,
  swapsOf,
  typeSwap,
  unitsOf,
} from '../../support/page/swaps.ts'

const stage = setStage()

describe('[WAL-08] a swap', () => {
  test('needs a confirmation, pays exactly the preview however long it is read, and shows the server’s message', async () => {
    const { page, user } = await visitJoined(stage)
    const calls = await recordCalls(page, stage)
    await typeSwap(page, '250')
    const question = await askToSwap(page)
    // Read for longer than a rate is valid.
    const asked = () => calls.filter(({ path }) => path === '/api/getSwapQuote').length
    const before = asked()
    await expect.poll(asked).toBeGreaterThanOrEqual(before + 3)
    const read = await question.evaluate(async (node) => {
      // A press does not yet mean a figure that has just appeared: waits until it has been shown for a while.
      await new Promise<void>((stood) => {
        let timer = setTimeout(stood, 500)
        new MutationObserver(() => {
          clearTimeout(timer)
          timer = setTimeout(stood, 500)
        }).observe(node, { subtree: true, characterData: true, childList: true })
      })
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
    await waitForToast(page, answer.data.message)
    expect(read[0]).toBe('250.00 USDT')
    const received = unitsOf((read[1] ?? '').replace(' ETH', ''))
    expect(answer.data.received).toBe(formatAmount(received))
    expect(await freeIn(user, 'USDT', 1)).toBe(9_750n * ONE)
    expect(await freeIn(user, 'ETH', 1)).toBe(ONE + received)
    expect(await swapsOf(user)).toHaveLength(1)
    await expect.poll(() => amountOf(page).inputValue()).toBe('')
    await seen(page.getByText('Available 9,750.00 USDT'))
  })

  test('is signed by the session’s key for exactly what is shown, and the house stores that', async () => {
    const page = await visitPractising(stage)
    const calls = await recordCalls(page, stage)
    await typeSwap(page, '250')
    await (await askToSwap(page)).getByRole('button', { name: 'Yes' }).click()
    await waitForToast(page, /^Swapped 250 USDT/)
    const [sent] = calls.filter(({ path }) => path === '/api/currencyExchange')
    const answer = (await sent?.answer())?.body as { data: { id: string; received: string } }
    const { id, received } = answer.data
    const { db } = stage.database.database
    const [stored] = await db
      .selectFrom('swap_consent')
      .innerJoin('delegation', 'delegation.session', 'swap_consent.session')
      .select(['swap_consent.text', 'swap_consent.signature', 'delegation.text as delegated'])
      .where('swap_id', '=', id)
      .execute()
    const { text = '', delegated = '' } = stored ?? {}
    const consent = { text, signature: stored?.signature.toString('hex') ?? '' }
    expect(sent?.fields['consent']).toEqual(consent)
    const key = readDelegation(delegated, crypto.sha256)?.key ?? new Uint8Array()
    expect(isSignedBy(consent, key, crypto)).toBe(true)
    const signed = readSwapText(text)
    const asked = { book: 'simulated', source: 'USDT', target: 'ETH', given: String(250n * ONE) }
    expect(signed).toMatchObject({ ...asked, key: sent?.headers['idempotency-key'] })
    expect(BigInt(signed?.least ?? 0)).toBeGreaterThan(0n)
    expect(parseAmount(received)).toBeGreaterThanOrEqual(BigInt(signed?.least ?? 0))
  })

  test('at an expired rate is made at the next one without another confirmation, if that pays no less', async () => {
    const { page, user } = await visitJoined(stage)
    const calls = await quoteLate(page, { amount: '77', permille: 990n })
    await typeSwap(page, '77')
    await (await askToSwap(page)).getByRole('button', { name: 'Yes' }).click()
    await waitForToast(page, /^Swapped 77 USDT/)
    expect(await swapsOf(user)).toHaveLength(1)
    const sent = calls.filter(({ path }) => path === '/api/currencyExchange')
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(2)
    expect(sent).toHaveLength(2)
    stage.forgive(/409.*currencyExchange/)
  })

  test('at an expired rate needs another confirmation, if the next one pays less', async () => {
    const { page, user } = await visitJoined(stage)
    await quoteLate(page, { amount: '77', permille: 1010n })
    await typeSwap(page, '77')
    const question = await askToSwap(page)
    const yes = question.getByRole('button', { name: 'Yes' })
    await yes.click()
    await seen(question.getByText('The rate has fallen since you looked. This is the new one.'))
    expect(await swapsOf(user)).toEqual([])
    // A press within the reaction time still means the previous figure.
    await expect
      .poll(async () => {
        await yes.click({ timeout: 1_000 }).catch(() => {})
        return question.isVisible()
      })
      .toBe(false)
    await waitForToast(page, /^Swapped 77 USDT/)
    expect(await swapsOf(user)).toHaveLength(1)
    stage.forgive(/409.*currencyExchange/)
  })

  test('is refused with the server’s message while no rate arrives in time, and keeps the input', async () => {
    const { page, user } = await visitJoined(stage)
    await quoteLate(page, { amount: '77', permille: 1000n, isAlways: true })
    await typeSwap(page, '77')
    const question = await askToSwap(page)
    await question.getByRole('button', { name: 'Yes' }).click()
    await waitForToast(page, 'This rate has run out. Please look at the new one and swap again.')
    await gone(question)
    expect(await amountOf(page).inputValue()).toBe('77')
    expect(await swapsOf(user)).toEqual([])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    stage.forgive(/409.*currencyExchange/)
  })

  test('is refused once the price has moved away, even at a rate that is still valid', async () => {
    const { page, user } = await visitJoined(stage)
    await changeAnswers(page, stage, '/api/getSwapQuote', (json) => {
      const answer = JSON.parse(json) as { data: SwapQuote }
      const higher = { amount: '88', permille: 1001n, expiresAtMs: answer.data.expiresAt }
      const { quote } = scaled(answer.data, higher)
      return JSON.stringify({ ...answer, data: { ...answer.data, quote } })
    })
    await typeSwap(page, '88')
    await (await askToSwap(page)).getByRole('button', { name: 'Yes' }).click()
    await waitForToast(page, 'The price has moved against you. Please look at the new rate and swap again.')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(await swapsOf(user)).toEqual([])
    stage.forgive(/409.*currencyExchange/)
  })

  test('whose answer is lost is retried under its own key, and made once', async () => {
    const { page, user } = await visitJoined(stage)
    await page.route('**/api/currencyExchange', async (route) => {
      await passOn(route)
      await route.abort()
    })
    await typeSwap(page, '60')
    await (await askToSwap(page)).getByRole('button', { name: 'Yes' }).click()
    await waitForToast(page, 'Network failure, please try again later')
    await page.unroute('**/api/currencyExchange')
    await page.reload()
    await reads(figureOf(page, 'Rate held for'), '2 s')
    await (await askToSwap(page)).getByRole('button', { name: 'Yes' }).click()
    await waitForToast(page, /^Swapped 60 USDT .* no second one was made\.$/)
    expect(await swapsOf(user)).toHaveLength(1)
    stage.forgive(/currencyExchange/)
  })

  test('whose code does not load sends nothing, and says so', async () => {
    const { page, user } = await visitJoined(stage)
    await typeSwap(page, '60')
    const question = await askToSwap(page)
    await page.route('**/*.js', (route) => route.abort())
    await question.getByRole('button', { name: 'Yes' }).click()
    await waitForToast(page, 'Network failure, please try again later')
    await page.unroute('**/*.js')
    expect(await swapsOf(user)).toEqual([])
    stage.forgive(/\.js/)
  })

  test('whose answer is lost is sent instead of another one only after a Yes', async () => {
    const { page, user } = await visitJoined(stage)
    await page.route('**/api/currencyExchange', async (route) => {
      await passOn(route)
      await route.abort()
    })
    await typeSwap(page, '60')
    await (await askToSwap(page)).getByRole('button', { name: 'Yes' }).click()
    await waitForToast(page, 'Network failure, please try again later')
    await page.unroute('**/api/currencyExchange')
    await typeSwap(page, '70')
    const question = page.getByRole('alertdialog', { name: 'An earlier swap has no answer' })
    await swapButton(page).click()
    await reads(question, /swap of 60\.00 USDT for ETH got no answer/)
    await question.getByRole('button', { name: 'No' }).click()
    await gone(question)
    await swapButton(page).click()
    await question.getByRole('button', { name: 'Yes' }).click()
    await waitForToast(page, /^Swapped 60 USDT .* no second one was made\.$/)
    await gone(question)
    expect(await amountOf(page).inputValue()).toBe('70')
    expect(await swapsOf(user)).toHaveLength(1)
    await reads(figureOf(page, 'Rate held for'), '2 s')
    await (await askToSwap(page)).getByRole('button', { name: 'Yes' }).click()
    await waitForToast(page, /^Swapped 70 USDT/)
    expect(await swapsOf(user)).toHaveLength(2)
    stage.forgive(/currencyExchange/)
  })
})

/**
 * Every quote reaches the page expired, scaled to this many thousandths; after the first swap only if `isAlways`.
 * Returns the calls of the page.
 */
async function quoteLate(page: Page, late: { amount: string; permille: bigint; isAlways?: boolean }) {
  const { amount, permille, isAlways = false } = late
  const calls = await recordCalls(page, stage)
  let first: SwapQuote | undefined
  await changeAnswers(page, stage, '/api/getSwapQuote', (json) => {
    const answer = JSON.parse(json) as { data: SwapQuote }
    first ??= answer.data
    if (!isAlways && calls.some(({ path }) => path === '/api/currencyExchange')) return json
    // Always at the first rate, so that no later quote pays less.
    const data = scaled(first, { amount, permille, expiresAtMs: answer.data.expiresAt - 60_000 })
    return JSON.stringify({ ...answer, data })
  })
  return calls
}

/** The server's own signed quote from a time when the source was worth this many thousandths. */
function scaled(
  quoted: SwapQuote,
  { amount, permille, expiresAtMs }: { amount: string; permille: bigint; expiresAtMs: number },
): SwapQuote {
  const terms = readSwapTerms({ currencyId: 1, toCurrencyId: 3, amount })
  if (!terms.ok) throw new Error(terms.refusal.code)
  const source = ((parseAmount(quoted.sourceUsdRate) ?? 0n) * permille) / 1000n
  const rates = { source, target: parseAmount(quoted.targetUsdRate) ?? 0n }
  const { quoteKey } = loadKeys(stage.config.keysFile, Date.now())
  return {
    ...quoted,
    quote: sealSwapQuote({ terms: terms.value, rates, expiresAtMs }, quoteKey),
    receives: formatAmount(swapReceives(terms.value.amount, rates)),
    sourceUsdRate: formatAmount(source),
  }
}
