import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { cutTexts, shoot, waitUntilStill } from '../../support/page/looks.ts'
import { placeOrder } from '../../support/house/orders.ts'
import { visitJoined } from '../../support/house/people.ts'
import { reads, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'

const stage = setStage()

const coins = (page: Page) => page.getByRole('list', { name: 'Coins' }).getByRole('listitem')

/** The coins in the list, by symbol. */
async function symbols(page: Page): Promise<string[]> {
  return (await coins(page).allInnerTexts()).map((text) => text.trim().split(/\s/)[0] ?? '')
}

test('[HOME-01] a visitor sees a drawing of the promise and a link to the guide, and no account badge', async () => {
  const page = await stage.visit()
  await page.goto('/')
  await seen(coins(page))
  await expect.poll(() => drawn(page, 'img[src*="promise"]')).toEqual([true])
  await expect.poll(async () => (await drawn(page, 'img[src^="/coins/"]')).every(Boolean)).toBe(true)
  expect((await drawn(page, 'img[src^="/coins/"]')).length).toBe(5)
  expect(await page.getByText('Simulated account').count()).toBe(0)
  expect(await cutTexts(page)).toEqual([])
  await shoot(page, 'landing')
  await page.getByRole('link', { name: 'How an order works' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/guide')
})

test('[HOME-01] on a phone on its side the hint leaves the heading in view', async () => {
  const page = await stage.visit({ width: 844, height: 390 })
  await page.goto('/')
  const hint = await seen(page.getByRole('dialog', { name: 'Try it with practice money' }))
  const heading = await seen(page.getByText('Every outcome can be checked'))
  await waitUntilStill(page)
  const [over, under] = [await hint.boundingBox(), await heading.boundingBox()]
  expect((over?.y ?? 0) - ((under?.y ?? 0) + (under?.height ?? 0))).toBeGreaterThan(8)
  expect((over?.y ?? 0) + (over?.height ?? 0)).toBeLessThan(390)
  await shoot(page, 'landing on its side')
})

test('[HOME-01] no screen names an account to a visitor, who has none yet', async () => {
  const page = await stage.visit()
  for (const path of ['/account', '/order', '/recharge?currency=USDT', '/record', '/detail']) {
    await page.goto(path)
    await seen(page.getByRole('main').getByRole('button', { name: 'Join', exact: true }).first())
    expect(await page.getByText('Simulated account').count(), path).toBe(0)
    expect(await cutTexts(page), path).toEqual([])
  }
  await page.goto('/business?pid=1')
  await page.getByRole('button', { name: 'Entrust Up' }).click()
  await seen(page.getByRole('dialog').getByRole('radiogroup', { name: 'Return range' }))
  expect(await page.getByText('Simulated account').count()).toBe(0)
  await waitUntilStill(page)
  expect(await cutTexts(page)).toEqual([])
})

test('[HOME-01] all coins can be found by symbol or name, and sorted', async () => {
  const page = await stage.visit()
  await page.goto('/?tab=all')
  await expect.poll(() => coins(page).count()).toBe(16)
  expect(await cutTexts(page)).toEqual([])
  const search = await seen(page.getByRole('searchbox', { name: 'Search coins' }))
  await search.fill('bitc')
  await expect.poll(() => symbols(page)).toEqual(['BTC', 'BCH'])
  await search.fill('nothing')
  await seen(page.getByText('No coin like that'))
  await page.getByRole('button', { name: 'Clear search' }).click()
  await page.getByRole('combobox', { name: 'Order' }).selectOption('By name')
  await expect.poll(async () => (await symbols(page)).slice(0, 3)).toEqual(['ADA', 'ATOM', 'AVAX'])
  await shoot(page, 'all coins by name')
})

test('a coin’s share of Up says what it is a share of', async () => {
  const { page, user } = await visitJoined(stage)
  await page.goto('/business?pid=12')
  await seen(page.getByText('Price moves of the last 24 h'))
  expect(await cutTexts(page)).toEqual([])
  await placeOrder(user, { pid: 12, timeId: 117 })
  await stage.jump(6_000)
  await seen(page.getByText('Stakes in 1 open order'))
  await reads(page.getByText('Up 100.00%'), 'Up 100.00%')
})

/** Whether each picture has loaded. */
function drawn(page: Page, selector: string): Promise<boolean[]> {
  return page
    .locator(selector)
    .evaluateAll((nodes) => nodes.map((node) => (node as HTMLImageElement).naturalWidth > 0))
}
