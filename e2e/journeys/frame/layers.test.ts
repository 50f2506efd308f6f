import { OUTSIDE, typeIdOf, waitForNewAddresses, withdraw } from '@tickmark/server/app/custody.testing'
import { operatorCaller } from '@tickmark/server/app/operatorCaller.testing'
import { codeAt } from '@tickmark/server/platform/oneTimeCode.testing'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { WITH_EDITOR } from '../../support/house/content.ts'
import { idOf } from '../../support/house/inbox.ts'
import { applyForLoan } from '../../support/house/loans.ts'
import { type Person, visitAs } from '../../support/house/people.ts'
import { LAYERS, type LayerRow } from '../../support/scenes/layerTable.ts'
import { moveIn, type Resident, sayIn, SCENES } from '../../support/scenes/scenes.ts'
import { askToSwap, swapButton, typeSwap } from '../../support/page/swaps.ts'
import { gone, seen } from '../../support/page/see.ts'
import { waitForToast } from '../../support/page/toasts.ts'
import { setStage } from '../../support/stage/stage.ts'

const stage = setStage({ CHAINS: '', ...WITH_EDITOR })
const say = sayIn('english')
let resident: Resident
let pages: Record<'visitor' | 'resident' | 'owner' | 'applicant', Page>

beforeAll(async () => {
  resident = await moveIn(stage, waitWithMoney)
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

/** Opens the layers and closes them by Back, then opens them again and closes them by Escape. */
async function walk(page: Page, { open, again }: Opening, count: number): Promise<void> {
  for (const [opened, close] of [
    [open, () => page.goBack()],
    [again, () => page.keyboard.press('Escape')],
  ] as const) {
    await opened()
    await expect.poll(() => layers(page).count()).toBe(count)
    await expect.poll(() => layerEntries(page)).toBe(count)
    await expectClosedBy(page, close, count)
  }
}

interface Opening {
  open: () => Promise<unknown>
  /** From the page that is left when the layers are closed. */
  again: () => Promise<unknown>
}

/** Goes to the page, and opens the layers there. */
function opening(page: Page, path: string, openThere: () => Promise<unknown>): Opening {
  const open = async () => {
    await page.goto('/robots.txt')
    await page.goto(path)
    await openThere()
  }
  // The address itself opens the lowest layer.
  return { open, again: /[?&](?:open|entrust)=/.test(path) ? open : openThere }
}

async function pressAll(page: Page, presses: readonly RegExp[]): Promise<void> {
  for (const [at, name] of presses.entries()) {
    const within = at === 0 ? page.getByRole('main') : layers(page).last()
    await (await seen(within.getByRole('button', { name }))).click()
  }
}

async function post({ user }: Person, call: string, json: object = {}): Promise<unknown> {
  const { status, text, body } = await user.post(`/api/${call}`, { json: { book: 0, ...json } })
  if (status !== 200) throw new Error(`${call}: ${text}`)
  return body.data
}

/** Makes a withdrawal that waits. */
async function waitWithMoney({ user, account }: Person): Promise<void> {
  await waitForNewAddresses(user)
  await withdraw(user, account, { typeId: typeIdOf(3), to: `0x${'5'.repeat(40)}`, amount: '0.01' })
}

/** Makes what a row shows. */
const BEFORE: Readonly<Record<string, () => Promise<unknown>>> = {
  'question before an address is removed': () =>
    post(resident.applicant, 'addAddress', { destination: OUTSIDE, label: '' }),
  async 'lost authenticator'() {
    const { secret } = (await post(resident.applicant, 'startAuthenticator')) as { secret: string }
    await post(resident.applicant, 'confirmAuthenticator', { code: codeAt(secret, stage.clock.nowMs()) })
  },
  'authenticator that stays on': () => post(resident.applicant, 'resetAuthenticator'),
  async 'question before an application is taken back'() {
    // Beside an operator, the simulated reviewer leaves applications undecided.
    await operatorCaller(stage, { roles: ['reviewer'] })
    await applyForLoan(resident.applicant)
  },
}

/** Layers that neither a scene nor buttons alone open, or that open differently the second time. */
const OPENINGS: Readonly<Record<string, (page: Page) => Opening>> = {
  'question about hosting': (page) => ({
    ...sceneOf('question about hosting', page),
    // The sum is still filled in.
    again: () => page.getByRole('button', { name: say('arbitrage:hostNow') }).click(),
  }),
  'question about a swap': (page) => ({
    async open() {
      await typeSwap(page, '60')
      await askToSwap(page)
    },
    again: () => askToSwap(page),
  }),
  'question about an earlier swap': (page) => ({
    async open() {
      await page.route('**/api/currencyExchange', (route) => route.abort())
      await typeSwap(page, '60')
      await (await askToSwap(page)).getByRole('button', { name: 'Yes' }).click()
      await waitForToast(page, 'Network failure, please try again later')
      await page.unroute('**/api/currencyExchange')
      stage.forgive(/currencyExchange/)
      await typeSwap(page, '70')
      await swapButton(page).click()
    },
    again: () => swapButton(page).click(),
  }),
  'reality check': (page) =>
    opening(page, '/help', async () => {
      const userId = await idOf(stage, resident)
      const check = { event: 'reality_check', minutes: 65, net: '-37.5', orders: 4 } as const
      await expect
        .poll(
          async () => {
            // Repeats until this page is connected: it misses earlier events.
            stage.app.hub.publish(userId, check)
            return layers(page).count()
          },
          // The page waits half a second after each.
          { interval: 1_000, timeout: 60_000 },
        )
        .toBe(1)
    }),
}

/** How a row of the table opens. */
function openingOf(name: string, page: Page, { path, presses = [] }: LayerRow): Opening {
  const own = OPENINGS[name]
  if (own) return own(page)
  if (path !== undefined) return opening(page, path, () => pressAll(page, presses))
  return sceneOf(name, page)
}

function sceneOf(name: string, page: Page): Opening {
  const scene = SCENES.find((one) => one.name === name)
  if (!scene) throw new Error(`nothing opens ${name}`)
  return opening(page, scene.path(resident), () => scene.open(page, say, stage, resident))
}

describe('Back and Escape close the top layer and nothing else', () => {
  test.each(Object.entries(LAYERS))('%s', async (name, row) => {
    await BEFORE[name]?.()
    const page = pages[row.as ?? 'resident']
    await walk(page, openingOf(name, page, row), row.layers.length)
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
