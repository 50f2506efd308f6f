import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { placeOrder, type OrderItem } from '../../support/house/orders.ts'
import { type Person, visitAs, visitJoined } from '../../support/house/people.ts'
import { choose, gone, reads, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'

const stage = setStage()

describe('the chart of a coin', () => {
  let page: Page
  let chart: Locator
  beforeAll(async () => {
    page = await stage.visit({ book: 1 })
    await page.goto('/business?pid=2&period=15min')
    chart = await seen(page.getByRole('img', { name: /in steps of 15M/ }))
  })

  test('[DET-03] has three prices at its side, the last price, and the highest and the lowest', async () => {
    const scale = chart.locator('[data-scale]')
    // A price behind the last price's label is omitted.
    await expect.poll(() => scale.count()).toBeGreaterThanOrEqual(2)
    expect(await scale.count()).toBeLessThanOrEqual(3)
    expect(await chart.locator('svg line[stroke-dasharray="1 5"]').count()).toBe(3)
    await expect
      .poll(async () => {
        const heading = await page
          .locator('main p', { hasText: /^[\d,]+\.\d+$/ })
          .first()
          .innerText()
        return (await chart.locator('[data-tag=last]').textContent()) === heading.trim()
      })
      .toBe(true)
    await seen(chart.getByText(/^High [\d,]+\.\d+$/))
    await seen(chart.getByText(/^Low [\d,]+\.\d+$/))
  })

  test('[DET-03] none of its texts is cut, in any period', async () => {
    const group = page.getByRole('radiogroup', { name: 'Period of the chart' })
    for (const period of ['1W', '5M', '1D', '15M']) {
      await choose(group, new RegExp(`^${period}$`))
      const drawn = await seen(page.getByRole('img', { name: new RegExp(`in steps of ${period}`) }))
      expect(await drawn.locator('[data-time]').count()).toBeGreaterThanOrEqual(2)
      expect(await textsOutside(drawn)).toEqual([])
    }
  })

  test('[DET-03] leaves no empty space above the buttons of a tall phone', async () => {
    const facts = await page.getByText('Turnover').boundingBox()
    const button = await page.getByRole('button', { name: 'Entrust Up' }).boundingBox()
    expect((button?.y ?? 0) - (facts?.y ?? 0)).toBeLessThan(110)
  })

  test('[DET-03] a finger moved across it reads price and time without scrolling the page', async () => {
    const box = await chart.boundingBox()
    if (!box) throw new Error('the chart is on screen')
    const finger = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0) =>
      finger.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: box.x + x, y: box.y + 100 }],
      })
    await touch('touchStart', 60)
    await touch('touchMove', 90)
    await touch('touchMove', 120)
    const readout = page.locator('[data-readout]')
    await reads(readout, /^[\d,]+\.\d+ .*\d\d:\d\d:\d\d$/)
    const first = await readout.innerText()
    await touch('touchMove', 200)
    await expect.poll(() => readout.innerText()).not.toBe(first)
    await touch('touchEnd')
    await gone(readout)
  })
})

describe('the chart of an open order', () => {
  let person: Person & { page: Page }
  let down: OrderItem
  beforeAll(async () => {
    person = await visitJoined(stage)
    await person.page.goto('/business?pid=1')
    // The drawn time span starts before the order.
    for (let second = 0; second < 12; second++) await stage.jump(1_000)
    down = await placeOrder(person.user, { type: 1, range: 1, timeId: 112, money: '25' })
  })

  test('[DET-03][ORD-04] hatches the winning side of a down order, with a label', async () => {
    const chart = await storyOn(person.page)
    await seen(chart.getByText('wins here'))
    const region = chart.locator('[data-wins=down]')
    expect(await region.getAttribute('fill')).toMatch(/^url\(#.*hatch\)$/)
    const [side, entry] = [await region.boundingBox(), await chart.locator('[data-tag=entry]').boundingBox()]
    expect(side?.y).toBeGreaterThan((entry?.y ?? 0) + 1)
  })

  test('[DET-03] keeps the labels of price and entry apart in every frame', async () => {
    expect(await leastGap(await storyOn(person.page))).toBeGreaterThanOrEqual(0)
  })

  test('[DET-03] shows the same time span from the first tick on, and fades the time after the end', async () => {
    const chart = await storyOn(person.page)
    const entryX = () => chart.locator('circle.stroke-brand').getAttribute('cx')
    const [before, last] = [await entryX(), await tipAt(chart)]
    await expect.poll(() => tipAt(chart)).toBeGreaterThan(last + 2_500)
    expect(await entryX()).toBe(before)
    expect(await chart.locator('[data-time]').allTextContents()).toEqual([
      // With its date when the order ends on another day.
      expect.stringMatching(/\d\d:\d\d:\d\d$/),
      expect.stringMatching(/^0[45]:\d\d$/),
    ])
    const after = await chart.locator('[data-after]').boundingBox()
    expect(after?.width).toBeGreaterThan(8)
  })

  test('[DET-03] says beside the dot how far the price is from the order’s line', async () => {
    const chart = await storyOn(person.page)
    await seen(chart.getByText(/^[+−]?\d\.\d{3}% from your line$/))
  })

  test('[DET-03] after a reload shows the earlier seconds, from ten before the entry', async () => {
    const { page } = person
    await page.reload()
    const chart = await storyOn(page)
    await expect.poll(() => pointsBeforeEntry(chart), { timeout: 30_000 }).toBeGreaterThanOrEqual(5)
    const firstX = await chart.locator('path[data-line]').evaluate((line) => {
      const [, x] = /^M(-?[\d.]+)/.exec(line.getAttribute('d') ?? '') ?? []
      return Number(x)
    })
    expect(firstX).toBeLessThan(12)
    expect(down.orderId).not.toBe('')
  })

  test('[DET-03] moves between two ticks, and jumps with reduced motion', async () => {
    const moving = await storyOn(person.page)
    const still = await visitAs(stage, person, { motion: 'reduce' })
    await still.goto('/business?pid=1')
    const stepping = await storyOn(still)
    await expect.poll(() => placesBetweenTicks(moving)).toBeGreaterThan(0)
    expect(await placesBetweenTicks(stepping)).toBe(0)
  })
})

function storyOn(page: Page): Promise<Locator> {
  return seen(page.getByRole('img', { name: /^Price of BTC\/USDT around your open order/ }))
}

/** The time at the dot's position, in ms. */
async function tipAt(chart: Locator): Promise<number> {
  return Number(await chart.locator('[data-tip]').getAttribute('data-tip'))
}

/** Number of the line's points left of the entry's ring. */
function pointsBeforeEntry(chart: Locator): Promise<number> {
  return chart.evaluate((node) => {
    const entryX = Number(node.querySelector('circle.stroke-brand')?.getAttribute('cx'))
    const path = node.querySelector('path[data-line]')?.getAttribute('d') ?? ''
    return [...path.matchAll(/[ML](-?[\d.]+) /g)].filter(([, x]) => Number(x) < entryX - 1).length
  })
}

/** How many of the dot's positions in the next three seconds lie between whole seconds. */
function placesBetweenTicks(chart: Locator): Promise<number> {
  return chart.evaluate(async (node) => {
    const places = new Set<number>()
    const untilMs = performance.now() + 3_000
    while (performance.now() < untilMs) {
      await new Promise((done) => requestAnimationFrame(done))
      places.add(Number(node.querySelector('[data-tip]')?.getAttribute('data-tip')))
    }
    return [...places].filter((one) => one % 1_000 !== 0).length
  })
}

/** The smallest gap between the labels of price and entry in the next three seconds; below zero they overlap. */
function leastGap(chart: Locator): Promise<number> {
  return chart.evaluate(async (node) => {
    let least = Infinity
    const untilMs = performance.now() + 3_000
    while (performance.now() < untilMs) {
      await new Promise((done) => requestAnimationFrame(done))
      const [last, entry] = ['last', 'entry'].map((tag) =>
        node.querySelector(`[data-tag=${tag}] rect`)?.getBoundingClientRect(),
      )
      if (!last || !entry) continue
      least = Math.min(least, Math.max(last.top - entry.bottom, entry.top - last.bottom))
    }
    return least
  })
}

/** Texts of a drawing that extend beyond it. */
function textsOutside(chart: Locator): Promise<string[]> {
  return chart.evaluate((node) => {
    const frame = node.getBoundingClientRect()
    return [...node.querySelectorAll('text')].flatMap((text) => {
      const box = text.getBoundingClientRect()
      const isInside =
        box.left >= frame.left - 1 &&
        box.right <= frame.right + 1 &&
        box.top >= frame.top - 1 &&
        box.bottom <= frame.bottom + 1
      return isInside ? [] : [text.textContent]
    })
  })
}
