import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { reads, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'

const stage = setStage()

/** Every route and the page title that it sets. */
const TITLES: readonly (readonly [path: string, title: string])[] = [
  ['/', 'Smart Contract'],
  ['/business?pid=1', 'Detail'],
  ['/order', 'Order records'],
  ['/account', 'Wallet list'],
  ['/notification', 'Messages'],
  ['/language', 'Language choice'],
  ['/share', 'Share'],
  ['/share/friend', 'Share'],
  ['/help', 'Q&A help'],
  ['/qa', 'Q&A'],
  ['/qa?id=1', 'Q&A'],
  ['/guide', 'Your first order'],
  ['/chat', 'Support'],
  ['/record?type=0', 'History by type'],
  ['/record?type=2', 'History by type'],
  ['/arbitrage', 'Arbitrage home'],
  ['/arbitrageRecord', 'Arbitrage records'],
  ['/arbitrageIntro', 'Arbitrage introduction'],
  ['/arbitrageProduct?mid=1', 'Arbitrage product'],
  ['/recharge?aid=1&name=USDT&coin=USDT', 'Deposit / withdraw / swap'],
  ['/statement', 'Statement'],
  ['/signed-balances', 'Balance proof'],
  ['/protection', 'Withdrawal protection'],
  ['/loan', 'Loan application'],
  ['/detail', 'Loan list'],
  ['/loandetail', 'Loan repayment schedule'],
  ['/loandetail/7', 'Loan repayment schedule'],
  ['/loandetail?id=7', 'Loan repayment schedule'],
  // There is nothing to sign without an application.
  ['/sign', 'Share'],
  ['/nft', 'NFT'],
  ['/nft/shop', 'NFT shop'],
  ['/nft/tasks', 'NFT tasks'],
  ['/nft/orders', 'NFT orders'],
  ['/no-permission', 'No permission'],
  ['/settings', 'Settings'],
  ['/alerts', 'Price alerts'],
  ['/limits', 'Limits'],
]

describe('an address', () => {
  let page: Page
  beforeAll(async () => {
    page = await stage.visit()
  })

  test.each(TITLES)('[SHELL-01][SHELL-03] %s opens with the title "%s"', async (path, title) => {
    await page.goto(path)
    await expect.poll(() => page.title()).toBe(title)
    const heading = await seen(page.getByRole('heading', { level: 1 }))
    const text = await heading.innerText()
    expect(text).not.toBe('Not Found')
  })

  test.each(['/nowhere', '/business/1', '/loandetail/7/8', '/nft/shop/1', '/index.html/x', '/%F0%9F%92%A9'])(
    '[SHELL-02] %s is Not Found, and leads back to the markets',
    async (path) => {
      await page.goto(path)
      await expect.poll(() => page.title()).toBe('Not Found')
      await reads(page.getByRole('heading', { level: 1 }), 'Not Found')
      await page.getByRole('button', { name: 'To the markets' }).click()
      await seen(page.getByRole('list', { name: 'Coins' }))
      expect(new URL(page.url()).pathname).toBe('/')
    },
  )

  test.each(['/loandetail/42', '/loandetail?id=42'])(
    '[SHELL-04] a loan is named in the path or in the query: %s',
    async (path) => {
      await page.goto(path)
      await expect.poll(() => page.title()).toBe('Loan repayment schedule')
    },
  )

  test('[SHELL-05] a route that only a feature declares opens like those of the table', async () => {
    await page.goto('/receipt/01234567-89ab-7def-8123-456789abcdef')
    await expect.poll(() => page.title()).toBe('Receipt')
    await reads(page.getByRole('heading', { level: 1 }), 'Receipt')
  })

  test('[MSG-08] /no-permission says why a page may be closed, and what opens it', async () => {
    await page.goto('/no-permission')
    await reads(page.getByRole('heading', { level: 1 }), 'No permission')
    await seen(page.getByText('It may be a limit you set yourself, or a rule of your region.'))
    await page.getByRole('main').getByRole('button', { name: 'Join' }).click()
    await seen(page.getByRole('dialog', { name: 'Join' }))
  })
})

describe('navigation', () => {
  test('[SHELL-03] the title follows every step, forward and back', async () => {
    const page = await stage.visit()
    await page.goto('/')
    await (await seen(page.getByRole('link', { name: /^BTC/ }))).click()
    await expect.poll(() => page.title()).toBe('Detail')
    await page.getByRole('button', { name: 'My orders' }).click()
    await expect.poll(() => page.title()).toBe('Order records')
    await page.goBack()
    await expect.poll(() => page.title()).toBe('Detail')
    await page.getByRole('button', { name: 'Back' }).click()
    await expect.poll(() => page.title()).toBe('Smart Contract')
    await page.goForward()
    await expect.poll(() => page.title()).toBe('Detail')
  })

  test('[SHELL-06] an aborted, doubled or refused navigation causes no error', async () => {
    const page = await stage.visit()
    await page.goto('/')
    const orders = page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Orders', exact: true })
    const markets = page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Markets', exact: true })
    await seen(orders)
    // Navigates on before the first page is shown, and twice to the same page.
    await page.evaluate(() => {
      const links = [...document.querySelectorAll<HTMLAnchorElement>('nav a')]
      for (let turn = 0; turn < 9; turn++) links[turn % 2 === 0 ? 1 : 0]?.click()
      links[1]?.click()
    })
    await expect.poll(() => page.title()).toBe('Order records')
    const length = await page.evaluate(() => history.length)
    await orders.click()
    expect(await page.evaluate(() => history.length)).toBe(length)
    // The browser rejects the navigation, as Safari does after a hundred in a row.
    await page.evaluate(() => {
      history.pushState = () => {
        throw new DOMException('Attempt to use history.pushState() more than 100 times', 'SecurityError')
      }
    })
    await markets.click()
    expect(await page.title()).toBe('Order records')
    await seen(page.getByRole('heading', { name: 'Orders' }))
  })

  test('[SHELL-06] a screen whose code does not load says so, and appears with the next try', async () => {
    const page = await stage.visit()
    await page.route(/\/assets\/SettingsPage-/, (route) => route.abort())
    await page.goto('/settings')
    await seen(page.getByText('This page did not load'))
    await page.unroute(/\/assets\/SettingsPage-/)
    await page.getByRole('button', { name: 'Reload' }).click()
    await reads(page.getByRole('heading', { level: 1 }), 'Settings')
    stage.forgive(/SettingsPage/)
  })
})
