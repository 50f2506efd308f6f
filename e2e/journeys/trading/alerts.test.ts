import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { waitForConnection } from '../../support/house/inbox.ts'
import { shoot } from '../../support/page/looks.ts'
import { holdSession, type Person, visitJoined } from '../../support/house/people.ts'
import { choose, gone, reads, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'
import { waitForToast } from '../../support/page/toasts.ts'

const stage = setStage()

async function openSheet(page: Page, pid = 1): Promise<Locator> {
  await page.goto(`/business?pid=${pid}`)
  await page.getByRole('button', { name: 'Price alerts' }).click()
  return seen(page.getByRole('dialog', { name: /^Price alert for/ }))
}

async function priceOf(sheet: Locator): Promise<number> {
  const now = await seen(sheet.getByText(/^Now [\d,.]+$/))
  return Number((await now.innerText()).replace(/[^\d.]/g, ''))
}

async function alertsOf({
  user,
}: Person): Promise<{ symbol: string; side: string; firedAt: number | null }[]> {
  const { list } = (await user.get('/api/getAlerts')).body.data as {
    list: { symbol: string; side: string; firedAt: number | null }[]
  }
  return list
}

test('an alert says what it means before it is set, is listed with its coin, and can be removed', async () => {
  const { page, ...person } = await visitJoined(stage)
  const sheet = await openSheet(page)
  const price = await priceOf(sheet)
  const field = sheet.getByRole('textbox', { name: 'Price in USDT' })
  await sheet.getByRole('button', { name: 'Set alert' }).click()
  await seen(sheet.getByText('Please enter a value.'))
  await field.fill(String(Math.round(price * 1.1)))
  await seen(sheet.getByText(/^Fires when BTC reaches [\d,.]+ or more, (9\.9|10\.0|10\.1)% above now\.$/))
  await shoot(page, 'alert sheet')
  await sheet.getByRole('button', { name: 'Set alert' }).click()
  await waitForToast(page, 'Alert for BTC is set')
  await seen(sheet.getByText(/^Rises to/))
  expect(await field.inputValue()).toBe('')

  await choose(sheet.getByRole('radiogroup', { name: 'What to watch' }), 'A move in percent')
  await choose(sheet.getByRole('radiogroup', { name: 'Direction of the move' }), 'Fall')
  const move = sheet.getByRole('textbox', { name: 'Move from the price now' })
  await move.fill('99.5')
  await seen(sheet.getByText('A rise can be at most 1,000%, a fall at most 99%.'))
  await move.fill('2.5')
  await seen(sheet.getByText(/^Fires when BTC reaches [\d,.]+ or less, 2\.5% below now\.$/))
  await sheet.getByRole('button', { name: 'Set alert' }).click()
  await seen(sheet.getByText(/^Falls to/))
  await shoot(page, 'alert sheet with alerts')
  expect((await alertsOf(person)).map((one) => one.side).toSorted()).toEqual(['above', 'below'])
  await sheet.getByRole('button', { name: /^Remove the alert BTC · Rises to/ }).click()
  await gone(sheet.getByText(/^Rises to/))

  await page.goto('/settings')
  await page.getByRole('link', { name: 'Price alerts' }).click()
  await reads(page.getByRole('heading', { level: 1 }), 'Price alerts')
  const waiting = page.getByRole('list', { name: 'Waiting' }).getByRole('listitem')
  await reads(waiting, /^BTC · Falls to [\d,.]+ −2\.50% · set/)
  await shoot(page, 'alerts')
  await waiting.getByRole('button', { name: /^Remove/ }).click()
  await seen(page.getByText('No price alerts'))
  expect(await alertsOf(person)).toEqual([])
})

test('an alert that fires shows in a toast, in the bell’s count, and in the list as fired', async () => {
  const { page, ...person } = await visitJoined(stage)
  await page.goto('/')
  await seen(page.getByRole('link', { name: 'Messages, 1 unread' }))
  await waitForConnection(stage, person)
  for (const value of ['0.01', '-0.01']) {
    const { status, text } = await person.user.post('/api/addAlert', {
      json: { pid: 1, kind: 'percent', value },
    })
    expect(status, text).toBe(200)
  }
  await expect
    .poll(async () => (await alertsOf(person)).filter((one) => one.firedAt !== null).length, {
      timeout: 150_000,
    })
    .toBeGreaterThanOrEqual(1)
  await waitForToast(page, /BTC/)
  await seen(page.getByRole('link', { name: /^Messages, [23] unread/ }))
  await page.goto('/alerts')
  await seen(page.getByRole('list', { name: 'Fired lately' }).getByText(/^Reached at [\d,.]+/))
  await shoot(page, 'alerts fired')
})

test('a refusal by the server is shown, and nothing typed is lost', async () => {
  const { page, ...person } = await visitJoined(stage)
  for (let at = 0; at < 50; at++) {
    await person.user.post('/api/addAlert', { json: { pid: 2, kind: 'price', value: String(9_000 + at) } })
  }
  const sheet = await openSheet(page)
  const field = sheet.getByRole('textbox', { name: 'Price in USDT' })
  await field.fill('90000')
  await seen(sheet.getByText('You have 50 alerts waiting. Remove one to set another.'))
  expect(await field.inputValue()).toBe('90000')
})

test('without prices the page says that no alert can be set', async () => {
  const { page } = await visitJoined(stage)
  const sheet = await openSheet(page)
  await sheet.getByRole('textbox', { name: 'Price in USDT' }).fill('90000')
  await seen(sheet.getByText(/^Fires when BTC/))
  await page.context().setOffline(true)
  await reads(
    sheet,
    /No price is arriving now, so no alert can be set just now\. Those already set still wait\./,
  )
  expect(await sheet.getByText(/^Now [\d,.]+$/).count()).toBe(0)
  await page.context().setOffline(false)
  await seen(sheet.getByText(/^Fires when BTC/))
})

test('a tap on the bell before the session is known waits for it', async () => {
  const { page } = await visitJoined(stage)
  const answer = await holdSession(page)
  await page.goto('/business?pid=1')
  await page.getByRole('button', { name: 'Price alerts' }).click()
  answer()
  await seen(page.getByRole('dialog', { name: /^Price alert for/ }))
  expect(await page.getByRole('dialog', { name: 'Join', exact: true }).count()).toBe(0)
})

test('a visitor who taps the bell is asked to join', async () => {
  const page = await stage.visit()
  await page.goto('/business?pid=1')
  await page.getByRole('button', { name: 'Price alerts' }).click()
  await seen(page.getByRole('dialog', { name: 'Join', exact: true }))
  await page.goto('/alerts')
  await seen(page.getByText('Hear of a price'))
})
