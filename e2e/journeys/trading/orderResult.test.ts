import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { changeAnswers } from '../../support/stage/calls.ts'
import { placeOrder, ordersOf } from '../../support/house/orders.ts'
import { type Person, visitAs, visitJoined } from '../../support/house/people.ts'
import { waitUntilStill } from '../../support/page/looks.ts'
import { gone, reads, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'
import { placeInPage } from '../../support/page/trade.ts'

const stage = setStage()
let person: Person & { page: Page }
let page: Page

beforeAll(async () => {
  person = await visitJoined(stage)
  page = person.page
})

/** More than a minute, after which this test's order has ended. */
const OVER_MS = 64_000

describe('the result of an order signed in the page', () => {
  let own: Page

  test('[ORD-04] stops the line at the settlement tick, counts the sum up and then says Checked', async () => {
    own = await stage.visit()
    await own.goto('/')
    await own.getByRole('button', { name: 'Try with a practice wallet' }).click()
    await gone(own.getByRole('dialog'))
    await own.goto('/business?pid=1')
    const { countdown } = await placeInPage(own, { amount: '25', direction: 'Down' })
    await countSums(own)
    await listenForStrokes(own)
    await stage.jump(OVER_MS)
    await reads(countdown.getByRole('status'), /^Order finished\. /)
    const said = await countdown.getByRole('status').first().innerText()
    const sums = await countedSums(own, /Income ([+−]?[\d.]+) USDT/.exec(said)?.[1] ?? 'none')
    expect(sums.length).toBeGreaterThan(1)
    await seen(countdown.getByText('Checked', { exact: true }))
    // The tick mark beside it draws itself, once.
    await expect.poll(() => drawnStrokes(own)).toEqual(['draw-in'])
    await seen(countdown.getByRole('link', { name: 'See receipt' }))
    const repeat = await seen(countdown.getByRole('button', { name: /^Repeat · 25 USDT/ }))
    const story = await seen(countdown.getByRole('img', { name: /around your order, which is over/ }))
    await expect.poll(() => lineEnd(story)).toBeGreaterThan(0)
    expect(await lineEnd(story)).toBeLessThanOrEqual((await dueX(story)) + 1)
    expect(await story.locator('[data-exit]').count()).toBe(1)
    expect(await story.locator('[data-tip]').count()).toBe(0)
    expect(await narrowHeight(repeat)).toBe(ONE_LINE.large)
    // The page behind it draws the same until the sheet is closed.
    const behind = own.locator('main [data-exit]')
    await expect.poll(() => behind.count()).toBe(1)
    await own.goBack()
    await expect.poll(() => behind.count()).toBe(0)
  })
})

test('[ORD-03] the sheet of an order keeps its place when the entry price comes', async () => {
  const { orderId } = await placeOrder(person.user, { money: '1234' })
  await changeAnswers(page, stage, '/api/getMyLimitOrders', (json) =>
    json.replaceAll(/"entryPrice":"[^"]*"/g, '"entryPrice":null'),
  )
  await page.goto(`/business?pid=1&open=${orderId}`)
  const sheet = page.getByRole('dialog')
  const clock = sheet.getByRole('timer')
  await seen(sheet.getByText('waiting for the entry price'))
  await waitUntilStill(page)
  const before = await clock.boundingBox()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await seen(sheet.getByText(/^(winning|losing|level)$/))
  await waitUntilStill(page)
  expect(await clock.boundingBox()).toEqual(before)
})

test('[ORD-04] a result whose receipt does not hold is never called checked', async () => {
  await page.goto('/business?pid=1')
  const { countdown } = await placeInPage(page, { amount: '26' })
  await changeAnswers(page, stage, '/api/getReceipt', (json) => {
    const answer = JSON.parse(json) as { data: { receipt: { settlement: { net: string } } | null } }
    if (answer.data.receipt) answer.data.receipt.settlement.net = '1'
    return JSON.stringify(answer)
  })
  await stage.jump(OVER_MS)
  await reads(countdown.getByRole('alert'), 'This receipt does not hold')
  expect(await countdown.getByText('Checked', { exact: true }).count()).toBe(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('[ORD-04] an honest receipt beside other figures, or for another order, is never called checked', async () => {
  const other = await placeOrder(person.user, { pid: 2, money: '28' })
  await page.goto('/business?pid=1')
  const { countdown, orderId } = await placeInPage(page, { amount: '27' })
  await changeAnswers(page, stage, '/api/modifyLimitOrder', (json) => {
    const answer = JSON.parse(json) as { data: { net: string | null } }
    if (answer.data.net !== null) answer.data.net = '-99'
    return JSON.stringify(answer)
  })
  await stage.jump(OVER_MS)
  await reads(countdown.getByRole('status'), /^Order finished\. .* −99/)
  await reads(countdown.getByRole('alert'), 'The receipt proves other figures')
  expect(await countdown.getByText('Checked', { exact: true }).count()).toBe(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  const receipt = await person.user.get('/api/getReceipt', { query: { orderId: other.orderId } })
  // A device that has stored nothing about the order.
  const second = await visitAs(stage, person)
  await changeAnswers(second, stage, '/api/getReceipt', () => JSON.stringify(receipt.body))
  await second.goto(`/receipt/${orderId}`)
  await seen(second.getByRole('status').filter({ hasText: 'The receipt proves other figures' }))
})

test('[ORD-04] an order that settles while its sheet is closed slides its result up on any page', async () => {
  const other = await visitAs(stage, person)
  await page.goto('/account')
  await other.goto('/')
  await placeOrder(person.user, { pid: 2, money: '31' })
  // Waits for the minute: a clock jump would close the sockets by which the pages learn of it.
  const cardOn = (of: Page) => of.getByRole('region', { name: 'Result of an order' })
  for (const one of [page, other]) await cardOn(one).waitFor({ timeout: 150_000 })
  const card = cardOn(page)
  await seen(card.getByText('ETH/USDT'))
  await reads(card.getByRole('status'), /^Order finished\. (Won|Lost|Tie.*)\. Income [+−]?[\d.]+ USDT\.$/)
  const repeat = await seen(card.getByRole('button', { name: /^Repeat · 31 USDT/ }))
  expect(await narrowHeight(repeat)).toBe(ONE_LINE.small)
  // It comes up under a moving thumb.
  expect([await takesTap(repeat, 0), await takesTap(repeat, 590), await takesTap(repeat, 610)]).toEqual([
    false,
    false,
    true,
  ])
  const [done] = await ordersOf(person.user, 1)
  await card.getByRole('link', { name: 'Receipt' }).click()
  await page.waitForURL(`**/receipt/${done?.orderId}`)
  // The receipt says the same: the card must not cover it, nor return after it.
  await gone(card)
  await page.goBack()
  await page.waitForURL('**/account')
  expect(await card.count()).toBe(0)
  await cardOn(other).getByRole('button', { name: 'Hide the result' }).click()
  await gone(cardOn(other))
})

/** Whether a button takes a tap so many ms after it came up. */
function takesTap(button: Locator, atMs: number): Promise<boolean> {
  return button.evaluate((element, ms) => {
    const place = element.parentElement
    if (!place) return false
    place.style.animationName = 'none'
    place.getAnimations()
    place.style.animationName = ''
    for (const one of place.getAnimations()) {
      one.pause()
      one.currentTime = ms
    }
    const { x, y, width, height } = element.getBoundingClientRect()
    const isHit = element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    for (const one of place.getAnimations()) one.finish()
    return isHit
  }, atMs)
}

/** Height in CSS pixels of a button whose text fits on a line. */
const ONE_LINE = { large: 54, small: 44 }

/** A button's height on the narrowest phone. */
async function narrowHeight(button: Locator): Promise<number | undefined> {
  const window = button.page().viewportSize()
  await button.page().setViewportSize({ width: 320, height: 640 })
  const box = await button.boundingBox()
  if (window) await button.page().setViewportSize(window)
  return box?.height
}

function dueX(story: Locator): Promise<number> {
  return story.locator('line[stroke-dasharray="3 3"]').evaluate((line) => Number(line.getAttribute('x1')))
}

/** Position of the line's end, in CSS pixels. */
function lineEnd(story: Locator): Promise<number> {
  return story.evaluate((node) => {
    const line = node.querySelector('path[data-line]')?.getAttribute('d') ?? ''
    return Number(/L(-?[\d.]+) [^L]*$/.exec(line)?.[1] ?? -1)
  })
}

/** Records every sum that a result shows from now on. */
async function countSums(of: Page): Promise<void> {
  await of.evaluate(() => {
    const sums: string[] = []
    Object.assign(window, { sums })
    new MutationObserver(() => {
      const shown = document.querySelector('[data-income] bdi')?.textContent
      if (shown && sums.at(-1) !== shown) sums.push(shown)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
}

/** Records each stroke that draws itself from now on, once it is drawn. */
async function listenForStrokes(of: Page): Promise<void> {
  await of.evaluate(() => {
    const strokes: string[] = []
    Object.assign(window, { strokes })
    document.addEventListener('animationend', (event) => {
      const { target, animationName } = event
      if (target instanceof SVGPathElement && getComputedStyle(target).strokeDashoffset === '0px')
        strokes.push(animationName)
    })
  })
}

function drawnStrokes(of: Page): Promise<string[]> {
  return of.evaluate(() => (window as unknown as { strokes: string[] }).strokes)
}

/** The recorded sums, once the last one is the result. */
async function countedSums(of: Page, sum: string): Promise<string[]> {
  const read = () => of.evaluate(() => (window as unknown as { sums: string[] }).sums)
  await expect.poll(async () => (await read()).at(-1)?.includes(sum)).toBe(true)
  return read()
}
