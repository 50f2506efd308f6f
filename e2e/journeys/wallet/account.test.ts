import { encodeInput } from '@tickmark/wire/legacy/codec'
import { BOOK_KEY } from '@tickmark/wire/legacy/storageKeys'
import type { Page } from 'playwright-core'
import { privateKeyToAddress } from 'viem/accounts'
import { beforeAll, describe, expect, test } from 'vitest'
import { recordCalls } from '../../support/stage/calls.ts'
import { waitForConnection } from '../../support/house/inbox.ts'
import { waitUntilStill } from '../../support/page/looks.ts'
import { placeOrder, ordersOf } from '../../support/house/orders.ts'
import { accountName, newPerson, type Person, visitAs, visitJoined } from '../../support/house/people.ts'
import { choose, gone, reads, seen } from '../../support/page/see.ts'
import { swapNow } from '../../support/page/swaps.ts'
import { setStage } from '../../support/stage/stage.ts'
import { PRACTICE_READY, toast, waitForToast } from '../../support/page/toasts.ts'

const stage = setStage()

describe('the account in use', () => {
  let person: Person & { page: Page }
  let page: Page
  beforeAll(async () => {
    person = await visitJoined(stage)
    page = person.page
    await page.goto('/')
  })

  test('[ACC-07] is switched after a confirmation, kept, and sent with every later call', async () => {
    await seen(page.getByText('Simulated account'))
    await reads(holdings(page), /^\$[1-9][\d,]+\.\d\d$/)
    const calls = await recordCalls(page, stage)
    const menu = await openMenu(page)
    await choose(accounts(page), 'Real')
    const question = await seen(page.getByRole('alertdialog', { name: 'Switch to the real account?' }))
    await question.getByRole('button', { name: 'Switch' }).click()
    await waitForToast(page, 'Real account')
    await menu.getByRole('button', { name: 'Close' }).click()
    await gone(menu)
    await gone(page.getByText('Simulated account'))
    await reads(holdings(page), '$0.00')
    expect(await keptBook(page)).toBe('0')
    const holdingsCalls = calls.filter((call) => call.path === '/api/getMyWalletData')
    expect(holdingsCalls.at(-1)?.fields).toMatchObject(
      encodeInput('getMyWalletData', { book: 0, address: person.address }),
    )
    await page.reload()
    await reads(holdings(page), '$0.00')
    expect(await page.getByText('Simulated account').count()).toBe(0)
  })

  test('[ACC-07] stays after a No, and choosing the current one does nothing', async () => {
    const menu = await openMenu(page)
    await choose(accounts(page), 'Real')
    expect(await page.getByRole('alertdialog').count()).toBe(0)
    await choose(accounts(page), 'Simulated')
    const question = await seen(page.getByRole('alertdialog', { name: 'Switch to the simulated account?' }))
    await question.getByRole('button', { name: 'Stay' }).click()
    await gone(question)
    expect(await accounts(page).getByRole('radio', { name: 'Real' }).isChecked()).toBe(true)
    expect(await keptBook(page)).toBe('0')
    await menu.getByRole('button', { name: 'Close' }).click()
    await gone(menu)
  })

  test('[ACC-08] the simulated one wears its badge on home, on the order sheet and on the orders', async () => {
    await openMenu(page)
    await choose(accounts(page), 'Simulated')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Switch' }).click()
    await waitForToast(page, 'Simulated account')
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Close' }).click()
    const badge = page.getByText('Simulated account', { exact: true })
    await gone(toast(page))
    await seen(badge)
    await page.goto('/order')
    await seen(badge)
    await page.goto('/account')
    const currencies = await seen(page.getByRole('list', { name: 'Currencies' }))
    expect(await currencies.getByRole('link').count()).toBe(0)
    await page.goto('/business?pid=1&entrust=up')
    await seen(page.getByRole('dialog').getByText('Simulated account', { exact: true }))
  })

  test('[HOME-05] the menu leads to account, orders and setup; setup leads to language and settings', async () => {
    await page.goto('/')
    const menu = await openMenu(page)
    await menu.getByRole('link', { name: 'Order records' }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/order')
    await gone(menu)
    await page.goBack()
    await openMenu(page)
    await menu.getByRole('button', { name: 'Setup' }).click()
    const setup = await seen(page.getByRole('dialog', { name: 'Setup' }))
    await setup.getByRole('link', { name: 'Language' }).click()
    await expect.poll(() => page.title()).toBe('Language choice')
    await gone(setup)
    await page.getByRole('button', { name: 'Back' }).click()
    await (await openMenu(page)).getByRole('button', { name: 'Setup' }).click()
    await setup.getByRole('link', { name: 'Settings' }).click()
    await expect.poll(() => page.title()).toBe('Settings')
  })

  test('[HOME-05] the menu lists no closed feature', async () => {
    await page.goto('/')
    const menu = await openMenu(page)
    const targets = await menu
      .getByRole('link')
      .evaluateAll((links) => links.map((a) => a.getAttribute('href')))
    for (const href of targets) {
      const other = await person.page.context().newPage()
      await other.goto(href ?? '/')
      const heading = await seen(other.getByRole('heading', { level: 1 }))
      expect(await heading.innerText(), href ?? '').not.toMatch(/Not open yet|Not Found/)
      await other.close()
    }
  })
})

test('an account that only lost 10 USDT shows this as its result of today and in total, whatever its coins do', async () => {
  const people = [await newPerson(stage), await newPerson(stage)]
  for (const [type, { user }] of people.entries())
    await placeOrder(user, { type: type === 0 ? 0 : 1, money: '10' })
  await expect
    .poll(async () => (await ordersOf(people[1]?.user ?? fail(), 0)).every((one) => one.entryPrice !== null))
    .toBe(true)
  await stage.jump(62_000)
  const results = () => Promise.all(people.map(async ({ user }) => (await ordersOf(user, 1))[0]?.outcome))
  await expect.poll(results).toContain('lost')
  const loser = people[(await results()).indexOf('lost')] ?? fail()
  const page = await visitAs(stage, loser)
  await page.goto('/')
  const total = page.getByRole('region', { name: 'Total holdings' })
  const result = total.locator('p').last()
  await reads(result, '−10.00 from today’s orders')
  const before = await holdings(page).innerText()
  await expect.poll(() => holdings(page).innerText(), { timeout: 120_000 }).not.toBe(before)
  await reads(result, '−10.00 from today’s orders')
  await page.goto('/account')
  await reads(result, '−10.00 from today’s orders −10.00 from all orders')
  // The curve starts with the account, not with a cliff from zero.
  await reads(
    page.getByRole('region', { name: 'Holdings over time' }).locator('p').first(),
    /^(Between|Unchanged at) \$[1-9]/,
  )
})

test('the curve of holdings never stands wider than a narrow screen', async () => {
  const page = await visitAs(stage, await newPerson(stage), { width: 320, height: 640 })
  await page.addInitScript(recordWidths)
  await page.goto('/account')
  const curve = page.getByRole('region', { name: 'Holdings over time' }).locator('svg[role=img]')
  await reads(
    page.getByRole('region', { name: 'Holdings over time' }).locator('p').first(),
    /^(Between|Unchanged)/,
  )
  expect(Number(await curve.getAttribute('width'))).toBe(280)
  const seenWidths = await page.evaluate(() => (window as Drawn).widths ?? [])
  expect(seenWidths.length).toBeGreaterThan(0)
  expect(Math.max(...seenWidths)).toBe(280)
})

interface Drawn {
  widths?: number[]
}

/** Runs in the page before its scripts: the width of every drawing in every state that the page was in. */
function recordWidths(): void {
  const widths: number[] = []
  ;(window as Drawn).widths = widths
  new MutationObserver(() => {
    for (const one of document.querySelectorAll('section svg[role=img]'))
      widths.push(Number(one.getAttribute('width')))
  }).observe(document, { subtree: true, childList: true, attributes: true })
}

function fail(): never {
  throw new Error('one of two people is missing')
}

describe('the wallet with its value beside it', () => {
  const wide = { width: 1280, height: 800 }

  test('hides reserved as well as available amounts, and never shows a reserved one as available', async () => {
    const { page, user } = await visitJoined(stage, wide)
    await placeOrder(user, { money: '100' })
    await page.goto('/account')
    const free = page.getByRole('list', { name: 'Available' }).getByRole('listitem')
    const dollars = free.filter({ hasText: 'USDT' })
    await reads(dollars, /[\d,.]+ USDT [\d,.]+ USDT held$/)
    const total = page.getByRole('region', { name: 'Total holdings' })
    await reads(
      total.locator('p').last(),
      '0.00 from today’s orders 0.00 from all orders $100.00 in open orders',
    )
    await page.getByRole('button', { name: 'Hide amounts' }).click()
    await reads(dollars, /of the whole •••• ••••$/)
    expect(await total.innerText()).not.toMatch(/\d/)
    expect(await page.getByRole('list', { name: 'Currencies' }).innerText()).not.toMatch(/\d/)
  })

  test('says that it did not load, and no longer shows a loading sign', async () => {
    const { page } = await visitJoined(stage, wide)
    await page.route('**/api/getMyWalletData?*', (route) => route.abort())
    await page.goto('/account')
    await seen(page.getByText('The wallet did not load'))
    await seen(page.getByRole('img', { name: /^(Between|Unchanged)/ }))
    await expect.poll(() => page.getByRole('main').locator('.breathe').count()).toBe(0)
    stage.forgive(/getMyWalletData|ERR_FAILED/)
  })
})

describe('settings', () => {
  test('[ACC-02] the simulated money is reset after a confirmation, without open orders, once in 24 hours', async () => {
    const { page, user } = await visitJoined(stage)
    await page.goto('/settings')
    const reset = async () => {
      await page.getByRole('button', { name: 'Reset simulated account' }).click()
      const question = await seen(page.getByRole('alertdialog', { name: 'Reset the simulated account?' }))
      await question.getByRole('button', { name: 'Reset' }).click()
      await gone(question)
    }
    await swapNow(user, { from: 1, to: 3, amount: '100' })
    await reset()
    await waitForToast(page, 'Simulated account reset')
    await swapNow(user, { from: 1, to: 3, amount: '100' })
    await reset()
    await waitForToast(page, /^The simulated account can be reset once in 24 hours\. The next time is /)
    await placeOrder(user, { money: '10', pid: 1 })
    await reset()
    await waitForToast(page, 'Please wait until your simulated orders have ended, then reset the account.')
    stage.forgive(/409.*resetSimulated/)
  })

  test('[ACC-02] a session can be ended from another device, and its page says so at once', async () => {
    const person = await newPerson(stage)
    const phone = await visitAs(stage, person)
    await phone.goto('/')
    await seen(phone.getByRole('button', { name: accountName(person.address) }))
    await waitForConnection(stage, person)
    const { body } = await person.user.get('/api/sessions')
    const [own] = (body.data as { list: { id: string }[] }).list
    await person.user.delete('/api/session', { query: { id: own?.id ?? '' } })
    await waitForToast(phone, 'Your session has ended. Sign in again to go on.')
    await gone(phone.getByRole('button', { name: accountName(person.address) }))
    stage.tolerate(/status of 401/)
  })

  test('[ACC-02] signing out asks first, ends the session and forgets the address', async () => {
    const person = await newPerson(stage)
    const page = await visitAs(stage, person)
    await page.goto('/settings')
    await page.getByRole('button', { name: 'Sign out' }).click()
    const question = await seen(page.getByRole('alertdialog', { name: 'Sign out?' }))
    await question.getByRole('button', { name: 'Sign out' }).click()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('address'))).toBeNull()
    await seen(page.getByRole('button', { name: 'Join', exact: true }))
    expect((await person.user.get('/api/sessions')).status).toBe(401)
    // The page may have sent a request just before the session ended.
    stage.tolerate(/status of 401/)
  })

  test('[ACC-02][API-04] a sign-out without a network lasts when the page is loaded again', async () => {
    const person = await newPerson(stage)
    const page = await visitAs(stage, person)
    await page.goto('/settings')
    await page.getByRole('button', { name: 'Sign out' }).click()
    const question = await seen(page.getByRole('alertdialog', { name: 'Sign out?' }))
    await page.context().setOffline(true)
    await question.getByRole('button', { name: 'Sign out' }).click()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('address'))).toBeNull()
    expect((await person.user.get('/api/sessions')).status).toBe(200)
    // The page closes before it notices that the network is back.
    await page.goto('about:blank')
    await page.context().setOffline(false)
    await page.goto('/')
    await seen(page.getByRole('button', { name: 'Join', exact: true }))
    await expect.poll(async () => (await person.user.get('/api/sessions')).status).toBe(401)
    await page.reload()
    await seen(page.getByRole('button', { name: 'Join', exact: true }))
    stage.tolerate(/status of 401/)
  })

  test('[ACC-02] theme and colours change at once and are kept', async () => {
    const page = await stage.visit()
    await page.goto('/settings')
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    const light = await ground()
    await choose(page.getByRole('radiogroup', { name: 'Theme' }), 'Ink')
    await expect.poll(ground).not.toBe(light)
    await waitUntilStill(page)
    const dark = await ground()
    await choose(page.getByRole('radiogroup', { name: 'Colours of rise and fall' }), 'Red up, green down')
    await page.reload()
    await seen(page.getByRole('heading', { name: 'Settings' }))
    await expect.poll(ground).toBe(dark)
    expect(await page.evaluate(() => document.documentElement.dataset['updown'])).toBe('red-green')
  })
})

describe('copying', () => {
  test('[ACC-05] takes the whole address, and reports success or the browser’s refusal', async () => {
    const { page, address } = await visitJoined(stage)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/')
    const menu = await openMenu(page)
    await menu.getByRole('button', { name: 'Copy' }).click()
    await waitForToast(page, 'Copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    })
    await menu.getByRole('button', { name: /^Cop/ }).click()
    await waitForToast(page, 'The browser did not allow copying')
  })

  test('[ACC-02] a practice wallet shows its key, which matches its address', async () => {
    const page = await stage.visit()
    await page.goto('/')
    await page.getByRole('button', { name: 'Try with a practice wallet' }).click()
    await waitForToast(page, PRACTICE_READY)
    const address = await page.evaluate(() => localStorage.getItem('address'))
    await page.goto('/settings')
    await page.getByRole('button', { name: 'Show the key' }).click()
    const key = await seen(page.getByText(/^0x[0-9a-f]{64}$/))
    expect(privateKeyToAddress((await key.innerText()) as `0x${string}`)).toBe(address)
    await seen(page.getByText('Anyone with this key can open your practice account.'))
    await page.getByRole('button', { name: 'Hide the key' }).click()
    await gone(key)
  })
})

test('[ACC-02] a session that ran out asks to sign in again, and the page goes on', async () => {
  const { page, address } = await visitJoined(stage)
  await page.goto('/')
  await seen(page.getByRole('button', { name: accountName(address) }))
  await stage.jump(24 * 3_600_000 + 60_000)
  await page.getByRole('link', { name: 'Orders', exact: true }).click()
  await seen(page.getByText('Your orders are kept with your wallet'))
  await page.getByRole('link', { name: 'Markets', exact: true }).click()
  await seen(page.getByRole('list', { name: 'Coins' }))
  stage.tolerate(/status of 401/)
})

function holdings(page: Page) {
  return page.getByRole('region', { name: 'Total holdings' }).locator('[class*=text-34]')
}

async function openMenu(page: Page) {
  await page.getByRole('button', { name: 'Open menu' }).click()
  return seen(page.getByRole('dialog', { name: 'Menu' }))
}

function accounts(page: Page) {
  return page.getByRole('radiogroup', { name: 'Real or simulated account' })
}

function keptBook(page: Page): Promise<string | null> {
  return page.evaluate((key) => localStorage.getItem(key), BOOK_KEY)
}
