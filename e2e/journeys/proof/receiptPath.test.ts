import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { changeAnswers } from '../../support/stage/calls.ts'
import { placeOrder, ordersOf } from '../../support/house/orders.ts'
import { type Person, visitAs, visitJoined } from '../../support/house/people.ts'
import { figureOf, gone, reads, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'

const stage = setStage()
let person: Person & { page: Page }
let ids: string[]

beforeAll(async () => {
  person = await visitJoined(stage)
})

test('[ORD-08] a receipt draws the price path, second by second, through entry, window and settlement', async () => {
  await placeOrder(person.user, { type: 1, range: 1, money: '25' })
  await placeOrder(person.user, { pid: 2, money: '26' })
  await expect
    .poll(async () => (await ordersOf(person.user, 0)).every((one) => one.entryPrice !== null))
    .toBe(true)
  await stage.jump(75_000)
  await expect.poll(async () => (await ordersOf(person.user, 1)).length).toBe(2)
  ids = (await ordersOf(person.user, 1)).map((one) => one.orderId)
  const { page } = person
  await page.goto(`/receipt/${ids[1]}`)
  const chart = await seen(
    page.getByRole('img', { name: /^The two prices in the log: entry [\d,.]+, settlement/ }),
  )
  const points = await chart.locator('path[data-line]').evaluate((line) => line.getAttribute('d') ?? '')
  // The minute, and the logged prices before and after it.
  expect(points.match(/[ML]/g)?.length).toBeGreaterThan(63)
  await seen(chart.getByText('wins here'))
  expect(await chart.locator('[data-wins=down]').count()).toBe(1)
  const entry = await figureOf(page, /^Entry/).innerText()
  expect(await chart.locator('[data-tag=entry]').textContent()).toBe(entry)
  const settlement = await figureOf(page, /^Settlement/).innerText()
  expect(await chart.locator('[data-tag=last]').textContent()).toBe(settlement)
  const window = await chart.locator('[data-settles]').boundingBox()
  const exit = await chart.locator('[data-exit] circle').last().boundingBox()
  const exitX = (exit?.x ?? 0) + (exit?.width ?? 0) / 2
  expect(exitX).toBeGreaterThan((window?.x ?? 0) - 1)
  expect(exitX).toBeLessThan((window?.x ?? 0) + (window?.width ?? 0) + 1)
  await seen(
    page.getByText('Prices from the log. The settlement price is the median of the shaded last ticks.'),
  )
})

test('[ORD-08] when the house’s prices differ from the receipt’s, only the receipt’s are drawn', async () => {
  const page = await visitAs(stage, person)
  await changeAnswers(page, stage, '/api/getTicks', (json) => {
    const answer = JSON.parse(json) as { data: { list: { price: string }[] } }
    for (const one of answer.data.list) one.price = '1'
    return JSON.stringify(answer)
  })
  await page.goto(`/receipt/${ids[1]}`)
  const drawing = await seen(page.getByRole('img', { name: /^The two prices in the log/ }))
  expect(await drawing.locator('path[data-line]').count()).toBe(0)
  expect(await page.getByText('Prices from the log.').count()).toBe(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('[ORD-06][ORD-08] in a wide window the receipt stands beside the list, which stays as it is', async () => {
  const page = await visitAs(stage, person, { width: 1280, height: 800 })
  await page.goto('/order?tab=finished')
  await seen(page.getByText('Choose a closed order'))
  const rows = page.getByRole('list', { name: /^(Finished|Closed)$/ }).getByRole('link')
  await expect.poll(() => rows.count()).toBe(2)
  const list = await rows.first().elementHandle()
  await rows.first().click()
  await page.waitForURL(`**/receipt/${ids[0]}`)
  await seen(page.getByRole('heading', { name: 'Receipt' }))
  await seen(page.getByRole('heading', { name: 'Orders' }))
  expect(await rows.first().getAttribute('aria-current')).toBe('true')
  expect(await list?.evaluate((row) => row.isConnected)).toBe(true)
  await rows.nth(1).click()
  await page.waitForURL(`**/receipt/${ids[1]}`)
  await expect.poll(() => rows.nth(1).getAttribute('aria-current')).toBe('true')
  await reads(page.getByRole('main'), /BTC\/USDT · Down · 1 min/)
})

test('[ORD-08] a receipt says to the second when the order was accepted and settled', async () => {
  const { page } = person
  await page.goto(`/receipt/${ids[0]}`)
  for (const label of ['Accepted', 'Settled']) {
    const time = figureOf(page, label).locator('time')
    const exact = new Date((await time.getAttribute('datetime')) ?? '').getSeconds()
    await reads(time, new RegExp(`^\\w{3} \\d+, \\d{4}, \\d\\d:\\d\\d:${String(exact).padStart(2, '0')}$`))
  }
})

test('[ORD-08] on a phone the receipt fills the screen', async () => {
  const { page } = person
  await page.goto(`/receipt/${ids[0]}`)
  await seen(page.getByRole('heading', { name: 'Receipt' }))
  await gone(page.getByRole('heading', { name: 'Orders' }))
})

test('[DET-01] a low window in landscape starts with the coin and its price', async () => {
  const page = await visitAs(stage, person, { width: 844, height: 390 })
  await page.goto('/business?pid=1')
  const form = page.getByRole('region', { name: 'Place order' })
  await form.getByRole('radiogroup', { name: 'Duration' }).waitFor()
  await seen(page.getByRole('img', { name: /in steps of 15M/ }))
  expect(await page.evaluate(() => scrollY)).toBe(0)
  const periods = page.getByRole('radiogroup', { name: 'Period of the chart' }).locator('label')
  const rows = await periods.evaluateAll(
    (all) => new Set(all.map((one) => one.getBoundingClientRect().y)).size,
  )
  expect(rows).toBe(1)
  const box = await page.getByRole('heading', { name: /^Bitcoin/ }).boundingBox()
  expect(box?.y).toBeGreaterThanOrEqual(0)
})
