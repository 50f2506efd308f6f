import { parseAmount } from '@tickmark/core/money/money'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { recordCalls } from '../../support/stage/calls.ts'
import { placeOrder, ordersOf } from '../../support/house/orders.ts'
import { type Person, visitAs, visitJoined } from '../../support/house/people.ts'
import { colourOf, gone, reads, scrollToEnd, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'

const stage = setStage()

test('[ORD-06] without orders both lists say so, and one leads to the coins', async () => {
  const { page } = await visitJoined(stage)
  await page.goto('/order')
  await reads(page.getByRole('heading', { level: 1 }), 'Orders')
  await seen(page.getByText('No data'))
  await page.getByRole('tab', { name: 'Closed' }).click()
  await seen(page.getByText('Orders that have settled are listed here'))
  expect(await page.getByText('No data').count()).toBe(1)
  await page.getByRole('tab', { name: 'Open' }).click()
  await page.getByRole('button', { name: 'Choose a coin' }).click()
  await seen(page.getByRole('list', { name: 'Coins' }))
})

test('[ORD-06] a visitor is asked to join, and sees nobody’s list', async () => {
  const page = await stage.visit()
  await page.goto('/order')
  await seen(page.getByText('Your orders are kept with your wallet'))
  await page.getByRole('main').getByRole('button', { name: 'Join' }).click()
  await seen(page.getByRole('dialog', { name: 'Join', exact: true }))
})

describe('the lists of a user with many orders', () => {
  const COUNT = 23
  /** Long enough that no order ends before the test moves the clock. */
  const FIVE_MINUTES = 112
  let person: Person & { page: Page }
  let page: Page

  beforeAll(async () => {
    person = await visitJoined(stage)
    page = person.page
    for (let at = 0; at < COUNT; at++) {
      await placeOrder(person.user, {
        pid: (at % 5) + 1,
        type: at % 2 === 0 ? 0 : 1,
        range: at % 3,
        money: String(20 + at),
        timeId: FIVE_MINUTES,
      })
    }
  })

  test('[ORD-06][ORD-07] waiting orders come ten at a time, newest first, each with its countdown', async () => {
    const calls = await recordCalls(page, stage)
    await page.goto('/order')
    const rows = rowsOf(page, 'Open')
    await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(10)
    await scrollToEnd(rows, COUNT)
    await seen(page.getByText('End of list'))
    const stakes = (await rows.allInnerTexts()).map((text) => Number(/(\d+)(?:\.00)? USDT/.exec(text)?.[1]))
    expect(stakes).toEqual(Array.from({ length: COUNT }, (_, at) => 20 + COUNT - 1 - at))
    await reads(rows.first().getByRole('timer'), /^00:0[0-5]:\d\d$/)
    expect(await rows.getByRole('progressbar').count()).toBe(COUNT)
    const asked = calls.filter(
      ({ path, fields }) => /getMyLimitOrders/.test(path) && fields['pageSize'] === 10,
    )
    const ids = (await ordersOf(person.user, 0)).map((one) => one.orderId)
    const places = new Set(asked.map(({ fields }) => fields['before']))
    expect([...places]).toEqual([undefined, ids[9], ids[19]])
  })

  test('[ORD-06] news that comes at the moment when a list asks for more keeps no page of it away', async () => {
    const reader = await visitAs(stage, person, { prepare: refreshAtTheEnd })
    await reader.goto('/order')
    const rows = rowsOf(reader, 'Open')
    await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(10)
    await scrollToEnd(rows, COUNT)
    expect(await reader.evaluate(() => sessionStorage.getItem('refreshed'))).not.toBeNull()
  })

  test('[ORD-07] a waiting order opens its countdown, and leaves the list at its end', async () => {
    const rows = rowsOf(page, 'Open')
    await rows
      .first()
      .getByRole('button', { name: /^Open order/ })
      .click()
    const countdown = await seen(page.getByRole('dialog', { name: /42(\.00)? USDT/ }))
    await countdown.getByRole('button', { name: 'Close', exact: true }).click()
    await gone(countdown)
    const late = await placeOrder(person.user, { pid: 1, timeId: 113, money: '99' })
    await stage.jump(304_000)
    await expect.poll(() => rows.count(), { timeout: 150_000 }).toBe(1)
    await reads(rows.first(), /99(\.00)? USDT · 15 min/)
    expect((await ordersOf(person.user, 0)).map((one) => one.orderId)).toEqual([late.orderId])
  })

  test('[ORD-06][ORD-08] finished orders show their profit: green above zero, else red', async () => {
    await page.getByRole('tab', { name: 'Closed' }).click()
    const rows = rowsOf(page, 'Closed')
    await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(10)
    await scrollToEnd(rows, COUNT)
    const finished = await ordersOf(person.user, 1)
    const [up, down] = [await colourOf(page, '--up'), await colourOf(page, '--down')]
    expect(up).not.toBe(down)
    const outcomes = new Set<string>()
    for (const [at, one] of finished.entries()) {
      const shown = await profitOf(rows.nth(at))
      const net = parseAmount(one.profit) ?? 0n
      expect(shown.text).toMatch(net > 0n ? /^\+[\d.]+ USDT$/ : net < 0n ? /^−[\d.]+ USDT$/ : /^0\.00 USDT$/)
      expect(parseAmount(shown.text.replace('−', '-').replace('+', '').replace(' USDT', ''))).toBe(
        floorCents(net),
      )
      expect(shown.colour).toBe(net > 0n ? up : down)
      outcomes.add(one.outcome ?? '')
    }
    expect([...outcomes]).toEqual(expect.arrayContaining(['won', 'lost']))
  })

  test('[ORD-08] a finished order leads to its receipt, and Back to the same place in the list', async () => {
    const rows = rowsOf(page, 'Closed')
    await rows.nth(18).getByRole('link').click()
    await reads(page.getByRole('heading', { level: 1 }), 'Receipt')
    await page.getByRole('button', { name: 'Back' }).click()
    await expect.poll(() => rows.count()).toBeGreaterThan(18)
    await expect.poll(() => rows.nth(18).getByRole('link').isVisible()).toBe(true)
    const box = await rows.nth(18).boundingBox()
    expect(box?.y).toBeGreaterThan(-100)
    expect(box?.y).toBeLessThan(900)
  })

  test('[ACC-08] the real account has lists of its own, without the badge', async () => {
    await page.goto('/order?tab=finished')
    await seen(page.getByRole('main').getByText('Simulated account'))
    const real = await visitAs(stage, person, { book: 0 })
    await real.goto('/order?tab=finished')
    await seen(real.getByText('No data'))
    expect(await real.getByText('Simulated account').count()).toBe(0)
  })
})

/** When a list first sees its end, the live socket says that money has moved: the lists are fetched again. */
function refreshAtTheEnd(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    let tell: ((frame: string) => void) | null = null
    window.WebSocket = class extends WebSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols)
        tell = (frame) => void this.dispatchEvent(new MessageEvent('message', { data: frame }))
      }
    }
    function arrive(): void {
      if (tell === null || sessionStorage.getItem('refreshed') !== null) return
      const head = { type: 9, seq: 1, asOf: Date.now(), now: Date.now(), feed: 'LIVE' }
      tell(JSON.stringify({ ...head, data: { event: 'balance_changed', book: 1 } }))
      sessionStorage.setItem('refreshed', 'yes')
    }
    window.IntersectionObserver = class extends IntersectionObserver {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super((entries, observer) => {
          callback(entries, observer)
          if (options?.rootMargin === '400px' && entries.some((one) => one.isIntersecting)) arrive()
        }, options)
      }
    }
  })
}

function rowsOf(page: Page, list: 'Open' | 'Closed'): Locator {
  return page.getByRole('list', { name: list }).getByRole('listitem')
}

function profitOf(row: Locator): Promise<{ text: string; colour: string }> {
  return row.evaluate((node) => {
    const figure = [...node.querySelectorAll('bdi')].at(-1) ?? node
    return { text: figure.textContent.trim(), colour: getComputedStyle(figure).color }
  })
}

/** A sum as on screen: two decimals, rounded down, a loss too. */
function floorCents(units: bigint): bigint {
  const over = units % 1_000_000n
  return units - (over < 0n ? over + 1_000_000n : over)
}

test('[ORD-06] an order that was closed early is dated at its close, not at its due second', async () => {
  const { page, user } = await visitJoined(stage)
  const { orderId } = await placeOrder(user, { timeId: 117, money: '30' })
  // The order needs its entry price first, and on a busy machine a bid may expire.
  await expect.poll(() => closeNow(user, orderId)).toBe(200)
  const [closed] = await ordersOf(user, 1)
  expect((closed?.dueAt ?? 0) - (closed?.endedAt ?? 0)).toBeGreaterThan(86_000_000)
  await page.goto('/order?tab=finished')
  const day = new Date(closed?.endedAt ?? 0).toLocaleDateString('en', {
    timeZone: 'Europe/Berlin',
    dateStyle: 'medium',
  })
  await reads(rowsOf(page, 'Closed').first(), new RegExp(`${day}, .* Closed early$`))
})

/** Closes an order at the newest bid; returns the status of the answer. */
async function closeNow(user: Person['user'], orderId: string): Promise<number> {
  const value = await user.get('/api/getOrderValue', { query: { orderId, book: '1' } })
  if (value.status !== 200) return value.status
  const { bidId } = value.body.data as { bidId: string }
  const headers = { 'idempotency-key': crypto.randomUUID() }
  return (await user.post('/api/closeLimitOrder', { json: { orderId, book: 1, bidId }, headers })).status
}
