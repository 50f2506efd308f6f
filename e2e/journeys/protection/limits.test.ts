import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { waitForConnection, idOf } from '../../support/house/inbox.ts'
import { shoot } from '../../support/page/looks.ts'
import { type Person, visitJoined } from '../../support/house/people.ts'
import { choose, figureOf, gone, reads, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'
import { holdToasts, toast, waitForToast } from '../../support/page/toasts.ts'
import { askToPlace, openOrderSheet } from '../../support/page/trade.ts'

const stage = setStage()

async function openLimits(page: Page): Promise<void> {
  await page.goto('/limits')
  await seen(rowOf(page, 'Loss in 24 hours'))
}

function rowOf(page: Page, name: string): Locator {
  return page.getByRole('button', { name: new RegExp(`^${name}`) })
}

async function edit(page: Page, name: string): Promise<Locator> {
  await rowOf(page, name).click()
  return seen(page.getByRole('dialog', { name }))
}

async function set({ user }: Person, call: string, json: object): Promise<void> {
  const { status, text } = await user.post(`/api/${call}`, { json })
  expect(status, text).toBe(200)
}

test('a limit is tightened at once and loosened after 24 hours, as stated before confirmation', async () => {
  const { page } = await visitJoined(stage)
  await page.goto('/settings')
  await page.getByRole('link', { name: /^Limits and breaks/ }).click()
  await reads(rowOf(page, 'Loss in 24 hours'), /^Loss in 24 hours No limit Used 0 USDT$/)

  let sheet = await edit(page, 'Loss in 24 hours')
  await sheet.getByRole('textbox').fill('100')
  await seen(sheet.getByText('100 USDT: holds at once.'))
  await sheet.getByRole('button', { name: 'Save' }).click()
  await waitForToast(page, 'Limit is active')
  await gone(sheet)
  await reads(rowOf(page, 'Loss in 24 hours'), /^Loss in 24 hours 100 USDT/)
  await seen(page.getByRole('progressbar', { name: 'Used of: Loss in 24 hours' }))

  sheet = await edit(page, 'Loss in 24 hours')
  await sheet.getByRole('textbox').fill('0')
  await seen(sheet.getByText(/^Please enter a whole amount from 1/))
  await sheet.getByRole('textbox').fill('500')
  await seen(sheet.getByText(/^This is looser than now\. 500 USDT holds after 24 hours, from .+; until then/))
  await shoot(page, 'limit looser')
  await sheet.getByRole('button', { name: 'Ask for it' }).click()
  await waitForToast(page, 'The change holds after 24 hours')
  await reads(rowOf(page, 'Loss in 24 hours'), /^Loss in 24 hours 100 USDT Used 0 USDT 500 USDT from /)

  sheet = await edit(page, 'Time in 7 days')
  await sheet.getByRole('textbox').fill('١٥٠')
  await seen(sheet.getByText('2 h 30 min: holds at once.'))
  await sheet.getByRole('button', { name: 'Save' }).click()
  await reads(rowOf(page, 'Time in 7 days'), /^Time in 7 days 2 h 30 min Used \d+ min/)
  await shoot(page, 'limits')

  sheet = await edit(page, 'Loss in 24 hours')
  await sheet.getByRole('textbox').fill('50')
  await seen(sheet.getByText('50 USDT: holds at once. The change that was waiting is dropped.'))
  await sheet.getByRole('button', { name: 'Save' }).click()
  await reads(rowOf(page, 'Loss in 24 hours'), /^Loss in 24 hours 50 USDT Used 0 USDT$/)
})

test('a break starts after a confirmation that states its end, and can only be extended', async () => {
  const { page } = await visitJoined(stage)
  await openLimits(page)
  await choose(page.getByRole('radiogroup', { name: 'Length of the break' }), '3 days')
  await page.getByRole('button', { name: 'Take a break' }).click()
  const question = await seen(page.getByRole('alertdialog', { name: 'Take a break of 3 days?' }))
  await seen(question.getByText(/^It ends on .*\d{4}.*\.$/))
  await seen(question.getByText(/^Nobody can end it earlier, not you and not support\./))
  await shoot(page, 'break question')
  await question.getByRole('button', { name: 'Not now' }).click()
  await gone(question)
  expect(await page.getByText(/^You are taking a break/).count()).toBe(0)
  await page.getByRole('button', { name: 'Take a break' }).click()
  const questions = await recordQuestions(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take the break' }).click()
  await seen(page.getByText(/^You are taking a break from orders until/))
  await gone(page.getByRole('alertdialog'))
  expect(await questions()).toEqual(['Take a break of 3 days?'])
  await reads(page.getByRole('radiogroup', { name: 'Length of the break' }), '7 days 30 days')
  await page.evaluate(() => scrollTo(0, 0))
  await shoot(page, 'break running')
})

test('self-exclusion needs its own confirmation', async () => {
  const { page } = await visitJoined(stage)
  await openLimits(page)
  await page.getByRole('button', { name: 'Exclude myself' }).click()
  const question = await seen(page.getByRole('alertdialog', { name: 'Exclude yourself for 6 months?' }))
  await seen(question.getByText(/^Your money stays yours/))
  const questions = await recordQuestions(page)
  await question.getByRole('button', { name: 'Exclude me' }).click()
  await seen(page.getByText(/^You have excluded yourself from orders until/))
  await gone(question)
  expect(await questions()).toEqual(['Exclude yourself for 6 months?'])
})

/** Returns every text that the open dialog shows from now on, also while it closes. */
async function recordQuestions(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const asked = new Set<string>()
    const look = () => {
      const text = document.querySelector('[role=alertdialog] h2')?.textContent
      if (text) asked.add(text)
    }
    look()
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
    Object.assign(window, { asked })
  })
  return () => page.evaluate(() => [...(window as unknown as { asked: Set<string> }).asked])
}

test('[MSG-08] an order that a break refuses leads to the page that lists the limits in force', async () => {
  const { page, ...person } = await visitJoined(stage)
  await page.goto('/business?pid=1')
  const sheet = await openOrderSheet(page)
  await set(person, 'takeBreak', { hours: 24 })
  const question = await askToPlace(page, sheet, '50')
  await holdToasts(page)
  await question.getByRole('button', { name: 'Yes' }).click()
  await waitForToast(page, /^You are taking a break from orders until .*Nobody can end it earlier\.$/)
  await gone(sheet)
  await shoot(page, 'order refused')
  await toast(page).click()
  await reads(page.getByRole('heading', { level: 1 }), 'No permission')
  await seen(page.getByRole('heading', { name: 'What applies to you now' }))
  const row = page.getByRole('link', { name: /^You are taking a break from orders until/ })
  await seen(row)
  await shoot(page, 'no permission')
  await row.click()
  await reads(page.getByRole('heading', { level: 1 }), 'Limits')
  stage.forgive(/createLimitOrder/)
})

test('the reality check waits for an open dialog, and offers a break', async () => {
  const { page, ...person } = await visitJoined(stage)
  await page.clock.install()
  await page.goto('/business?pid=1')
  const sheet = await openOrderSheet(page)
  const question = await askToPlace(page, sheet, '50')
  const userId = await idOf(stage, person)
  await waitForConnection(stage, person)
  stage.app.hub.publish(userId, { event: 'reality_check', minutes: 125, net: '-37.5', orders: 4 })
  await page.clock.runFor(1_500)
  expect(await page.getByText('Time for a look').count()).toBe(0)
  await question.getByRole('button', { name: 'No' }).click()
  await gone(question)
  await sheet.getByRole('button', { name: 'Close' }).click()
  const check = await seen(page.getByRole('dialog', { name: 'Time for a look' }))
  await reads(figureOf(check, 'Time since 00:00 UTC'), '2 h 5 min')
  await reads(figureOf(check, 'Real account, last 24 h'), '−37.50 USDT')
  await reads(figureOf(check, 'Real orders, last 24 h'), '4')
  await shoot(page, 'reality check')
  await check.getByRole('button', { name: 'Go on' }).click()
  await gone(check)
  stage.app.hub.publish(userId, { event: 'reality_check', minutes: 185, net: '0', orders: 4 })
  await seen(check)
  await reads(figureOf(check, 'Time since 00:00 UTC'), '3 h 5 min')
  await check.getByRole('button', { name: 'Take a break' }).click()
  await reads(page.getByRole('heading', { level: 1 }), 'Limits')
  await expect
    .poll(async () => (await page.getByRole('heading', { name: 'Take a break' }).boundingBox())?.y ?? 9_999)
    .toBeLessThan(844)
})

test('the reality check opens once, and not also in the framed chat', async () => {
  const { page, ...person } = await visitJoined(stage)
  await page.clock.install()
  await page.goto('/help')
  await page.getByRole('button', { name: /^Ask support/ }).click()
  const popup = await seen(page.getByRole('dialog', { name: 'Support' }))
  const frame = popup.frameLocator('iframe')
  await seen(frame.getByRole('button', { name: 'Write to support' }))
  const userId = await idOf(stage, person)
  // The page and the one in its frame.
  await expect.poll(() => stage.app.hub.size()).toBe(2)
  stage.app.hub.publish(userId, { event: 'reality_check', minutes: 60, net: '0', orders: 0 })
  await page.clock.runFor(1_500)
  expect(await frame.getByText('Time for a look').count()).toBe(0)
  await popup.getByRole('button', { name: 'Close' }).first().click()
  await seen(page.getByRole('dialog', { name: 'Time for a look' }))
})

test('a reality check that does not load does not break the screen', async () => {
  const { page, ...person } = await visitJoined(stage)
  await page.clock.install()
  await page.route('**/assets/RealityCheck-*.js', (route) => route.abort())
  await page.goto('/settings')
  await seen(page.getByRole('heading', { level: 1 }))
  const userId = await idOf(stage, person)
  await waitForConnection(stage, person)
  const asked = page.waitForRequest('**/assets/RealityCheck-*.js')
  stage.app.hub.publish(userId, { event: 'reality_check', minutes: 60, net: '0', orders: 0 })
  await asked
  await page.clock.runFor(500)
  await reads(page.getByRole('heading', { level: 1 }), 'Settings')
  stage.forgive(/RealityCheck|A screen failed|ERR_FAILED/)
})

test('a visitor reads what limits are, and is asked to join', async () => {
  const page = await stage.visit()
  await page.goto('/limits')
  await seen(page.getByText('Limits of your own'))
  await page.getByRole('main').getByRole('button', { name: 'Join' }).click()
  await seen(page.getByRole('dialog', { name: 'Join', exact: true }))
})
