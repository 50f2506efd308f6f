import { silentLog } from '@tickmark/server/platform/log'
import { createEvents } from '@tickmark/server/module/events'
import { addOperators } from '@tickmark/server/operators/approved.testing'
import { proposeSecurityHold } from '@tickmark/server/withdrawals/approval/securityHolds'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { cutTexts, waitUntilStill, shoot } from '../../support/page/looks.ts'
import { type Person, visitJoined } from '../../support/house/people.ts'
import { gone, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'
import { waitForToast } from '../../support/page/toasts.ts'

async function openMenu(page: Page) {
  await seen(page.getByRole('list', { name: 'Coins' }))
  await page.getByRole('button', { name: 'Open menu' }).click()
  return seen(page.getByRole('dialog', { name: 'Menu' }))
}

const pathOf = (page: Page) => new URL(page.url()).pathname

describe('the side menu', () => {
  const stage = setStage()

  test('[HOME-05] leads to account, share, chat, help and setup', async () => {
    const { page } = await visitJoined(stage)
    await page.goto('/')
    const menu = await openMenu(page)
    expect(await cutTexts(page)).toEqual([])
    const entries = menu.getByRole('navigation').locator('a, button')
    await expect
      .poll(() => entries.allInnerTexts())
      .toEqual(['Wallet', 'Order records', 'Share', 'Support chat', 'Q&A help', 'Setup'])
    for (const [entry, path] of [
      ['Wallet', '/account'],
      ['Q&A help', '/help'],
    ] as const) {
      await menu.getByRole('link', { name: entry }).click()
      await expect.poll(() => pathOf(page)).toBe(path)
      await gone(menu)
      await expect.poll(() => cutTexts(page), { message: path }).toEqual([])
      await page.goBack()
      await openMenu(page)
    }
  })

  test('[HOME-05] setup leads to messages, language, and all other settings', async () => {
    const { page } = await visitJoined(stage)
    for (const [entry, path] of [
      ['Messages', '/notification'],
      ['Price alerts', '/alerts'],
      ['Language', '/language'],
      ['Limits', '/limits'],
      ['Settings', '/settings'],
    ] as const) {
      await page.goto('/')
      await (await openMenu(page)).getByRole('button', { name: 'Setup' }).click()
      const setup = await seen(page.getByRole('dialog', { name: 'Setup' }))
      await setup.getByRole('link', { name: entry }).click()
      await expect.poll(() => pathOf(page)).toBe(path)
      await gone(setup)
      await expect.poll(() => cutTexts(page), { message: path }).toEqual([])
    }
  })

  test('[HOME-08] sharing first asks the server for permission, and then leads to the share page', async () => {
    const { page } = await visitJoined(stage)
    await page.goto('/')
    const askedAt: string[] = []
    await page.route('**/api/checkApply', async (route) => {
      askedAt.push(pathOf(page))
      await route.continue()
    })
    const menu = await openMenu(page)
    await menu.getByRole('button', { name: 'Share' }).click()
    await expect.poll(() => pathOf(page)).toBe('/share')
    await gone(menu)
    expect(askedAt).toEqual(['/'])
  })

  test('[HOME-08] a refusal shows the server’s message, and navigates nowhere', async () => {
    const person = await visitJoined(stage)
    const { page } = person
    await hold(person)
    await page.goto('/')
    const menu = await openMenu(page)
    await menu.getByRole('button', { name: 'Share' }).click()
    await waitForToast(page, /C-7001/)
    expect(pathOf(page)).toBe('/')
    await seen(menu)
    stage.forgive(/checkApply/)
  })

  test('[HOME-08] a refusal without a message gets the page’s own', async () => {
    const { page } = await visitJoined(stage)
    await page.goto('/')
    const body = JSON.stringify({ status: 409, code: 'security_hold', message: '' })
    await page.route('**/api/checkApply', (route) =>
      route.fulfill({ status: 409, contentType: 'application/json', body }),
    )
    await (await openMenu(page)).getByRole('button', { name: 'Share' }).click()
    await waitForToast(page, 'Sharing is not open to this account right now.')
    expect(pathOf(page)).toBe('/')
    stage.forgive(/checkApply/)
  })

  test('a user who closes the menu while the server is deciding stays on the page', async () => {
    const { page } = await visitJoined(stage)
    await page.clock.install()
    await page.goto('/')
    let answer = () => {}
    const asked = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/checkApply', async (route) => {
      await asked
      await route.continue()
    })
    const menu = await openMenu(page)
    await menu.getByRole('button', { name: 'Share' }).click()
    await seen(menu.getByText('Checking'))
    await menu.getByRole('button', { name: 'Close' }).click()
    await gone(menu)
    const answered = page.waitForResponse('**/api/checkApply')
    answer()
    await answered
    await page.clock.runFor(500)
    expect(pathOf(page)).toBe('/')
  })

  test('a visitor joins from the menu, and opens the share page', async () => {
    const page = await stage.visit()
    await page.goto('/')
    const menu = await openMenu(page)
    await seen(menu.getByRole('button', { name: 'Join' }))
    await menu.getByRole('button', { name: 'Share' }).click()
    await seen(page.getByText('Join to get a code and a link of your own.'))
  })

  async function hold({ address }: Person): Promise<void> {
    const { db } = stage.database.database
    const row = await db
      .selectFrom('users')
      .select('id')
      .where('address', '=', address)
      .executeTakeFirstOrThrow()
    const untilMs = stage.clock.nowMs() + 3_600_000
    const proposal = {
      caseId: 'C-7001',
      userId: Number(row.id),
      reason: 'account_takeover' as const,
      untilMs,
    }
    await addOperators(db, ['ada', 'grace'])
    for (const operator of ['ada', 'grace']) {
      const done = await proposeSecurityHold(
        { db, clock: stage.clock, events: createEvents(silentLog()) },
        { ...proposal, operator },
      )
      expect(done.ok).toBe(true)
    }
  }

  describe('the chat popup', () => {
    const popup = (page: Page) => page.getByRole('dialog', { name: 'Support' })

    test('[HOME-07] has a frame with the support chat, below the list of what support never asks for', async () => {
      const { page } = await visitJoined(stage)
      await page.goto('/')
      await (await openMenu(page)).getByRole('button', { name: 'Support chat' }).click()
      const chat = await seen(popup(page))
      await seen(chat.getByText('Support never asks for your keys, your seed phrase or a payment.'))
      const frame = await seen(chat.locator('iframe'))
      expect(await frame.getAttribute('title')).toBe('Support chat')
      expect(await frame.getAttribute('src')).toBe('/chat')
      await seen(page.frameLocator('iframe').getByRole('button', { name: 'Write to support' }))
      const box = (await frame.boundingBox()) ?? { height: 0, width: 0 }
      expect(box.width).toBe(390)
      expect(box.height).toBeGreaterThan(500)
      await waitUntilStill(page)
      await shoot(page, 'chat popup, english 390')
      expect(await cutTexts(page)).toEqual([])
      await chat.getByRole('button', { name: 'Close' }).click()
      await gone(chat)
      await gone(page.locator('iframe'))
      await expect.poll(() => page.getByRole('button', { name: 'Open menu' }).evaluate(isFocused)).toBe(true)
    })

    test('says that it did not load, and appears with the next try', async () => {
      const { page } = await visitJoined(stage)
      await page.route('**/api/service?*', (route) => route.abort())
      await page.goto('/')
      await (await openMenu(page)).getByRole('button', { name: 'Support chat' }).click()
      await seen(popup(page).getByText('The chat did not load'))
      await page.unroute('**/api/service?*')
      await page.route('**/chat', (route) => route.abort())
      await popup(page).getByRole('button', { name: 'Try again' }).click()
      await seen(popup(page).getByText('The chat did not load'))
      await page.unroute('**/chat')
      await popup(page).getByRole('button', { name: 'Try again' }).click()
      await seen(page.frameLocator('iframe').getByRole('button', { name: 'Write to support' }))
      stage.forgive(/service|ERR_FAILED/)
    })
  })
})

describe('a house with sharing disabled', () => {
  const stage = setStage({ SHOW_SHARE: '0' })

  test('[HOME-05] has no entry for it in its menu', async () => {
    const { page } = await visitJoined(stage)
    const config = page.waitForResponse('**/config.json')
    await page.goto('/')
    await (await config).finished()
    const menu = await openMenu(page)
    await seen(menu.getByRole('button', { name: 'Support chat' }))
    expect(await menu.getByText('Share').count()).toBe(0)
  })
})

function isFocused(node: Element): boolean {
  return document.activeElement === node
}
