import { parseAmount } from '@tickmark/core/money/money'
import type { ReplyOf } from '@tickmark/wire/call'
import { decodeReply, encodeReply } from '@tickmark/wire/legacy/codec'
import type { orderRoutes } from '@tickmark/wire/routes/orders'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { changeAnswers } from '../../support/stage/calls.ts'
import { steerBids } from '../../support/house/bids.ts'
import { cutTexts, waitUntilStill, shoot } from '../../support/page/looks.ts'
import { placeOrder, ordersOf } from '../../support/house/orders.ts'
import { newPerson, type Person, visitAs } from '../../support/house/people.ts'
import { gone, reads, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'

type Listed = ReplyOf<typeof orderRoutes.getMyLimitOrders>

const stage = setStage()

const FIVE_MINUTES = 112
const DAY = 117

const strip = (page: Page) => page.getByRole('region', { name: 'Your open orders' })
const rowsOf = (page: Page, list: 'Open' | 'Closed') =>
  page.getByRole('list', { name: list, exact: true }).getByRole('listitem')

describe('the strip of open orders', () => {
  let person: Person
  let page: Page
  beforeAll(async () => {
    person = await newPerson(stage)
    await placeOrder(person.user, { pid: 2, type: 1, timeId: DAY, money: '40' })
    await placeOrder(person.user, { pid: 1, timeId: FIVE_MINUTES, money: '25' })
    page = await visitAs(stage, person)
  })

  test('shows the next order to end over the main navigation, with its seconds and its value', async () => {
    await page.goto('/account')
    const first = strip(page).getByRole('link', { name: /^BTC Up 25 USDT: show its countdown/ })
    await reads(first, /^BTC Up 25 USDT: show its countdown 0[0-5]:\d\d Worth now \d+\.\d\d USDT$/)
    // The strip slides in.
    await waitUntilStill(page)
    const [bar, tabs] = [
      await strip(page).boundingBox(),
      await page.getByRole('navigation', { name: 'Main' }).boundingBox(),
    ]
    // Their edges meet, within the rounding of half a pixel.
    expect(Math.abs((bar?.y ?? 0) + (bar?.height ?? 0) - (tabs?.y ?? 0))).toBeLessThanOrEqual(1)
    expect(await cutTexts(page)).toEqual([])
    await shoot(page, 'open orders strip')
    // The strip does not cover the end of the page.
    const last = page.getByRole('link', { name: 'Statement' })
    await page.mouse.wheel(0, 5_000)
    await expect
      .poll(async () => {
        const box = await last.boundingBox()
        const over = await strip(page).boundingBox()
        return box !== null && over !== null && box.y + box.height <= over.y
      })
      .toBe(true)
  })

  test('a tap shows its countdown, and a coin’s page leaves its own orders out of the strip', async () => {
    await strip(page)
      .getByRole('link', { name: /^BTC Up/ })
      .click()
    const countdown = await seen(page.getByRole('dialog', { name: /Up · 25 USDT/ }))
    expect(new URL(page.url()).pathname).toBe('/business')
    await countdown.getByRole('button', { name: 'Keep' }).click()
    await gone(countdown)
    await seen(strip(page).getByRole('link', { name: /^ETH Down/ }))
    expect(await strip(page).getByRole('link', { name: /^BTC/ }).count()).toBe(0)
    // The buttons of the page stand above it.
    const button = await page.getByRole('button', { name: 'Entrust Up' }).boundingBox()
    const bar = await strip(page).boundingBox()
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
    await shoot(page, 'open orders strip of a coin')
  })

  test('leads to the other orders in the list, which shows no strip', async () => {
    await page.goto('/settings')
    await strip(page).getByRole('link', { name: '1 more open order' }).click()
    await reads(page.getByRole('heading', { level: 1 }), 'Orders')
    await expect.poll(() => rowsOf(page, 'Open').count()).toBe(2)
    await gone(strip(page))
    await page.getByRole('tab', { name: 'Closed' }).click()
    await seen(strip(page))
    await page.getByRole('tab', { name: 'Open' }).click()
  })

  test('[ORD-07] a row’s standing is that at the price of the value beside it', async () => {
    const other = await visitAs(stage, person)
    let price = '1'
    let chance = 0
    await changeAnswers(other, stage, '/api/getOrderValue', (json) =>
      json
        .replace(/"price":"[^"]*"/, `"price":"${price}"`)
        .replace(/"chancePpm":\d+/, `"chancePpm":${chance}`),
    )
    await other.goto('/order')
    const row = rowsOf(other, 'Open').filter({ hasText: 'BTC/USDT' })
    await reads(row, /losing Worth now \d+\.\d\d USDT/)
    chance = 500_000
    await reads(row, /near your line Worth now \d+\.\d\d USDT/)
    price = '9999999'
    chance = 1_000_000
    await reads(row, /winning Worth now \d+\.\d\d USDT/)
  })

  test('[ORD-07] a row shows its standing and its value, and can close its order', async () => {
    const row = rowsOf(page, 'Open').filter({ hasText: 'BTC/USDT' })
    const bitcoin = (await ordersOf(person.user, 0)).find((one) => one.pid === 1)
    // Far below its value: the house pays no bid above what the order is worth by then.
    const bids = await steerBids(page, stage, bitcoin?.orderId ?? '')
    bids.next = '5'
    await reads(
      row,
      /(winning|losing|level|near your line) Worth now \d+\.\d\d USDT Closing costs the house margin, at least 4\.0% Close for \d+\.\d\d$/,
    )
    await shoot(page, 'open orders')
    await row.getByRole('button', { name: /^Close for 5\b/ }).click()
    const question = await seen(page.getByRole('alertdialog', { name: 'Close this order now?' }))
    await question.getByRole('button', { name: 'Yes' }).click()
    await gone(question)
    await expect.poll(() => rowsOf(page, 'Open').count()).toBe(1)
    const [closed] = await ordersOf(person.user, 1)
    expect(closed).toMatchObject({ pid: 1, outcome: 'closed' })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('without open orders there is no strip', async () => {
    const other = await visitAs(stage, await newPerson(stage))
    await other.goto('/account')
    await seen(other.getByRole('list', { name: 'Currencies' }))
    await other.waitForLoadState('networkidle')
    expect(await strip(other).count()).toBe(0)
  })

  test('in a wide window it is at the bottom, beside the main navigation', async () => {
    const wide = await visitAs(stage, person, { width: 1280, height: 800 })
    await wide.goto('/account')
    await seen(strip(wide))
    await waitUntilStill(wide)
    const bar = await strip(wide).boundingBox()
    // Within the rounding of half a pixel.
    expect(Math.abs((bar?.y ?? 0) + (bar?.height ?? 0) - 800)).toBeLessThanOrEqual(1)
    expect(Math.round(bar?.x ?? 0)).toBe(76)
    await shoot(wide, 'open orders strip wide')
  })
})

describe('the closed orders', () => {
  let person: Person
  let page: Page
  beforeAll(async () => {
    person = await newPerson(stage)
    for (const [pid, money] of [
      [1, '11'],
      [1, '12'],
      [2, '13'],
    ] as const)
      await placeOrder(person.user, { pid, money })
    await until(async () => (await ordersOf(person.user, 0)).every((one) => one.entryPrice !== null))
    await stage.jump(62_000)
    await until(async () => (await ordersOf(person.user, 1)).length === 3)
    page = await visitAs(stage, person)
  })

  /** The total result of the orders on some coins, as the page writes it. */
  async function resultOf(pids: readonly number[]): Promise<string> {
    const mine = (await ordersOf(person.user, 1)).filter((one) => pids.includes(one.pid))
    const net = mine.reduce((sum, one) => sum + (parseAmount(one.profit) ?? 0n), 0n)
    const size = (Number(net < 0n ? -net : net) / 1e8).toFixed(2)
    return `${net > 0n ? '+' : net < 0n ? '−' : ''}${size} USDT`
  }

  test('[ORD-06] are listed under the day on which they ended, with its sum', async () => {
    await changeAnswers(page, stage, '/api/getMyLimitOrders', (json) => {
      const answer = JSON.parse(json) as { data: unknown }
      const { list, total } = decodeReply('getMyLimitOrders', answer.data) as Listed
      const earlier = list.map((one, at) => ({ ...one, acceptedAt: one.acceptedAt - at * 86_400_000 }))
      return JSON.stringify({ ...answer, data: encodeReply('getMyLimitOrders', { list: earlier, total }) })
    })
    await page.goto('/order?tab=finished')
    await expect.poll(() => rowsOf(page, 'Closed').count()).toBe(3)
    const day = page.getByRole('heading', { level: 2 })
    const [last] = await ordersOf(person.user, 1)
    const ended = new Date(last?.endedAt ?? 0).toLocaleDateString('en', {
      timeZone: 'Europe/Berlin',
      dateStyle: 'medium',
    })
    await reads(day, new RegExp(`^${ended} · 3 orders ${escaped(await resultOf([1, 2]))}$`))
    expect(await day.count()).toBe(1)
    await shoot(page, 'closed orders')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('[ORD-06] can be filtered by coin and result, and so is the sum; the address keeps both', async () => {
    await page.getByRole('combobox', { name: 'Coin' }).selectOption('ETH')
    await expect.poll(() => rowsOf(page, 'Closed').count()).toBe(1)
    await reads(
      page.getByRole('heading', { level: 2 }),
      new RegExp(`1 order ${escaped(await resultOf([2]))}$`),
    )
    await page.getByRole('combobox', { name: 'Result' }).selectOption('Closed early')
    await seen(page.getByText('No orders like that'))
    await expect.poll(() => new URL(page.url()).search).toBe('?tab=finished&coin=ETH&result=closed')
    await page.reload()
    await seen(page.getByText('No orders like that'))
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect.poll(() => rowsOf(page, 'Closed').count()).toBe(3)
  })

  test('[ORD-06] stay filtered in a wide window while receipts are chosen one after the other', async () => {
    const wide = await visitAs(stage, person, { width: 1280, height: 800 })
    await wide.goto('/order?tab=finished&coin=BTC')
    const rows = rowsOf(wide, 'Closed')
    await expect.poll(() => rows.count()).toBe(2)
    for (const at of [1, 0]) {
      const link = rows.nth(at).getByRole('link')
      await link.click()
      await expect.poll(() => link.getAttribute('aria-current')).toBe('true')
      const { pathname, search } = new URL(wide.url())
      expect(pathname + search).toMatch(/^\/receipt\/[\w-]+\?coin=BTC$/)
      expect(await rows.count()).toBe(2)
    }
    await wide.reload()
    await expect.poll(() => rows.count()).toBe(2)
    await wide.getByRole('combobox', { name: 'Coin' }).selectOption('All coins')
    await expect.poll(() => rows.count()).toBe(3)
    expect(new URL(wide.url()).search).toBe('')
  })
})

async function until(holds: () => Promise<boolean>): Promise<void> {
  const untilMs = Date.now() + 120_000
  while (!(await holds())) {
    if (Date.now() > untilMs) throw new Error('the orders did not settle')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

function escaped(text: string): string {
  return text.replace(/[+.]/g, String.raw`\$&`)
}
