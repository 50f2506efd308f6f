import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { WITH_EDITOR } from '../../support/house/content.ts'
import { visitAs } from '../../support/house/people.ts'
import { seen } from '../../support/page/see.ts'
import { moveIn, type Resident, SCENES } from '../../support/scenes/scenes.ts'
import { setStage } from '../../support/stage/stage.ts'

const stage = setStage({ CHAINS: '', ...WITH_EDITOR })
let resident: Resident
let page: Page

beforeAll(async () => {
  resident = await moveIn(stage)
  page = await visitAs(stage, resident, { worker: true, motion: 'reduce', scale: 1 })
})

/** The addresses of all scenes that this user sees in the simulated account. */
const addresses = () => [
  ...new Set(SCENES.filter(({ as }) => as === undefined).map(({ path }) => path(resident))),
]

test('[API-04] each screen that was loaded stands offline, and none waits for ever', async () => {
  await page.goto('/')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
  const online: Screen[] = []
  for (const address of addresses()) online.push(await screenAt(address))
  expect(online.length).toBeGreaterThan(25)
  expect(failedOn(online)).toEqual({})
  await page.context().setOffline(true)
  const offline: Screen[] = []
  for (const { address } of online) offline.push(await screenAt(address))
  expect(offline.map(({ title }) => title)).toEqual(online.map(({ title }) => title))
  expect(failedOn(offline)).toEqual(NOT_KEPT)
  await page.goto('/?tab=watchlist')
  const coins = page.getByRole('list', { name: 'Coins' })
  await expect.poll(() => coins.getByRole('listitem').count(), { timeout: 20_000 }).toBe(1)
  await seen(page.getByText(/^Prices as of \d/))
})

/** Parts that say offline that they did not load, by screen. */
const NOT_KEPT = {
  // Personal, so kept in memory alone: the sessions and what operators saw, the messages.
  '/settings': 2,
  '/notification': 1,
}

function failedOn(screens: readonly Screen[]): Record<string, number> {
  return Object.fromEntries(
    screens.filter(({ failed }) => failed > 0).map(({ address, failed }) => [address, failed]),
  )
}

interface Screen {
  address: string
  title: string
  /** Number of parts that say that they did not load. */
  failed: number
}

/** A screen once nothing on it says that it is loading. */
async function screenAt(address: string): Promise<Screen> {
  await page.goto(address)
  const main = page.locator('main')
  await seen(main)
  await expect
    .poll(() => main.getByText('Loading', { exact: true }).count(), { message: address, timeout: 20_000 })
    .toBe(0)
  const failed = await main.getByText('Try again', { exact: true }).count()
  return { address, title: await page.title(), failed }
}
