import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { WITH_EDITOR } from '../../support/house/content.ts'
import { visitAs } from '../../support/house/people.ts'
import { moveIn, type Resident, sayIn, SCENES, type Scene } from '../../support/scenes/scenes.ts'
import { gone, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'

/** Scenes with something open over the page, and the number of layers. */
const LAYERED: Readonly<Record<string, number>> = {
  joining: 1,
  menu: 1,
  'question about the account': 2,
  setup: 1,
  'order sheet': 1,
  'payment currencies': 2,
  'question about the order': 2,
  countdown: 1,
  'question about closing early': 2,
  income: 1,
  'review of a withdrawal': 1,
  'record of a withdrawal': 1,
  authenticator: 1,
  article: 1,
  'settings of messages': 1,
  'price alert': 1,
  'a limit': 1,
  'chat over the page': 1,
  'repaying a loan': 1,
  'agreement of a loan': 1,
  'terms of a loan': 1,
  notice: 1,
  'question about an early exit': 1,
  'question about hosting': 1,
}

/** Further layers, opened by the button of this name. */
const BEHIND_BUTTONS: readonly (Pick<Scene, 'as'> & { name: string; path: string; button: RegExp })[] = [
  { name: 'coins of a swap', path: '/recharge?aid=1&name=USDT&coin=Tether', button: /^You receive/ },
  { name: 'question before a reset', path: '/settings', button: /^Reset/ },
  { name: 'question before signing out', path: '/settings', button: /^Sign out/ },
  { name: 'new address', as: 'owner', path: '/protection', button: /^Add an address/ },
]

const stage = setStage({ CHAINS: '', ...WITH_EDITOR })
const say = sayIn('english')
let resident: Resident
let pages: Record<'visitor' | 'resident' | 'owner' | 'applicant', Page>

beforeAll(async () => {
  resident = await moveIn(stage)
  const visit = { motion: 'reduce', scale: 1 } as const
  pages = {
    visitor: await stage.visit(visit),
    resident: await visitAs(stage, resident, visit),
    owner: await visitAs(stage, resident, { ...visit, book: 0 }),
    applicant: await visitAs(stage, resident.applicant, { ...visit, book: 0 }),
  }
})

const layers = (page: Page) => page.locator('.sheet-popup, .menu-popup, .dialog-popup')
const layerEntries = (page: Page) =>
  page.evaluate(() => (history.state as { layers?: number } | null)?.layers ?? 0)

/** Closes the layers one by one; the screen below must stay, and no history entry may be left. */
async function expectClosedBy(page: Page, close: () => Promise<unknown>, count: number): Promise<void> {
  const { pathname } = new URL(page.url())
  for (let left = count - 1; left >= 0; left--) {
    await close()
    await expect.poll(() => layers(page).count()).toBe(left)
    expect(new URL(page.url()).pathname).toBe(pathname)
  }
  await expect.poll(() => layerEntries(page)).toBe(0)
  expect(new URL(page.url()).search).not.toMatch(/open=|entrust=|news=/)
}

async function walk(page: Page, open: () => Promise<unknown>, count: number): Promise<void> {
  await open()
  await expect.poll(() => layers(page).count()).toBe(count)
  await expect.poll(() => layerEntries(page)).toBe(count)
  await expectClosedBy(page, () => page.goBack(), count)
  await open()
  await expect.poll(() => layers(page).count()).toBe(count)
  await expectClosedBy(page, () => page.keyboard.press('Escape'), count)
}

describe('Back and Escape close the top layer and nothing else', () => {
  const scenes = SCENES.filter(({ name }) => name in LAYERED)

  test('the table names existing scenes', () => {
    expect(new Set(scenes.map(({ name }) => name))).toEqual(new Set(Object.keys(LAYERED)))
  })

  test.each(scenes)('$name', async (scene) => {
    const page = pages[scene.as ?? 'resident']
    const open = async () => {
      await page.goto('/robots.txt')
      await page.goto(scene.path(resident))
      await scene.open(page, say, stage, resident)
    }
    await walk(page, open, LAYERED[scene.name] ?? 0)
  })

  test.each(BEHIND_BUTTONS)('$name', async ({ as, path, button }) => {
    const page = pages[as ?? 'resident']
    const open = async () => {
      await page.goto(path)
      await (await seen(page.getByRole('main').getByRole('button', { name: button }))).click()
    }
    await walk(page, open, 1)
  })
})

describe('the history stays in order', () => {
  test('a press on the backdrop closes a sheet, and Back then leaves the page', async () => {
    const page = pages.resident
    await page.goto('/')
    await page.goto('/business?pid=1')
    await page.getByRole('button', { name: say('pages:title.alerts') }).click()
    await expect.poll(() => layerEntries(page)).toBe(1)
    await page.mouse.click(195, 20)
    await expect.poll(() => layerEntries(page)).toBe(0)
    await page.goBack()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  })

  test('Forward opens only a sheet named in the address', async () => {
    const page = pages.resident
    await page.goto('/business?pid=1')
    const sheet = page.getByRole('dialog', { name: /BTC\/USDT/ })
    await page.getByRole('button', { name: 'Entrust Up' }).click()
    await seen(sheet)
    await sheet.getByRole('button', { name: say('trade:payWithNow', { currency: 'USDT' }) }).click()
    await expect.poll(() => layerEntries(page)).toBe(2)
    await page.goBack()
    await expect.poll(() => layers(page).count()).toBe(1)
    await page.goForward()
    await expect.poll(() => layerEntries(page)).toBe(1)
    expect(await layers(page).count()).toBe(1)
    await page.goBack()
    await gone(sheet)
    await page.goForward()
    await seen(sheet)
    await page.keyboard.press('Escape')
    await gone(sheet)
  })

  test('a reloaded countdown closes with one press, and one Back leaves the page', async () => {
    const page = pages.resident
    await page.goto('/')
    await page.goto('/business?pid=1')
    await (await seen(page.getByRole('main').getByRole('button', { name: /250/ }))).click()
    await seen(page.getByRole('dialog').getByRole('timer'))
    await page.reload()
    const keep = await seen(page.getByRole('dialog').getByRole('button', { name: say('trade:keep') }))
    await keep.click()
    await expect.poll(() => layers(page).count()).toBe(0)
    await page.goBack()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  })

  test('after a reload that closes the menu, every press of Back has an effect', async () => {
    const page = pages.resident
    await page.goto('/help')
    await page.goto('/')
    await (await seen(page.getByRole('button', { name: say('home:menu') }))).click()
    await expect.poll(() => layerEntries(page)).toBe(1)
    await page.reload()
    await expect.poll(() => layerEntries(page)).toBe(0)
    await page.goBack()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/help')
  })

  test('a link in the menu leads to its page, and Back from there to the page without the menu', async () => {
    const page = pages.resident
    await page.goto('/')
    await (await seen(page.getByRole('button', { name: say('home:menu') }))).click()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: say('pages:title.help') })
      .click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/help')
    await page.goBack()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/')
    expect(await layers(page).count()).toBe(0)
  })
})
