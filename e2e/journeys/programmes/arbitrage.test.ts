import { expiryOf, sharesFrom } from '@tickmark/core/arbitrage/sharing'
import { signIn } from '@tickmark/server/app/app.testing'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { passOn, recordCalls } from '../../support/stage/calls.ts'
import { hostMoney, hostingOrders } from '../../support/house/hosting.ts'
import { axeFindings, cutTexts, waitUntilStill } from '../../support/page/looks.ts'
import { newPerson, visitJoined } from '../../support/house/people.ts'
import { figureOf, gone, reads, scrollToEnd, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'
import { waitForToast } from '../../support/page/toasts.ts'

const stage = setStage()

const main = (page: Page) => page.getByRole('main')
const pad = (page: Page) => page.getByRole('group', { name: 'Number keyboard' })
const amount = (page: Page) => page.getByRole('textbox', { name: 'Amount to host' })
const hostNow = (page: Page) => page.getByRole('button', { name: 'Hosting now' })
const rows = (page: Page) => main(page).getByRole('article')

async function press(page: Page, keys: string): Promise<void> {
  for (const key of keys) {
    const name = key === '.' ? 'Decimal point' : key
    await pad(page).getByRole('button', { name, exact: true }).click()
  }
}

async function openProduct(page: Page): Promise<void> {
  await page.goto('/arbitrageProduct?mid=1')
  await seen(pad(page))
}

/** Moves the clock past this many midnights: the house closes missed days one by one. */
async function passDays(days: number): Promise<void> {
  const now = stage.clock.nowMs()
  await stage.jump(expiryOf(now, days - 1) - now + 60_000)
  await stage.app.idle()
}

const timeText = (ms: number) =>
  new Intl.DateTimeFormat('en-u-nu-latn', {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'Europe/Berlin',
  }).format(ms)

describe('[ARB-01] the overview', () => {
  test('has the hosted money, its earnings, the introduction and every product with its terms', async () => {
    const { page, ...person } = await visitJoined(stage)
    await hostMoney(person, { amount: '500', mid: 2 })
    await page.goto('/arbitrage')
    await reads(
      page.getByRole('region', { name: 'What you host' }),
      /^Hosted now Simulated account 500\.00 ?USDT Total arbitrage 0\.0000 USDT Today’s earnings .* 0\.0000 USDT$/,
    )
    const products = page.getByRole('list', { name: 'Products' }).getByRole('listitem')
    await expect.poll(() => products.count()).toBe(3)
    await reads(products.nth(0), /^(7 )?7 days 100 – 5,000 USDT 0\.\d\d–0\.03% Daily yield$/)
    await reads(products.nth(2), /^(90 )?90 days 1,000 – 50,000 USDT 0\.\d\d–0\.05% Daily yield$/)
    expect(await products.nth(1).getByRole('link').getAttribute('href')).toBe('/arbitrageProduct?mid=2')
    const intro = main(page).getByRole('link', { name: /^What it is/ })
    expect(await intro.getAttribute('href')).toBe('/arbitrageIntro')
    await seen(page.getByText('No day has closed yet'))
    const place = page.getByRole('navigation', { name: 'Main' }).getByRole('link').nth(3)
    await reads(place, 'Arbitrage')
    expect(await place.getAttribute('aria-current')).toBe('page')
    const venues = page.getByRole('list', { name: 'What the programme holds, and where' })
    await expect.poll(() => venues.locator(':scope > li').count()).toBe(5)
    await reads(venues.locator(':scope > li').nth(0), /^\w+ \S.* Fee of a trade: \d\.\d+% .* USDT .* BTC/)
    await reads(page.locator('section', { hasText: 'The engine now' }), /^The engine now (Trading|Waiting) /)
    await waitUntilStill(page)
    expect([await axeFindings(page), await cutTexts(page)]).toEqual([[], []])
    await page.locator('header').getByRole('link', { name: 'Orders' }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/arbitrageRecord')
  })

  test('is open to a visitor, except for the part about his own money', async () => {
    const page = await stage.visit()
    await page.goto('/arbitrage')
    await seen(page.getByRole('list', { name: 'Products' }).getByRole('listitem'))
    await seen(page.getByText('The first day closes at 00:00 UTC.'))
    await page.getByRole('main').getByRole('button', { name: 'Join' }).click()
    await seen(page.getByRole('dialog', { name: 'Join', exact: true }))
  })

  test('plays an animation, also without a network, and stands still with reduced motion', async () => {
    for (const motion of ['no-preference', 'reduce'] as const) {
      const page = await stage.visit({ motion })
      await page.goto('/arbitrage')
      const film = page.locator('figure', { has: page.getByRole('slider', { name: 'Place in the film' }) })
      await seen(film.getByText(/^Scene 1 of 5\. The same coin/))
      await page.context().setOffline(true)
      const drawing = film.getByRole('img')
      const first = await drawing.innerHTML()
      await film.getByRole('button', { name: 'Play' }).click()
      await seen(film.getByRole('button', { name: 'Pause' }))
      if (motion === 'no-preference') await expect.poll(() => drawing.innerHTML()).not.toBe(first)
      await film.getByRole('button', { name: 'Pause' }).click()
      for (const [number, text] of [
        [3, 'Some days bring much'],
        [5, 'Your principal waits'],
      ] as const) {
        await film.getByRole('slider').fill(String((number - 1) * 6_000))
        await reads(film.locator('figcaption'), new RegExp(`Scene ${number} of 5\\. ${text}`))
      }
      await page.context().setOffline(false)
    }
  })
})

describe('[ARB-05] a product', () => {
  test('takes an amount by its own keyboard or a hardware one, and Max', async () => {
    const { page } = await visitJoined(stage)
    await openProduct(page)
    await reads(page.getByRole('heading', { level: 2 }), '7 days')
    await reads(figureOf(page, 'Amount range'), '100 – 5,000 USDT')
    await reads(figureOf(page, 'Daily yield'), /^0\.\d\d–0\.03%$/)
    expect(await amount(page).getAttribute('readonly')).not.toBeNull()
    expect(await page.getByRole('main').locator('ol').last().getByRole('listitem').count()).toBe(4)
    await press(page, '250.505')
    expect(await amount(page).inputValue()).toBe('250.50')
    await pad(page).getByRole('button', { name: 'Delete the last digit' }).click()
    expect(await amount(page).inputValue()).toBe('250.5')
    await amount(page).press('Backspace')
    await amount(page).press('7')
    await pad(page).getByRole('button', { name: '3', exact: true }).press('1')
    expect(await amount(page).inputValue()).toBe('250.71')
    await page.getByRole('button', { name: 'Max' }).click()
    expect(await amount(page).inputValue()).toBe('5000')
    await waitUntilStill(page)
    expect([await axeFindings(page), await cutTexts(page)]).toEqual([[], []])
  })

  test('[ARB-06] asks with the amount, the dates and the fee in USDT, hosts it once, and clears the amount', async () => {
    const { page, ...person } = await visitJoined(stage)
    await openProduct(page)
    const calls = await recordCalls(page, stage)
    await press(page, '500')
    await hostNow(page).click()
    const question = await seen(page.getByRole('alertdialog', { name: 'Host 500.00 USDT?' }))
    const now = stage.clock.nowMs()
    await reads(figureOf(question, 'Begins to share'), timeText(sharesFrom(now)))
    await reads(figureOf(question, 'Principal comes back'), timeText(expiryOf(now, 7)))
    await seen(question.getByText('escrow account of its own'))
    await seen(
      question.getByText(
        'Leaving before that costs 0.5% of the amount: 2.50 USDT. You would get back 497.50 USDT.',
      ),
    )
    await seen(question.getByText('Yields are not promised.'))
    await waitUntilStill(page)
    expect(await axeFindings(page)).toEqual([])
    await question.getByRole('button', { name: 'Host it' }).click()
    await waitForToast(page, 'Successfully ordered')
    await gone(question)
    expect(await amount(page).inputValue()).toBe('')
    const [sent, ...more] = calls.filter(({ path }) => path === '/api/orderConfirmation')
    expect(more).toEqual([])
    expect(sent?.fields).toMatchObject({ buyMoney: '500', mid: 1, type: '0', userNum: '1' })
    expect((await hostingOrders(person)).list.map((one) => one.orderMoney)).toEqual(['500'])
  })

  test('[ARB-06] shows the problem in a toast, and closes the confirmation even after a failure', async () => {
    stage.forgive(/status of 409|ERR_FAILED/)
    const { page, ...person } = await visitJoined(stage)
    await openProduct(page)
    await hostNow(page).click()
    await waitForToast(page, 'Please enter the purchase quantity')
    await press(page, '99999')
    await hostNow(page).click()
    await waitForToast(page, 'Insufficient available assets')
    await page.getByRole('button', { name: 'Max' }).click()
    await amount(page).press('Backspace')
    await amount(page).press('Backspace')
    await hostNow(page).click()
    await waitForToast(page, 'This product takes from 100.00 USDT to 5,000.00 USDT')
    await press(page, '0')
    await page.route('**/api/orderConfirmation', async (route) => {
      await passOn(route)
      await route.abort()
    })
    await hostNow(page).click()
    const question = await seen(page.getByRole('alertdialog', { name: 'Host 500.00 USDT?' }))
    await question.getByRole('button', { name: 'Host it' }).click()
    await waitForToast(page, 'Network failure, please try again later')
    await gone(question)
    expect(await amount(page).inputValue()).toBe('')
    await page.unroute('**/api/orderConfirmation')
    // The same request again settles the order whose answer was lost, and places no second one.
    await press(page, '500')
    await hostNow(page).click()
    await question.getByRole('button', { name: 'Host it' }).click()
    await waitForToast(page, /^Successfully ordered: an order of before/)
    expect((await hostingOrders(person)).total).toBe(1)
  })
})

describe('[ARB-02] the orders', () => {
  test('[ARB-03] load ten at a time until all are there; another tab starts over', async () => {
    const { page, ...person } = await visitJoined(stage)
    for (let at = 0; at < 12; at++) await hostMoney(person, { amount: String(100 + at) })
    const calls = await recordCalls(page, stage)
    await page.goto('/arbitrageRecord')
    await scrollToEnd(rows(page), 12)
    await seen(page.getByText('End of list'))
    await reads(
      rows(page).nth(0),
      /^7 days 111\.00 USDT Normal Gives back 111\.00 USDT on .*\d\d:\d\d Period 7 days Profit days 0 Total arbitrage 0\.0000 USDT Start time .* Expiry time .* Amount 111\.00 USDT Order number [0-9a-f-]{36}/,
    )
    await reads(
      page.getByRole('region').filter({ hasText: 'What comes back when' }).or(page.locator('section')),
      /12 orders 1,266\.00 USDT$/,
    )
    await page.getByRole('tab', { name: 'Termination' }).click()
    await seen(page.getByText('No Data'))
    await page.getByRole('tab', { name: 'Hosting' }).click()
    await seen(rows(page))
    const pagesOf = calls
      .filter(({ path }) => path === '/api/getMyTgOrderList')
      .map(
        ({ fields }) =>
          `${String(fields['status'])} ${String(fields['pageNum'])} ${String(fields['pageSize'])}`,
      )
    expect(pagesOf.slice(0, 4)).toEqual(['1 1 10', '1 2 10', '2 1 10', '1 1 10'])
  })

  test('[ARB-07] an early exit shows its fee first, takes it, and leaves a record of it', async () => {
    const { page, ...person } = await visitJoined(stage)
    await hostMoney(person, { amount: '1000', mid: 2 })
    await page.goto('/arbitrageRecord')
    await rows(page).getByRole('button', { name: 'Exit early' }).click()
    const question = await seen(page.getByRole('alertdialog', { name: 'End this order now?' }))
    await reads(figureOf(question, 'Deduction amount'), '10.00 USDT')
    await reads(figureOf(question, 'Comes back now'), '990.00 USDT')
    await waitUntilStill(page)
    expect(await axeFindings(page)).toEqual([])
    await question.getByRole('button', { name: 'Keep it' }).click()
    await gone(question)
    await rows(page).getByRole('button', { name: 'Exit early' }).click()
    await question.getByRole('button', { name: 'End it' }).click()
    await waitForToast(page, '990 USDT are back in your balance. The early exit took 10 USDT.')
    await seen(page.getByText('No Data'))
    await page.getByRole('tab', { name: 'Termination' }).click()
    await reads(
      rows(page),
      /^30 days 1,000\.00 USDT Ending Ended early by you .* Redeem amount 990\.00 USDT Deduction amount 10\.00 USDT /,
    )
    await reads(figureOf(page, 'Redeem amount'), '990.00 USDT')
  })

  test('returns the principal at expiry, and shows each day’s payment', async () => {
    // The session of a page that is open for a week may end.
    stage.tolerate(/status of 401/)
    const { page, ...person } = await visitJoined(stage)
    await hostMoney(person, { amount: '500', mid: 1 })
    await passDays(8)
    await signIn(person.user, person.account)
    await page
      .context()
      .addCookies([...person.user.cookies].map(([name, value]) => ({ name, value, url: stage.url })))
    await page.goto('/arbitrageRecord?status=2')
    await reads(rows(page), /^7 days 500\.00 USDT Ending Ended at its expiry Period 7 days Profit days 7 /)
    await reads(figureOf(page, 'Redeem amount'), '500.00 USDT')
    await reads(figureOf(page, 'Deduction amount'), '0.00 USDT')
    await rows(page).getByRole('button', { name: 'Day by day' }).click()
    const sheet = await seen(page.getByRole('dialog', { name: 'Day by day' }))
    await expect.poll(() => sheet.getByRole('list').getByRole('listitem').count()).toBe(7)
    await reads(
      sheet.getByRole('listitem').nth(0),
      /^\w+ \d+, \d{4} Entry \d+ of the public log \d+\.\d+ USDT$/,
    )
    await waitUntilStill(page)
    expect([await axeFindings(page), await cutTexts(page)]).toEqual([[], []])

    await page.goto('/arbitrage')
    const plot = await seen(page.getByRole('img', { name: /^Daily yield over \d+ days/ }))
    expect(await plot.getAttribute('aria-label')).toMatch(/The upper limit is 0\.0300%\.$/)
    await page.getByText('30 days', { exact: true }).last().click()
    await seen(page.getByRole('img', { name: /The upper limit is 0\.0400%/ }))
    await page.getByText('All figures as a table').click()
    await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBeGreaterThan(7)
    await waitUntilStill(page)
    expect([await axeFindings(page), await cutTexts(page)]).toEqual([[], []])
    await openProduct(page)
    await press(page, '500')
    await seen(
      page.getByText(/^Over the last \d+ closed days, 500\.00 USDT would have earned \d+\.\d+ USDT\./),
    )
  })
})

test('[ARB-04] the introduction is the server’s text', async () => {
  const page = await stage.visit()
  await page.goto('/arbitrageIntro')
  await seen(page.getByText('Yields are not promised: on some days they are zero.'))
  expect(await axeFindings(page)).toEqual([])
})

test('[API-08] the programme’s calls answer with the fields of the specification', async () => {
  const { user, ...person } = await newPerson(stage)
  await hostMoney({ user, ...person }, { amount: '500' })
  const get = async (path: string, query: Record<string, string> = {}) => {
    const { status, body } = await user.get(`/api/${path}`, { query: { book: '1', ...query } })
    return [status, body.data] as const
  }
  const product = {
    mid: 1,
    period: 7,
    quotaScope: '100 - 5000',
    dayYield: expect.stringMatching(/^[\d.]+-0\.0003$/) as string,
  }
  expect(await get('getBzIndexData')).toMatchObject([
    200,
    {
      tgzMoney: '500',
      profit: expect.any(String) as string,
      earned: expect.any(String) as string,
      products: [product, {}, {}],
      videoUrl: '',
      videopicUrl: '',
    },
  ])
  expect(await get('getMoveInfo', { mid: '1' })).toMatchObject([
    200,
    { ...product, money: '9500', serviceCharge: '0.5' },
  ])
  const order = {
    mid: 1,
    period: 7,
    profitDays: 0,
    totArbitrage: '0',
    orderMoney: '500',
    redeemMoney: '0',
    deductionMoney: '0',
    status: 1,
  }
  // The first page is 0 or 1.
  for (const pageNum of ['0', '1'])
    expect(await get('getMyTgOrderList', { pageNum, pageSize: '10', status: '1' })).toMatchObject([
      200,
      { total: 1, list: [order] },
    ])
  expect(await get('get_text', { type: '10' })).toMatchObject([200, expect.stringContaining('<h3>')])
  expect((await get('getRate'))[0]).toBe(200)
})
