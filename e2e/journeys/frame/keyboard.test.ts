import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { visitJoined } from '../../support/house/people.ts'
import { gone, reads, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'

const stage = setStage()

describe('with a keyboard alone', () => {
  let page: Page
  beforeAll(async () => {
    page = (await visitJoined(stage, { width: 700, height: 900 })).page
  })

  test('[HOME-01] arrow keys switch between lists, and Enter opens a coin', async () => {
    await page.goto('/')
    const top = await seen(page.getByRole('tab', { name: 'Top' }))
    await top.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => focused(page.getByRole('tab', { name: 'Watchlist' }))).toBe(true)
    await page.keyboard.press('End')
    await seen(page.getByRole('tab', { name: 'All', selected: true }))
    await page.keyboard.press('Home')
    await seen(page.getByRole('tab', { name: 'Top', selected: true }))
    await tabTo(page, page.getByRole('link', { name: /^BTC/ }))
    await page.keyboard.press('Enter')
    const heading = await seen(page.getByRole('heading', { name: /^Bitcoin/ }))
    await expect.poll(() => focused(heading)).toBe(true)
  })

  test('[ORD-01][ORD-03] an order is placed; the focus moves into each sheet, stays there and returns', async () => {
    await page.goto('/business?pid=1')
    const entrust = await seen(page.getByRole('button', { name: 'Entrust Down' }))
    await tabTo(page, entrust)
    await page.keyboard.press('Enter')
    const sheet = await seen(page.getByRole('dialog', { name: /BTC\/USDT/ }))
    await expect.poll(() => holdsFocus(sheet)).toBe(true)
    await seen(sheet.getByRole('radiogroup', { name: 'Return range' }))
    for (let step = 0; step < 30; step++) {
      await page.keyboard.press('Tab')
      await expect.poll(() => holdsFocus(sheet), { message: `after ${step + 1} steps` }).toBe(true)
    }
    await page.keyboard.press('Escape')
    await gone(sheet)
    await expect.poll(() => focused(entrust)).toBe(true)

    await page.keyboard.press('Enter')
    await seen(sheet)
    await tabTo(page, sheet.getByRole('radio', { name: 'Down' }))
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => sheet.getByRole('radio', { name: 'Up', exact: true }).isChecked()).toBe(true)
    await seen(sheet.getByRole('radiogroup', { name: 'Return range' }))
    await tabTo(page, sheet.getByRole('textbox', { name: 'Amount' }))
    await page.keyboard.type('35')
    await tabTo(page, sheet.getByRole('button', { name: /^Place order/ }))
    await page.keyboard.press('Enter')
    const question = await seen(page.getByRole('alertdialog'))
    // The focus starts on No, so that a second Enter places nothing.
    await expect.poll(() => focused(question.getByRole('button', { name: 'No' }))).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const countdown = await seen(page.getByRole('dialog', { name: /Up · 35/ }))
    await reads(countdown.getByRole('timer'), /^00:0[01]:\d\d$/)
    await page.keyboard.press('Escape')
    await gone(countdown)
  })

  test('[MSG-03] the arrow keys follow the reading direction', async () => {
    const { page: arabic } = await visitJoined(stage, { language: 'arab' })
    await arabic.goto('/')
    const tabs = arabic.getByRole('tab')
    await seen(tabs)
    await tabs.first().focus()
    await arabic.keyboard.press('ArrowLeft')
    await expect.poll(() => focused(tabs.nth(1))).toBe(true)
  })
})

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let step = 0; step < 60; step++) {
    if (await focused(target)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('it cannot be reached with the Tab key')
}

function focused(target: Locator): Promise<boolean> {
  return target.first().evaluate((node) => node === document.activeElement)
}

function holdsFocus(sheet: Locator): Promise<boolean> {
  return sheet.evaluate((node) => node.contains(document.activeElement))
}
