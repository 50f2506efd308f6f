import { expect, test } from 'vitest'
import { waitForConnection, writeDeposits, writeMessage } from '../../support/house/inbox.ts'
import { shoot } from '../../support/page/looks.ts'
import { type Person, visitAs, visitJoined } from '../../support/house/people.ts'
import { gone, reads, scrollToEnd, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'
import { PRACTICE_READY, holdToasts, toast, waitForToast, toastsOn } from '../../support/page/toasts.ts'
import type { Page } from 'playwright-core'

const stage = setStage()

/** Amounts of the listed deposits, from the top. */
async function amounts(page: Page): Promise<number[]> {
  const texts = await rowsOf(page).allInnerTexts()
  return texts
    .flatMap((text) => (/([\d,]+) USDT/.exec(text)?.[1] ?? '').replaceAll(',', '') || [])
    .map(Number)
}

const rowsOf = (page: Page) => page.getByRole('list', { name: 'Messages' }).getByRole('article')
const count = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)

async function unreadOf({ user }: Person): Promise<number> {
  return ((await user.get('/api/getUnread')).body.data as { unread: number }).unread
}

test('[MSG-01] messages load ten at a time, each with title, date and content; new ones cause no gap and no duplicate', async () => {
  const { page, ...person } = await visitJoined(stage)
  await writeDeposits(stage, person, count(1, 34))
  await page.goto('/notification')
  await reads(page.getByRole('heading', { level: 1 }), 'Messages')
  const first = rowsOf(page).first()
  await reads(first.getByRole('heading'), /Deposit/)
  await reads(first.getByRole('time'), /\d{4}/)
  await seen(first.getByText(/34 USDT/).last())
  await shoot(page, 'messages')
  await waitForConnection(stage, person)
  await writeDeposits(stage, person, [35])
  await expect.poll(async () => (await amounts(page))[0]).toBe(35)
  await rowsOf(page).last().scrollIntoViewIfNeeded()
  await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(20)
  await writeDeposits(stage, person, [36, 37])
  // Plus the welcome message, which has no amount.
  await scrollToEnd(rowsOf(page), 38)
  await seen(page.getByText('End of list'))
  expect(await amounts(page)).toEqual(count(1, 37).toReversed())
})

test('more than a page of messages may arrive while the user was away', async () => {
  const { page, ...person } = await visitJoined(stage)
  await writeDeposits(stage, person, count(1, 5))
  await page.goto('/')
  await page.getByRole('link', { name: 'Messages, 6 unread' }).click()
  await expect.poll(() => amounts(page)).toEqual(count(1, 5).toReversed())
  await page.getByRole('button', { name: 'Back' }).click()
  await seen(page.getByRole('link', { name: /^Messages/ }))
  await writeDeposits(stage, person, count(6, 30))
  await page.getByRole('link', { name: /^Messages/ }).click()
  await scrollToEnd(rowsOf(page), 31)
  expect(await amounts(page)).toEqual(count(1, 30).toReversed())
})

test('a new message appears at once, only for its user, with the right count in each of his windows', async () => {
  const { page, ...person } = await visitJoined(stage)
  const other = await visitJoined(stage)
  const window = await visitAs(stage, person)
  await Promise.all([page, window, other.page].map((one) => one.goto('/')))
  await Promise.all(
    [page, window, other.page].map((one) => seen(one.getByRole('link', { name: 'Messages, 1 unread' }))),
  )
  await expect.poll(() => stage.app.hub.size()).toBe(3)
  await holdToasts(page)
  await writeDeposits(stage, person, [250])
  await waitForToast(page, /Deposit/)
  await Promise.all([page, window].map((one) => seen(one.getByRole('link', { name: 'Messages, 2 unread' }))))
  await seen(other.page.getByRole('link', { name: 'Messages, 1 unread' }))
  await writeDeposits(stage, other, [3])
  await expect.poll(() => toastsOn(other.page)).toEqual([expect.stringMatching(/Deposit/)])
  await toast(page).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/record')

  await window.getByRole('link', { name: 'Messages, 2 unread' }).click()
  await window.getByRole('button', { name: 'Mark all as read' }).click()
  await expect.poll(() => unreadOf(person)).toBe(0)
  await gone(window.getByRole('button', { name: 'Mark all as read' }))
  await page.goto('/')
  await seen(page.getByRole('link', { name: 'Messages', exact: true }))
})

test('a visitor who joins in the open page gets his messages there at once', async () => {
  const page = await stage.visit()
  await page.goto('/')
  // The page's socket is open, and belongs to nobody yet.
  await expect.poll(() => stage.app.hub.size()).toBe(1)
  await page.getByRole('button', { name: 'Try with a practice wallet' }).click()
  await waitForToast(page, PRACTICE_READY)
  const person = { address: await page.evaluate(() => localStorage.getItem('address') ?? '') }
  await waitForConnection(stage, person)
  await writeDeposits(stage, person, [250])
  await waitForToast(page, /Deposit/)
})

test('a message counts as read after a while in view, or when opened', async () => {
  const { page, ...person } = await visitJoined(stage)
  await writeDeposits(stage, person, [1, 2])
  let marks = 0
  page.on('request', (request) => (marks += request.url().endsWith('/api/readMessages') ? 1 : 0))
  await page.goto('/notification')
  const newest = rowsOf(page).first()
  await seen(newest.getByText('Unread:'))
  await expect.poll(() => unreadOf(person), { timeout: 150_000 }).toBe(0)
  await gone(page.getByText('Unread:'))
  expect(marks, 'what is seen together is marked in one call').toBe(1)
  await waitForConnection(stage, person)
  await writeDeposits(stage, person, [3])
  await reads(newest.getByRole('heading'), /^Unread/)
  await newest.getByRole('link', { name: /^Open: / }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/record')
  await expect.poll(() => unreadOf(person)).toBe(0)
})

test('a muted kind is listed, but neither counted nor announced; security cannot be muted', async () => {
  const { page, ...person } = await visitJoined(stage)
  await page.goto('/notification')
  await page.getByRole('button', { name: 'Notification settings' }).click()
  const sheet = await seen(page.getByRole('dialog', { name: 'Notification settings' }))
  await seen(sheet.getByText('Always on'))
  expect(await sheet.getByRole('switch', { name: /Security/ }).count()).toBe(0)
  await sheet.getByRole('switch', { name: /^Money/ }).click()
  await expect
    .poll(async () => (await person.user.get('/api/getMessageSettings')).body.data)
    .toMatchObject({ muted: ['money'] })
  await shoot(page, 'messages settings')
  await sheet.getByRole('button', { name: 'Close' }).click()
  await gone(sheet)
  await expect.poll(() => unreadOf(person), { timeout: 150_000 }).toBe(0)
  await waitForConnection(stage, person)
  await writeDeposits(stage, person, [77])
  await expect.poll(() => amounts(page)).toEqual([77])
  expect(await toastsOn(page)).toEqual([])
  expect(await unreadOf(person)).toBe(0)
  await writeMessage(stage, person, { kind: 'hold_begun', facts: { until: '2026-11-24 10:00 UTC' } })
  await waitForToast(page, /./)
})

test('messages that protect the account are always announced, even right after the user’s own action', async () => {
  const { page, ...person } = await visitJoined(stage)
  await page.goto('/notification?notices')
  const sheet = await seen(page.getByRole('dialog', { name: 'Notification settings' }))
  const done = page.waitForResponse(/muteMessages/)
  await sheet.getByRole('switch', { name: /^Money/ }).click()
  await done
  await waitForConnection(stage, person)
  await writeMessage(stage, person, { kind: 'address_added', facts: { address: '0x71C7…1b94' } })
  await waitForToast(page, /./)
})

test('two switches changed at once each end with the server’s value', async () => {
  const { page, ...person } = await visitJoined(stage)
  await page.goto('/notification?notices')
  const sheet = await seen(page.getByRole('dialog', { name: 'Notification settings' }))
  const [money, support] = [/^Money/, /^Support/].map((name) => sheet.getByRole('switch', { name }))
  let calls = 0
  await page.route('**/api/muteMessages', async (route) => {
    calls += 1
    if (calls > 1) return route.continue()
    // The first call fails only after the second has succeeded.
    await page.waitForResponse(/muteMessages/)
    return route.abort()
  })
  await money?.click()
  await support?.click()
  await expect.poll(() => money?.isChecked()).toBe(true)
  await expect.poll(() => support?.isChecked()).toBe(false)
  const { data } = (await person.user.get('/api/getMessageSettings')).body
  expect(data).toMatchObject({ muted: ['support'] })
  stage.forgive(/muteMessages|ERR_FAILED/)
})

test('[MSG-01] without a message the list says so, and a visitor is asked to join', async () => {
  const visitor = await stage.visit()
  await visitor.goto('/notification')
  await seen(visitor.getByText('Your messages'))
  expect(await visitor.getByRole('button', { name: 'Notification settings' }).count()).toBe(0)
  await visitor.getByRole('main').getByRole('button', { name: 'Join' }).click()
  await seen(visitor.getByRole('dialog', { name: 'Join', exact: true }))

  const { page, ...person } = await visitJoined(stage)
  await page.route('**/api/getMyMessage*', async (route) => {
    const url = new URL(route.request().url())
    expect(url.pathname).toBe('/api/getMyMessage')
    await route.abort()
  })
  await page.goto('/notification')
  await seen(page.getByText('Messages did not load'))
  await page.unroute('**/api/getMyMessage*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  expect(await unreadOf(person)).toBeLessThanOrEqual(1)
  stage.forgive(/getMyMessage/)
})
