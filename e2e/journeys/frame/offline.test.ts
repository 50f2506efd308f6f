import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { visitJoined } from '../../support/house/people.ts'
import { placeOrder, ordersOf } from '../../support/house/orders.ts'
import { settledOrder } from '../../support/scenes/scenes.ts'
import { choose, colourOf, gone, reads, seen } from '../../support/page/see.ts'
import { askToPlace, openOrderSheet } from '../../support/page/trade.ts'
import { setStage } from '../../support/stage/stage.ts'
import { toast, waitForToast } from '../../support/page/toasts.ts'

const stage = setStage()

describe('without a network', () => {
  test('[API-04] an open page says so, greys its prices, and recovers by itself', async () => {
    const { page } = await visitJoined(stage)
    await page.goto('/')
    const price = await seen(priceOf(page, 'BTC'))
    const [fresh, stale] = [await colourOf(page, '--ink'), await colourOf(page, '--ink-3')]
    // A new price briefly shows the colour of its direction.
    await expect.poll(() => price.evaluate((node) => getComputedStyle(node).color)).toBe(fresh)
    await page.context().setOffline(true)
    await seen(page.getByText('You are offline. Figures are the last ones known.'))
    await cutSockets()
    await seen(page.getByText(/^Prices as of/))
    await expect.poll(() => priceOf(page, 'BTC').evaluate((node) => getComputedStyle(node).color)).toBe(stale)
    await page.context().setOffline(false)
    await gone(page.getByText('You are offline. Figures are the last ones known.'))
    await gone(page.getByText(/^Prices as of/))
  })

  test('[SHELL-01] the app opens after a first visit, with the last prices greyed, and its screens', async () => {
    const page = await stage.visit({ worker: true })
    await page.goto('/')
    await seen(priceOf(page, 'BTC'))
    await page.goto('/business?pid=1')
    await seen(page.getByRole('radiogroup', { name: 'Period of the chart' }))
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
    // The service worker controls the page and has cached every file.
    await page.goto('/')
    await seen(priceOf(page, 'BTC'))
    await expect.poll(() => keptFiles(page)).toBeGreaterThan(20)
    await page.context().setOffline(true)
    await page.goto('/')
    await seen(page.getByText('You are offline. Figures are the last ones known.'))
    await reads(priceOf(page, 'BTC'), /^[\d,]+\.\d\d$/)
    await seen(page.getByText(/^Prices as of/))
    await page.getByRole('link', { name: /^BTC/ }).click()
    await reads(page.getByRole('heading', { level: 1 }), 'Bitcoin BTC/USDT')
    await seen(page.getByText(/^No new price since/))
    await page.goto('/settings')
    await reads(page.getByRole('heading', { level: 1 }), 'Settings')
    await page.goto('/nowhere')
    await reads(page.getByRole('heading', { level: 1 }), 'Not Found')
  })
})

describe('loaded data', () => {
  test('[API-04] is shown offline, greyed and with its time, and receipts are checked; back online all of it is refetched at once', async () => {
    const { page, user, ...person } = await visitJoined(stage, { worker: true })
    const placed = await settledOrder(stage, { user, ...person })
    await page.goto('/')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
    await page.goto('/account')
    const wallet = page.getByRole('list', { name: 'Currencies' }).getByRole('listitem')
    await reads(wallet.filter({ hasText: 'USDT' }), /\$[1-9]/)
    await page.goto(`/receipt/${placed.orderId}`)
    await seen(page.getByText('Your consent is not shown'))
    await page.goto('/order?tab=finished')
    await seen(rowsIn(page, 'Closed'))
    await page.goto('/order')
    await seen(page.getByText('No data'))
    await expect.poll(() => keptFiles(page)).toBeGreaterThan(20)
    await page.context().setOffline(true)

    await page.goto('/order?tab=finished')
    await seen(rowsIn(page, 'Closed').filter({ hasText: 'BTC/USDT' }))
    await seen(page.getByText(/^As of \d\d:\d\d:\d\d$/))
    const name = page.getByText('BTC/USDT').first()
    expect(await name.evaluate((node) => getComputedStyle(node).color)).toBe(await colourOf(page, '--ink-3'))
    await page.goto('/account')
    await reads(wallet.filter({ hasText: 'USDT' }), /\$[1-9]/)
    await seen(page.getByText(/^As of/))
    await page.goto(`/receipt/${placed.orderId}`)
    await seen(page.getByText('Your consent is not shown'))
    await seen(
      page.getByText('The public log cannot be reached now. Everything else was checked without it.'),
    )
    await page.goto('/order')
    await seen(page.getByText('No data'))

    await placeOrder(user, { money: '77' })
    await page.context().setOffline(false)
    await seen(rowsIn(page, 'Open').filter({ hasText: '77' }))
    await gone(page.getByText(/^As of/))
  })

  test('[API-04] holdings loaded before midnight are shown after it, greyed and with their day', async () => {
    const { page } = await visitJoined(stage, { worker: true })
    await page.goto('/account')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
    await page.goto('/account')
    const total = page.getByRole('region', { name: 'Total holdings' }).getByText(/^\$[1-9]/)
    await seen(total)
    await expect.poll(() => keptFiles(page)).toBeGreaterThan(20)
    await page.context().setOffline(true)
    await page.clock.setFixedTime(Date.now() + 86_400_000)
    await page.goto('/account')
    await seen(total)
    await seen(page.getByText(/^As of .*\d, \d\d:\d\d/))
    expect(await total.evaluate((node) => getComputedStyle(node).color)).toBe(await colourOf(page, '--ink-3'))
  })

  test('[API-04] an order placed offline fails within a second, and is not placed when the network is back', async () => {
    const { page, user } = await visitJoined(stage)
    await page.clock.install()
    await page.goto('/business?pid=1')
    const sheet = await openOrderSheet(page)
    const question = await askToPlace(page, sheet, '25')
    await page.context().setOffline(true)
    // A second of the page's own time, however busy the machine is.
    await page.clock.pauseAt(Date.now() + 1000)
    await question.getByRole('button', { name: 'Yes' }).click()
    await page.clock.runFor(1000)
    await waitForToast(page, 'Network failure, please try again later')
    await page.clock.resume()
    await page.context().setOffline(false)
    await gone(toast(page))
    expect(await ordersOf(user, 0)).toEqual([])
  })

  test('[API-03] a read that failed with 503 is retried automatically', async () => {
    const { page } = await visitJoined(stage)
    let refused = 0
    await page.route('**/api/getMyWalletData?*', async (route) => {
      refused += 1
      if (refused > 4) return route.continue()
      await route.fulfill({ status: 503, json: { status: 503, code: 'busy', message: 'Busy.', data: null } })
    })
    await page.goto('/account')
    await seen(page.getByText('The wallet did not load'))
    await seen(page.getByRole('list', { name: 'Currencies' }).getByRole('listitem'))
    stage.forgive(/status of 503/)
  })
})

test('[API-05] a server that does not answer is reported after a while, and the page recovers by itself', async () => {
  const page = await stage.visit()
  let isAway = false
  await page.routeWebSocket(/\/wss$/, (socket) => {
    if (isAway) return void socket.close()
    const server = socket.connectToServer()
    closers.push(() => {
      void server.close()
      void socket.close()
    })
  })
  await page.goto('/')
  await seen(priceOf(page, 'BTC'))
  isAway = true
  await cutSockets()
  await seen(page.getByText('Connection lost. Trying again.'))
  isAway = false
  await gone(page.getByText('Connection lost. Trying again.'))
})

describe('with reduced motion', () => {
  test('[ORD-03] sheets and figures change without moving', async () => {
    const { page } = await visitJoined(stage, { motion: 'reduce' })
    await page.goto('/business?pid=1')
    await page.getByRole('button', { name: 'Entrust Up' }).click()
    await seen(page.getByRole('dialog', { name: /BTC\/USDT/ }))
    const longest = await page.evaluate(() => {
      const times = document
        .getAnimations()
        .map((one) => Number(one.effect?.getComputedTiming().activeDuration ?? 0))
      return Math.max(0, ...times)
    })
    expect(longest).toBeLessThan(1)
    await choose(page.getByRole('radiogroup', { name: 'Direction' }), 'Down')
    await page.getByRole('button', { name: 'Close' }).click()
    await gone(page.getByRole('dialog'))
  })

  test('[ORD-03] and with motion nothing moves longer than 320 ms', async () => {
    const { page } = await visitJoined(stage)
    await page.goto('/business?pid=1')
    await page.evaluate(() => {
      const times: number[] = []
      Object.assign(window, { times })
      const look = () => {
        for (const one of document.getAnimations()) {
          const { duration, iterations } = one.effect?.getComputedTiming() ?? {}
          if (iterations === 1) times.push(Number(duration))
        }
        requestAnimationFrame(look)
      }
      look()
    })
    await page.getByRole('button', { name: 'Entrust Up' }).click()
    await seen(page.getByRole('dialog', { name: /BTC\/USDT/ }))
    await page.getByRole('button', { name: 'Close' }).click()
    await gone(page.getByRole('dialog'))
    const times = await page.evaluate(() => (window as unknown as { times: number[] }).times)
    expect(times.length).toBeGreaterThan(0)
    expect(Math.max(...times)).toBeLessThanOrEqual(320)
  })
})

const closers: (() => void)[] = []

/** Closes every live socket, as the server does with clients that stopped sending. */
async function cutSockets(): Promise<void> {
  for (const close of closers.splice(0)) close()
  await stage.jump(16_000)
}

function priceOf(page: Page, symbol: string) {
  return page
    .getByRole('list', { name: 'Coins' })
    .getByRole('listitem')
    .filter({ hasText: symbol })
    .first()
    .getByText(/^[\d,]+\.\d+$/)
}

function rowsIn(page: Page, list: 'Open' | 'Closed') {
  return page.getByRole('list', { name: list }).getByRole('listitem')
}

function keptFiles(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const names = await caches.keys()
    const counts = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).length),
    )
    return counts.reduce((sum, count) => sum + count, 0)
  })
}
