import { formatFixed, parseAmount } from '@tickmark/core/money/money'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { passOn, recordCalls } from '../../support/stage/calls.ts'
import { waitUntilStill } from '../../support/page/looks.ts'
import { placeOrder, ordersOf } from '../../support/house/orders.ts'
import { type Person, visitJoined } from '../../support/house/people.ts'
import { choose, figureOf, gone, reads, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'
import { waitForToast, toastsOn } from '../../support/page/toasts.ts'
import {
  acceptBid,
  amountIn,
  askToPlace,
  countdownOf,
  waitForEntry,
  openOrderSheet,
  placeInPage,
  shownBid,
} from '../../support/page/trade.ts'

const stage = setStage()
let person: Person & { page: Page }
let page: Page

beforeAll(async () => {
  person = await visitJoined(stage)
  page = person.page
  await page.goto('/')
})

/** A tab without the state of earlier sheets. */
beforeEach(() => page.evaluate(() => sessionStorage.clear()))

describe('the order sheet', () => {
  let sheet: Locator
  beforeEach(async () => {
    await page.goto('/business?pid=2')
    sheet = await openOrderSheet(page, 'Down')
  })

  test('[ORD-01][ACC-08] offers duration, direction, priced ranges and currency, and shows the available balance', async () => {
    const durations = sheet.getByRole('radiogroup', { name: 'Duration' }).getByRole('radio')
    await expect.poll(() => durations.count()).toBe(8)
    await expectChosen(sheet, 'Duration', '1 min')
    const chips = sheet.getByRole('radiogroup', { name: 'Duration' }).locator('label')
    const [fifth, sixth] = [await chips.nth(4).boundingBox(), await chips.nth(5).boundingBox()]
    expect((fifth?.x ?? 390) + (fifth?.width ?? 0)).toBeLessThan(390)
    expect(sixth?.x).toBeLessThan(390)
    await expectChosen(sheet, 'Direction', 'Down')
    const ranges = sheet.getByRole('radiogroup', { name: 'Return range' }).locator('label')
    const texts = (await ranges.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))
    expect(texts).toHaveLength(3)
    expect(texts[0]).toMatch(/^Any fall (49|50)% likely \+9\d%$/)
    expect(texts[1]).toMatch(/^Below −[\d.]+% 3\d% likely \+1\d\d%$/)
    expect(texts[2]).toMatch(/^Below −[\d.]+% (19|2\d)% likely \+3\d\d%$/)
    await seen(sheet.getByText('House margin 4.0%'))
    await reads(sheet.getByText(/^Available/), /^Available 10,000(\.00)? USDT$/)
    await seen(sheet.getByText('Simulated account'))
    await sheet.getByRole('button', { name: /^Pay with USDT/ }).click()
    const currencies = page.getByRole('dialog', { name: 'Pay with' }).getByRole('radio')
    await expect.poll(() => currencies.count()).toBe(4)
    await choose(page.getByRole('radiogroup', { name: 'Pay with' }), 'ETH')
    await reads(sheet.getByText(/^Available/), /^Available 1(\.00)? ETH$/)
  })

  test('[ORD-01] a tap chooses a currency, even the chosen one; after the arrow keys, Enter does', async () => {
    const currencies = page.getByRole('dialog', { name: 'Pay with' })
    await sheet.getByRole('button', { name: /^Pay with USDT/ }).click()
    await seen(currencies)
    await choose(currencies.getByRole('radiogroup'), 'USDT')
    await gone(currencies)
    await sheet.getByRole('button', { name: /^Pay with USDT/ }).click()
    await currencies.getByRole('radio', { name: /USDT/ }).focus()
    for (const name of [/USDC/, /ETH/]) {
      await page.keyboard.press('ArrowDown')
      await expect.poll(() => currencies.getByRole('radio', { name }).isChecked()).toBe(true)
    }
    await page.keyboard.press('Enter')
    await gone(currencies)
    await reads(sheet.getByText(/^Available/), /^Available 1(\.00)? ETH$/)
  })

  test('[ORD-02] shows rate times amount with six decimals for every range, cut and never rounded up', async () => {
    const ranges = sheet.getByRole('radiogroup', { name: 'Return range' }).locator('label')
    for (const [place, amount] of [
      [0, '250'],
      [1, '33.33333333'],
      [2, '1.00000001'],
      [0, '4999.999999'],
    ] as const) {
      await ranges.nth(place).click()
      await amountIn(sheet).fill(amount)
      await expect
        .poll(async () => {
          const [, percent = '0'] = /\+(\d+)%/.exec(await ranges.nth(place).innerText()) ?? []
          const profit = ((parseAmount(amount) ?? 0n) * BigInt(percent)) / 100n
          const shown = (await figureOf(sheet, 'Expected return').innerText()).replaceAll(',', '')
          return shown === `+${formatFixed(profit, 6)} USDT` ? 'as it should be' : `${shown} for ${percent}%`
        })
        .toBe('as it should be')
    }
    await reads(figureOf(sheet, 'If you lose'), '−4,999.999999 USDT')
  })

  test('[ORD-02] accepts only digits as an amount, of any script', async () => {
    const amount = amountIn(sheet)
    for (const [typed, stays] of [
      ['abc', ''],
      ['12x', '12'],
      ['-5', '5'],
      ['1e3', '13'],
      ['12.50', '12.50'],
      ['٢٥٠٫٥', '250.5'],
    ] as const) {
      await amount.fill('')
      await amount.pressSequentially(typed)
      expect(await amount.inputValue()).toBe(stays)
    }
  })

  test.each([
    ['nothing', '', 'Enter an amount.'],
    ['zero', '0', 'Enter an amount above zero.'],
    ['less than the smallest order', '0.99999999', /^The smallest order is 1(\.00)? USDT\.$/],
    ['more than the largest order', '5000.00000001', /^The largest order is 5,000(\.00)? USDT\.$/],
  ])('[ORD-02] says what is wrong with %s, and sends nothing', async (_what, amount, says) => {
    await amountIn(sheet).fill(amount)
    await sheet.getByRole('button', { name: /^Place order/ }).click()
    await reads(sheet.getByRole('alert'), says)
    expect(await amountIn(sheet).getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByRole('alertdialog').count()).toBe(0)
  })

  test('[ORD-02] reports a ninth decimal, and keeps the eight', async () => {
    const amount = amountIn(sheet)
    await amount.fill('12.12345678')
    await amount.press('End')
    await amount.pressSequentially('9')
    await reads(sheet.getByRole('alert'), 'An amount has at most 8 decimal places.')
    expect(await amount.inputValue()).toBe('12.12345678')
    await amount.press('Backspace')
    await gone(sheet.getByRole('alert'))
  })

  test('[ORD-02] shows the balance when it is less than the amount', async () => {
    await sheet.getByRole('button', { name: /^Pay with USDT/ }).click()
    await choose(page.getByRole('radiogroup', { name: 'Pay with' }), 'ETH')
    await amountIn(sheet).fill('1.2')
    await reads(sheet.getByRole('alert'), /^You have 1(\.00)? ETH available\.$/)
    await sheet.getByRole('button', { name: 'Max' }).click()
    await expect.poll(() => amountIn(sheet).inputValue()).toBe('1')
    await gone(sheet.getByRole('alert'))
  })

  test('[ORD-03][ORD-04] No keeps the sheet as it is; closing the sheet clears it', async () => {
    await sheet.getByRole('radiogroup', { name: 'Return range' }).locator('label').nth(1).click()
    const question = await askToPlace(page, sheet, '77')
    await seen(question.getByText('ETH/USDT · 1 min'))
    await reads(figureOf(question, 'Stake'), /^77(\.00)? USDT$/)
    await reads(figureOf(question, 'If you lose'), '−77.000000 USDT')
    await question.getByRole('button', { name: 'No' }).click()
    await gone(question)
    expect(await amountIn(sheet).inputValue()).toBe('77')
    await sheet.getByRole('button', { name: 'Close' }).click()
    await gone(sheet)
    await openOrderSheet(page, 'Down')
    expect(await amountIn(sheet).inputValue()).toBe('')
    const first = sheet.getByRole('radiogroup', { name: 'Return range' }).getByRole('radio').first()
    expect(await first.isChecked()).toBe(true)
    expect(await ordersOf(person.user, 0)).toEqual([])
  })
})

describe('an order that the server refuses', () => {
  test('[ORD-05] on odds that moved: the sheet closes, the server says why, and what was typed is kept', async () => {
    await page.goto('/business?pid=1')
    const sheet = await openOrderSheet(page)
    const question = await askToPlace(page, sheet, '55')
    // The page must not renew the expiring quote.
    await page.route('**/api/getTimeAccountCurrency?*', () => {})
    await stage.jump(20_000)
    await question.getByRole('button', { name: 'Yes' }).click()
    await waitForToast(page, 'The odds have moved. Please look at the new ones and order again.')
    await gone(sheet)
    await page.unroute('**/api/getTimeAccountCurrency?*')
    await page.reload()
    await openOrderSheet(page)
    expect(await amountIn(sheet).inputValue()).toBe('55')
    expect(await ordersOf(person.user, 0)).toEqual([])
    stage.forgive(/409.*createLimitOrder/)
  })

  test('[ORD-05][API-03] on money spent meanwhile: the sheet closes, and the server states the balance', async () => {
    const poor = await visitJoined(stage)
    await poor.page.goto('/business?pid=1')
    const sheet = await openOrderSheet(poor.page)
    const question = await askToPlace(poor.page, sheet, '4000')
    await placeOrder(poor.user, { money: '5000', pid: 1 })
    await placeOrder(poor.user, { money: '4500', pid: 2 })
    await question.getByRole('button', { name: 'Yes' }).click()
    await waitForToast(poor.page, /^You have 500(\.00)? USDT available\.$/)
    await gone(sheet)
    stage.forgive(/409.*createLimitOrder/)
  })

  test('[ORD-05][API-03] on a payout above one user’s share: the sheet closes, and the server names the share', async () => {
    const eager = await visitJoined(stage)
    await eager.page.goto('/business?pid=1')
    const sheet = await openOrderSheet(eager.page)
    await sheet.getByRole('radiogroup', { name: 'Return range' }).locator('label').last().click()
    const question = await askToPlace(eager.page, sheet, '5000')
    await question.getByRole('button', { name: 'Yes' }).click()
    await waitForToast(eager.page, /^Your open orders in USDT can win at most 10,?000 USDT together\./)
    await gone(sheet)
    expect(await ordersOf(eager.user, 0)).toEqual([])
    stage.forgive(/409.*createLimitOrder/)
  })

  test('[ORD-05][API-04] whose answer is lost is retried under its own key, and placed once', async () => {
    const { page: away, user } = await visitJoined(stage)
    await away.goto('/business?pid=3')
    const keys = new Set<string | undefined>()
    await away.route('**/api/createLimitOrder', async (route) => {
      keys.add(route.request().headers()['idempotency-key'])
      await passOn(route)
      await route.abort()
    })
    const sheet = await openOrderSheet(away)
    const question = await askToPlace(away, sheet, '60')
    await question.getByRole('button', { name: 'Yes' }).click()
    await waitForToast(away, 'Network failure, please try again later')
    await gone(sheet)
    await away.unroute('**/api/createLimitOrder')
    await away.reload()
    await openOrderSheet(away)
    await (await askToPlace(away, sheet, '60')).getByRole('button', { name: 'Yes' }).click()
    await waitForToast(away, 'Your earlier order went through. No second one was sent.')
    await seen(countdownOf(away, 'Up'))
    expect(keys.size).toBe(1)
    expect([...(await ordersOf(user, 0)), ...(await ordersOf(user, 1))]).toHaveLength(1)
    stage.forgive(/createLimitOrder/)
  })
})

describe('a running order', () => {
  test('[ORD-03][ORD-04] counts down, fetches its result at the end, shows the income, and offers the next steps', async () => {
    await page.goto('/business?pid=1')
    const { countdown, orderId } = await placeInPage(page, { amount: '100', direction: 'Down' })
    const left = async () => secondsOf(await countdown.getByRole('timer').innerText())
    const done = async () => Number(await countdown.getByRole('progressbar').getAttribute('aria-valuenow'))
    const [before, doneBefore] = [await left(), await done()]
    await expect.poll(left, { timeout: 150_000 }).toBeLessThan(before)
    await expect.poll(done, { timeout: 150_000 }).toBeGreaterThan(doneBefore)
    const calls = await recordCalls(page, stage)
    await stage.jump(62_000)
    await seen(countdown.getByText('Income'))
    const asked = calls.filter((call) => call.path === '/api/modifyLimitOrder')
    expect(asked.map((call) => call.fields['orderId'])).toContain(orderId)
    const [finished] = await ordersOf(person.user, 1)
    expect(finished?.orderId).toBe(orderId)
    await reads(countdown.getByRole('status'), incomeText(finished?.outcome ?? '', finished?.profit ?? ''))
    await countdown.getByRole('button', { name: 'Continue' }).click()
    const sheet = await seen(page.getByRole('dialog', { name: /BTC\/USDT/ }))
    await gone(countdown)
    await expectChosen(sheet, 'Direction', 'Down')
    expect(await amountIn(sheet).inputValue()).toBe('')
  })

  test('[ORD-04] can be repeated in one tap, at the terms written on the button', async () => {
    await page.goto('/business?pid=1')
    const { countdown, orderId } = await placeInPage(page, { amount: '40' })
    await stage.jump(62_000)
    await seen(countdown.getByText('Income'))
    await takenUpAgain(page)
    await countdown.getByRole('button', { name: /^Repeat · 40(\.00)? USDT at \+\d+%$/ }).click()
    await seen(countdown.getByRole('timer'))
    await waitForEntry(countdown)
    const [again, ...others] = await ordersOf(person.user, 0)
    expect(others).toEqual([])
    expect(again?.orderId).not.toBe(orderId)
    expect(again).toMatchObject({ stake: '40', direction: 0, pid: 1, timeId: 110 })
  })

  test('[ORD-03] survives a reload: the countdown continues, also from its card', async () => {
    await page.goto('/business?pid=3')
    const { countdown } = await placeInPage(page, { amount: '30' })
    await page.reload()
    await reads(countdown.getByRole('timer'), /^00:00:\d\d$/)
    await waitForEntry(countdown)
    await countdown.getByRole('button', { name: 'Keep' }).click()
    await gone(countdown)
    await page.getByRole('button', { name: /^Open order: Up, 30(\.00)? USDT/ }).click()
    await seen(countdown.getByRole('timer'))
  })

  test('[ORD-04] can be closed early at the bid on screen, which follows the market, or at a better one', async () => {
    await page.goto('/business?pid=4')
    const { countdown, orderId } = await placeInPage(page, { amount: '200', direction: 'Down' })
    await countdown.getByRole('button', { name: /^Close for [\d.]+$/ }).click()
    const question = await seen(page.getByRole('alertdialog', { name: 'Close this order now?' }))
    // Much later than a bid's lifetime, the dialog still shows the current sum.
    for (let turn = 0; turn < 3; turn++) {
      const before = await shownBid(question)
      await stage.jump(4_000)
      await expect.poll(() => shownBid(question)).not.toBe(before)
    }
    const shown = await acceptBid(stage, question)
    await seen(countdown.getByText('Income'))
    await reads(countdown.getByRole('status'), /^Order finished\. Closed early\. Income [+−][\d.]+ USDT\.$/)
    const [closed] = await ordersOf(person.user, 1)
    expect(closed).toMatchObject({ orderId, outcome: 'closed' })
    expect(Number(closed?.profit)).toBeGreaterThanOrEqual(shown - 200 - 0.01)
  })

  test('[ORD-04] that settles while a sheet covers the page is reported in a toast above it', async () => {
    let sent = 0
    page.on('websocket', (socket) => socket.on('framesent', () => void (sent += 1)))
    await page.goto('/business?pid=5')
    const { countdown } = await placeInPage(page, { amount: '20' })
    await countdown.getByRole('button', { name: 'Keep' }).click()
    await gone(countdown)
    await openOrderSheet(page)
    const hasTold = async () => (await toastsOn(page)).some((text) => RESULT.test(text))
    // The server closes a socket that was silent for 15 s, so the minute passes in shorter steps.
    while (!(await hasTold())) {
      const before = sent
      await expect.poll(() => sent).toBeGreaterThan(before)
      await stage.jump(5_000)
    }
  })
})

/** A result's toast. */
const RESULT = /^\w+\/USDT: (won \+|lost )[\d.]+ USDT$|: tie/

async function expectChosen(sheet: Locator, group: string, choice: string): Promise<void> {
  const radio = sheet
    .getByRole('radiogroup', { name: group })
    .getByRole('radio', { name: choice, exact: true })
  await expect.poll(() => radio.isChecked()).toBe(true)
}

function incomeText(outcome: string, profit: string): RegExp {
  const said: Record<string, string> = { won: 'Won', lost: 'Lost', tied: 'Tie: your stake is back' }
  const units = parseAmount(profit) ?? 0n
  const sign = units > 0n ? '\\+' : units < 0n ? '−' : ''
  const figure = formatFixed(units < 0n ? -units : units, 2).replace('.', '\\.')
  return new RegExp(`^Order finished\\. ${said[outcome]}\\. Income ${sign}${figure} USDT\\.$`)
}

/** "00:01:02" becomes 62. */
function secondsOf(clock: string): number {
  return clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}

/** As after a phone wakes up: the page refetches what it shows. */
async function takenUpAgain(of: Page): Promise<void> {
  const offers = of.waitForResponse(/getTimeAccountCurrency/)
  await of.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await (await offers).finished()
  await waitUntilStill(of)
}
