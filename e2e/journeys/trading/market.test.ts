import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { isDrawn } from '../../support/page/looks.ts'
import { placeOrder } from '../../support/house/orders.ts'
import { type Person, visitAs, visitJoined } from '../../support/house/people.ts'
import { choose, figureOf, gone, reads, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'

const stage = setStage()

describe('home', () => {
  let person: Person & { page: Page }
  let page: Page
  beforeAll(async () => {
    person = await visitJoined(stage)
    page = person.page
    await page.goto('/')
  })

  test('[HOME-01] Top has five coins and All at least twelve, each with icon, name, price, change and trend', async () => {
    await expect.poll(() => coins(page).count()).toBe(5)
    await page.getByRole('tab', { name: 'All' }).click()
    await expect.poll(() => coins(page).count()).toBeGreaterThanOrEqual(12)
    for (const coin of await coins(page).all()) {
      // A row below the screen is not drawn.
      await coin.scrollIntoViewIfNeeded()
      const texts = async () => (await coin.innerText()).split('\n').filter(Boolean)
      const icon = coin.locator('img')
      await expect
        .poll(() => icon.evaluate((mark: HTMLImageElement) => mark.complete && mark.naturalWidth))
        .toBeGreaterThan(0)
      await expect
        .poll(texts)
        .toEqual([
          expect.stringMatching(/^[A-Z]{2,5}$/),
          expect.stringMatching(/^\w/),
          expect.stringMatching(/^[\d,]+\.\d+$/),
          expect.stringMatching(/^[+−]?\d+\.\d\d%$/),
        ])
      const trend = coin.locator('svg path, svg polyline').last()
      await expect.poll(async () => (await trend.getAttribute('d'))?.length).toBeGreaterThan(100)
    }
  })

  test('[HOME-01] every price is live', async () => {
    await page.getByRole('tab', { name: 'Top' }).click()
    const first = await coins(page).allInnerTexts()
    await expect
      .poll(async () => (await coins(page).allInnerTexts()).every((text, at) => text !== first[at]), {
        timeout: 150_000,
      })
      .toBe(true)
  })

  test('[HOME-01] a tab is kept in the address, and is still chosen after Back from a coin', async () => {
    await page.getByRole('tab', { name: 'All' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('tab')).toBe('all')
    await coins(page).nth(7).getByRole('link').click()
    await seen(page.getByRole('button', { name: 'Entrust Up' }))
    await page.getByRole('button', { name: 'Back' }).click()
    await expect.poll(() => coins(page).count()).toBeGreaterThanOrEqual(12)
    await page.reload()
    await expect.poll(() => coins(page).count()).toBeGreaterThanOrEqual(12)
    await seen(page.getByRole('tab', { name: 'All', selected: true }))
  })

  test('[DET-02][HOME-01] a star adds a coin to the watchlist and removes it again, on every page at once', async () => {
    await page.getByRole('tab', { name: 'Watchlist' }).click()
    await seen(page.getByText('No coins here yet'))
    await page.goto('/business?pid=5')
    const name = /^(Add|Take) XRP (to|off) the watchlist$/
    const star = page.getByRole('button', { name })
    expect(await star.getAttribute('aria-pressed')).toBe('false')
    await star.click()
    await expect.poll(() => star.getAttribute('aria-pressed')).toBe('true')
    await page.reload()
    await expect.poll(() => star.getAttribute('aria-pressed')).toBe('true')
    await page.goto('/?tab=watchlist')
    await expect.poll(() => coins(page).allInnerTexts()).toEqual([expect.stringMatching(/^XRP/)])
    // Removed elsewhere, the favourite leaves this page too.
    await person.user.get('/api/cancelKeep', { query: { pid: '5' } })
    await seen(page.getByText('No coins here yet'))
  })

  test('[ACC-05] the total can be hidden, and stays hidden', async () => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Hide amounts' }).click()
    await seen(page.getByText('Amounts are hidden'))
    await page.reload()
    await seen(page.getByText('Amounts are hidden'))
    await page.getByRole('button', { name: 'Show amounts' }).click()
    await reads(page.getByRole('region', { name: 'Total holdings' }), /\$[\d,]+\.\d\d/)
  })
})

describe('a coin', () => {
  let person: Person & { page: Page }
  let page: Page
  beforeAll(async () => {
    person = await visitJoined(stage)
    page = person.page
    await page.goto('/business?pid=1')
  })

  test('[DET-01] shows name, pair, price, change, shares, volume and turnover, live', async () => {
    await reads(page.getByRole('heading', { level: 1 }), 'Bitcoin BTC/USDT')
    const price = page.locator('main p', { hasText: /^[\d,]+\.\d\d$/ }).first()
    await reads(price, /^[\d,]+\.\d\d$/)
    const change = page.locator('main p', { hasText: /24 h$/ })
    await reads(change, /^[▲▼+−]+ ?[\d,]+\.\d\d \(\d+\.\d\d%\) 24 h$/)
    await reads(page.getByText(/^Up [\d.]+%$/), /^Up \d{1,3}\.\d\d%$/)
    await reads(page.getByText(/% Down$/), /^\d{1,3}\.\d\d% Down$/)
    await reads(figureOf(page, 'Volume'), /^[\d,.]+[KMB]?$/)
    await reads(figureOf(page, 'Turnover'), /^\$[\d.]+[KMB]$/)
    const first = await price.innerText()
    await expect.poll(() => price.innerText(), { timeout: 150_000 }).not.toBe(first)
  })

  test('[DET-01] Up and Down are shares of the open stakes', async () => {
    // Runs long enough to be open in the last test of this page.
    await placeOrder(person.user, { pid: 1, type: 0, timeId: 113, money: '30' })
    await placeOrder(person.user, { pid: 1, type: 1, timeId: 113, money: '10' })
    await reads(page.getByText(/^Up [\d.]+%$/), 'Up 75.00%')
    await reads(page.getByText(/% Down$/), '25.00% Down')
  })

  test('[DET-03] six periods, each with its own chart, kept in the address', async () => {
    await page.goto('/business?pid=2')
    const group = await seen(page.getByRole('radiogroup', { name: 'Period of the chart' }))
    expect((await group.locator('label').allInnerTexts()).map((text) => text.trim())).toEqual([
      '5M',
      '15M',
      '1H',
      '4H',
      '1D',
      '1W',
    ])
    for (const period of ['5M', '1H', '4H', '1D', '1W', '15M']) {
      await choose(group, new RegExp(`^${period}$`))
      const chart = await seen(page.getByRole('img', { name: new RegExp(`in steps of ${period}`) }))
      await expect.poll(() => isDrawn(chart)).toBe(true)
    }
    await choose(group, /^1D$/)
    await page.waitForURL(/period=1day/)
    await page.reload()
    await seen(page.getByRole('img', { name: /in steps of 1D/ }))
  })

  test('[DET-03] the user’s open order has its own view, which is shown first', async () => {
    await page.goto('/business?pid=1')
    const group = await seen(page.getByRole('radiogroup', { name: 'Period of the chart' }))
    const chart = await seen(page.getByRole('img', { name: /^Price of BTC\/USDT around your open order/ }))
    await expect.poll(() => isDrawn(chart)).toBe(true)
    await choose(group, /^15M$/)
    await seen(page.getByRole('img', { name: /in steps of 15M/ }))
    await choose(group, /^Order$/)
    await seen(chart)
  })

  test.each([
    ['light', 'reduce'],
    ['dark', 'reduce'],
    ['dark', 'no-preference'],
  ] as const)('[DET-03] the chart is drawn in %s, with motion: %s', async (theme, motion) => {
    const other = await visitAs(stage, person, { theme, motion })
    await other.goto('/business?pid=2')
    const chart = await seen(other.getByRole('img', { name: /in steps of 15M/ }))
    await expect.poll(() => isDrawn(chart)).toBe(true)
    await other.emulateMedia({ colorScheme: theme === 'dark' ? 'light' : 'dark' })
    await expect.poll(() => isDrawn(chart)).toBe(true)
  })

  test('[DET-04] a shortcut leads to the orders, and the Entrust pair opens the sheet with its direction', async () => {
    await page.goto('/business?pid=1')
    await page.getByRole('button', { name: 'My orders' }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/order')
    await page.getByRole('button', { name: /^Open order: Up, 30/ }).waitFor()
    await page.goBack()
    for (const direction of ['Up', 'Down'] as const) {
      await page.getByRole('button', { name: `Entrust ${direction}` }).click()
      const sheet = await seen(page.getByRole('dialog', { name: /BTC\/USDT/ }))
      const side = sheet
        .getByRole('radiogroup', { name: 'Direction' })
        .getByRole('radio', { name: direction })
      await expect.poll(() => side.isChecked()).toBe(true)
      await page.goBack()
      await gone(sheet)
    }
  })

  test('[DET-01] an unknown one says so', async () => {
    await page.goto('/business?pid=999')
    await reads(page.getByRole('heading', { level: 1 }), 'There is no such coin')
    await page.getByRole('button', { name: 'See the markets' }).click()
    await expect.poll(() => coins(page).count()).toBe(5)
  })
})

test('[HOME-01][DET-01] in a wide window the list and a coin stand side by side', async () => {
  const { page } = await visitJoined(stage, { width: 1280, height: 800 })
  await page.goto('/')
  await expect.poll(() => coins(page).count()).toBe(5)
  await seen(page.getByRole('heading', { name: /^Bitcoin/ }))
  await coins(page).filter({ hasText: 'Ethereum' }).getByRole('link').click()
  await seen(page.getByRole('heading', { name: /^Ethereum/ }))
  expect(await coins(page).count()).toBe(5)
  const form = page.getByRole('region', { name: 'Place order' })
  const ranges = form.getByRole('radiogroup', { name: 'Return range' }).locator('label')
  await expect.poll(() => ranges.count()).toBe(3)
  // All three ranges are in view without scrolling, on a tablet too.
  for (const window of [
    { width: 800, height: 1280 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(window)
    await expect.poll(() => sharesInView(ranges)).toEqual([1, 1, 1])
  }
  await form.getByRole('textbox', { name: 'Amount' }).fill('80')
  await form.getByRole('button', { name: /^Place order · 80/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
  await seen(page.getByRole('dialog', { name: /Up · 80/ }).getByRole('timer'))
})

/** How much of each element can be seen, from 0 to 1: what a scroller or the window cuts off is not. */
function sharesInView(elements: Locator): Promise<number[]> {
  return elements.evaluateAll((nodes) =>
    Promise.all(
      nodes.map(
        (node) =>
          new Promise<number>((resolve) => {
            new IntersectionObserver((entries, observer) => {
              resolve(entries[0]?.intersectionRatio ?? 0)
              observer.disconnect()
            }).observe(node)
          }),
      ),
    ),
  )
}

function coins(page: Page): Locator {
  return page.getByRole('list', { name: 'Coins' }).getByRole('listitem')
}
