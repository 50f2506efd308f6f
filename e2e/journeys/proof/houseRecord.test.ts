import { movableClock } from '@tickmark/server/platform/clock.testing'
import type { Language } from '@tickmark/texts/languages'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { passOn } from '../../support/stage/calls.ts'
import {
  axeFindings,
  badlyDrawn,
  cutTexts,
  enlargeText,
  waitUntilStill,
  shoot,
} from '../../support/page/looks.ts'
import { placeOrder, ordersOf } from '../../support/house/orders.ts'
import { newPerson, type Person } from '../../support/house/people.ts'
import { choose, gone, reads, seen } from '../../support/page/see.ts'
import { setStage, type Visit } from '../../support/stage/stage.ts'
import { textIn } from '../../support/page/texts.ts'

const DAY_MS = 86_400_000
const stage = setStage({}, movableClock({ startMs: withinADay() }))
const PATIENCE = { timeout: 60_000, interval: 200 }
let person: Person

beforeAll(async () => {
  person = await newPerson(stage)
  for (let i = 0; i < 12; i++)
    await placeOrder(person.user, { money: '20', pid: 1 + (i % 3), type: i % 2 === 0 ? 0 : 1, range: i % 3 })
  await vi.waitUntil(
    async () => (await ordersOf(person.user, 0)).every((one) => one.entryPrice !== null),
    PATIENCE,
  )
  await stage.jump(62_000)
  await vi.waitUntil(async () => (await ordersOf(person.user, 1)).length === 12, PATIENCE)
  await stage.jump(3_000)
})

/** Now, or just after midnight UTC if that is near: the first test needs an hour of the log's first day. */
function withinADay(): number {
  const leftMs = DAY_MS - (Date.now() % DAY_MS)
  return Date.now() + (leftMs < 3_600_000 ? leftMs + 1_000 : 0)
}

async function open(visit: Visit = {}, path = '/house-record'): Promise<Page> {
  const page = await stage.visit({ book: 1, motion: 'reduce', ...visit })
  await page.goto(path)
  await seen(page.getByRole('heading', { level: 1 }))
  return page
}

const row = (page: Page, name: string) => page.locator('dl > div').filter({ hasText: name })

test('on the first day the page says that nothing is logged yet, and when that changes', async () => {
  const page = await open()
  await seen(page.getByText(/^The first record is logged after midnight UTC/))
  await reads(row(page, 'Settled orders').locator('dd'), '12')
  await gone(page.getByRole('button', { name: 'Recompute here' }))
  await choose(page.getByRole('radiogroup', { name: 'Account' }), 'Real')
  await seen(page.getByText('No settled orders'))
  await waitUntilStill(page)
  await shoot(page, 'record first day 390')
  expect([await axeFindings(page), await cutTexts(page)]).toEqual([[], []])
  const arabic = await open({ language: 'arab' })
  await seen(arabic.getByText(textIn('arab', 'houseRecord:byDuration')))
  expect(await cutTexts(arabic)).toEqual([])
})

const LOOKS: { language: Language; theme: 'light' | 'dark'; width: number; height: number }[] = [
  { language: 'english', theme: 'light', width: 390, height: 844 },
  { language: 'english', theme: 'dark', width: 1280, height: 900 },
  { language: 'arab', theme: 'light', width: 390, height: 844 },
  { language: 'arab', theme: 'dark', width: 1280, height: 900 },
  { language: 'japanese', theme: 'dark', width: 360, height: 800 },
  { language: 'korean', theme: 'light', width: 390, height: 844 },
  { language: 'chinese', theme: 'light', width: 1280, height: 900 },
]

describe('once the day is over', () => {
  test('its record is logged', async () => {
    await stage.jump(DAY_MS - (stage.clock.nowMs() % DAY_MS) + 4_000)
    const index = async (): Promise<unknown> => (await fetch(`${stage.url}/log/record`)).json()
    await expect.poll(index).toMatchObject({ days: [{ orders: 12, withdrawals: 0 }] })
  })

  test('anyone sees its figures and recomputes them; a changed file is unequal', async () => {
    const page = await open({}, '/help')
    await page.getByRole('link', { name: /^The house’s record/ }).click()
    await expect.poll(() => page.url()).toMatch(/\/house-record$/)
    await reads(row(page, 'Settled orders').locator('dd'), '12')
    await reads(row(page, 'Void').locator('dd'), '0')
    await seen(page.getByRole('table', { name: 'By coin' }).getByRole('rowheader', { name: 'BTC' }))
    await seen(page.getByRole('img', { name: /^Share of orders won/ }))
    await page.getByRole('button', { name: 'Recompute here' }).click()
    await seen(page.getByText('Equal, recomputed on this device'))
    await page.route('**/log/record/*', async (route) => {
      const answer = await passOn(route)
      await route.fulfill({ response: answer, body: (await answer.text()).replace('"won"', '"lost"') })
    })
    await page.getByRole('button', { name: 'Recompute here' }).click()
    await seen(page.getByText('Unequal', { exact: true }))
    await page.getByRole('combobox', { name: 'Day (UTC)' }).selectOption('today')
    await seen(page.getByText(/^This day’s record is logged after midnight UTC/))
    await seen(page.getByText('No settled orders'))
  })

  test.each(LOOKS)('is whole in $language, $theme, $width wide', async (look) => {
    const page = await open(look)
    await seen(page.getByRole('img', { name: textIn(look.language, 'houseRecord:plot.label') }))
    await page.getByRole('button', { name: textIn(look.language, 'houseRecord:recompute') }).click()
    await seen(page.getByText(textIn(look.language, 'houseRecord:state.equal')))
    await waitUntilStill(page)
    await shoot(page, `record ${look.language} ${look.theme} ${look.width}`)
    await page.evaluate(() => scrollTo(0, 620))
    await waitUntilStill(page)
    await shoot(page, `record ${look.language} ${look.theme} ${look.width} lower`)
    expect(await cutTexts(page)).toEqual([])
    expect(await axeFindings(page)).toEqual([])
    await enlargeText(page, 200)
    expect(await badlyDrawn(page.getByRole('figure').filter({ has: page.getByRole('img') }))).toEqual([])
    // The chosen day is whole: it wraps within its field.
    const day = page.locator('[data-chosen]')
    const cut = await day.evaluate((node) => node.scrollWidth - node.clientWidth)
    expect(cut).toBeLessThanOrEqual(0)
    const field = await page.getByLabel(textIn(look.language, 'houseRecord:day')).boundingBox()
    expect((await day.boundingBox())?.height).toBeLessThanOrEqual(field?.height ?? 0)
  })
})
