import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { recordCalls } from '../../support/stage/calls.ts'
import { accountName, newPerson } from '../../support/house/people.ts'
import { gone, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'
import { PRACTICE_READY, waitForToast } from '../../support/page/toasts.ts'
import { injectTron } from '../../support/house/tron.ts'
import {
  ethereumAccount,
  type EthereumWallet,
  injectEthereum,
  type InjectedWallet,
  REJECTED,
} from '../../support/stage/wallets.ts'

const stage = setStage()

/** The only methods that the page may ever call on a wallet: no transactions, no approvals. */
const ALLOWED = [
  'eth_requestAccounts',
  'eth_accounts',
  'eth_chainId',
  'personal_sign',
  'tron_requestAccounts',
  'signMessageV2',
]

describe('a visitor without a wallet', () => {
  test('[ACC-05] is offered to join: by the hint, the bar and the menu; the hint can be closed', async () => {
    const page = await stage.visit()
    await page.goto('/')
    const hint = await seen(page.getByRole('dialog', { name: 'Try it with practice money' }))
    await seen(page.getByRole('button', { name: 'Join', exact: true }))
    await page.getByRole('button', { name: 'Open menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await menu.getByRole('button', { name: 'Join', exact: true }).click()
    const sheet = await seen(page.getByRole('dialog', { name: 'Join', exact: true }))
    await seen(sheet.getByText('No wallet was found in this browser.'))
    await sheet.getByRole('button', { name: 'Close' }).click()
    await gone(sheet)
    await hint.getByRole('button', { name: 'Close' }).click()
    await gone(hint)
  })

  test('[ACC-02][ACC-05] makes a practice wallet with one tap; it is his on every later visit', async () => {
    const page = await stage.visit()
    await page.goto('/')
    await page.getByRole('button', { name: 'Try with a practice wallet' }).click()
    await waitForToast(page, PRACTICE_READY)
    const address = await keptText(page, 'address')
    expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
    await seen(page.getByRole('button', { name: accountName(address) }))
    await gone(page.getByRole('dialog', { name: 'Try it with practice money' }))
    await page.reload()
    await page.getByRole('button', { name: accountName(address) }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await seen(menu.getByText(shortened(address)))
    await seen(menu.getByText('Practice wallet'))
    await page.context().clearCookies()
    await page.reload()
    await seen(page.getByRole('dialog', { name: 'Welcome back' }))
  })

  test('[ACC-02] is told that he is signing in until his session stands, and never to sign in meanwhile', async () => {
    const page = await stage.visit()
    await page.goto('/')
    let goOn = () => {}
    const waits = new Promise<void>((done) => (goOn = done))
    await page.route('**/api/checkUserIsSave*', async (route) => {
      await waits
      await route.continue()
    })
    await page.getByRole('button', { name: 'Try with a practice wallet' }).click()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('address'))).not.toBeNull()
    await seen(page.getByRole('button', { name: 'Signing in', exact: true }))
    expect(await page.getByRole('button', { name: 'Sign in', exact: true }).count()).toBe(0)
    goOn()
    await waitForToast(page, PRACTICE_READY)
    await gone(page.getByRole('button', { name: 'Signing in', exact: true }))
  })
})

describe('a visitor with a wallet', () => {
  test('[ACC-02][ACC-04][ACC-05] joins with an Ethereum wallet that announces itself', async () => {
    let wallet: InjectedWallet | undefined
    const page = await stage.visit({ prepare: async (context) => (wallet = await injectEthereum(context)) })
    const calls = await recordCalls(page, stage)
    await page.goto('/')
    await joinWith(page, 'Test Wallet')
    const address = wallet?.address ?? ''
    await expectJoined(page, address, 1)
    expectAllowed(wallet)
    const host = new URL(stage.url).host
    expect(wallet?.signed).toHaveLength(1)
    expect(wallet?.signed[0]).toContain(
      `${host} wants you to sign in with your Ethereum account:\n${address}`,
    )
    const asked = calls
      .map((call) => call.path)
      .filter((path) => /session\/challenge|UserIsSave|register/.test(path))
    expect(asked).toEqual(['/api/session/challenge', '/api/checkUserIsSave', '/api/register'])
  })

  test('[ACC-01] joins with a wallet that is only on window.ethereum', async () => {
    let wallet: InjectedWallet | undefined
    const prepare = async (context: Parameters<typeof injectEthereum>[0]) =>
      (wallet = await injectEthereum(context, { legacy: true }))
    const page = await stage.visit({ prepare })
    await page.goto('/')
    await joinWith(page, 'Ethereum')
    await expectJoined(page, wallet?.address ?? '', 1)
    expectAllowed(wallet)
  })

  test.each([
    ['one of today', false, ['eth_requestAccounts', 'signMessageV2']],
    ['one of old', true, ['tron_requestAccounts', 'signMessageV2']],
  ])('[ACC-01][ACC-02] joins with a Tron wallet: %s', async (_which, old, methods) => {
    let wallet: InjectedWallet | undefined
    const page = await stage.visit({
      prepare: async (context) => (wallet = await injectTron(context, { old })),
    })
    await page.goto('/')
    await joinWith(page, 'TronLink')
    await expectJoined(page, wallet?.address ?? '', 2)
    expectAllowed(wallet)
    expect(wallet?.methods.filter((method) => method !== 'eth_accounts')).toEqual(methods)
  })

  test('[ACC-01] chooses among several: the Ethereum ones come first, then Tron', async () => {
    const wallets: InjectedWallet[] = []
    const page = await stage.visit({
      async prepare(context) {
        wallets.push(await injectTron(context))
        wallets.push(await injectEthereum(context, { name: 'Alpha' }))
        wallets.push(await injectEthereum(context, { name: 'Beta' }))
      },
    })
    await page.goto('/')
    await page.getByRole('button', { name: 'Connect' }).click()
    const sheet = await seen(page.getByRole('dialog', { name: 'Join', exact: true }))
    await seen(sheet.getByRole('button', { name: 'Continue with Alpha' }))
    const others = sheet.getByRole('button', { name: /-style/ })
    await expect.poll(() => others.allInnerTexts()).toEqual(['Beta\nEthereum-style', 'TronLink\nTron-style'])
    await sheet.getByRole('button', { name: /^Beta/ }).click()
    await expectJoined(page, wallets[2]?.address ?? '', 1)
    expect(wallets.map((wallet) => wallet.signed.length)).toEqual([0, 0, 1])
    for (const wallet of wallets) expectAllowed(wallet)
  })

  test('[ACC-04] joins with the invite code of the page, and his inviter sees it', async () => {
    const { user } = await newPerson(stage)
    const mine = (await user.get('/api/modify_user')).body.data as { myCode: string }
    let wallet: InjectedWallet | undefined
    const page = await stage.visit({ prepare: async (context) => (wallet = await injectEthereum(context)) })
    const calls = await recordCalls(page, stage)
    await page.goto(`/?code=${mine.myCode}`)
    // The invite code survives navigation.
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await page.getByRole('main').getByRole('button', { name: 'Join' }).click()
    await page.getByRole('button', { name: 'Continue with Test Wallet' }).click()
    await waitForToast(page, PRACTICE_READY)
    const registering = calls.filter((call) => call.path === '/api/register')
    expect(registering.map((call) => call.fields['inviteCode'])).toEqual([mine.myCode])
    const after = (await user.get('/api/modify_user')).body.data as { invited: { address: string }[] }
    expect(after.invited.map((one) => one.address)).toEqual([shownTo(wallet?.address ?? '', after.invited)])
  })

  test('[ACC-04] joins even with an unknown invite code', async () => {
    let wallet: InjectedWallet | undefined
    const page = await stage.visit({ prepare: async (context) => (wallet = await injectEthereum(context)) })
    await page.goto('/?code=NOBODYS0')
    await joinWith(page, 'Test Wallet')
    await expectJoined(page, wallet?.address ?? '', 1)
    stage.forgive(/status of 400.*register/)
  })

  test('[ACC-04] a user who joined before is recognised by his signature and not registered again', async () => {
    const account = ethereumAccount()
    for (const times of [1, 0]) {
      const page = await stage.visit({
        prepare: (context) => injectEthereum(context, { accounts: [account] }),
      })
      const calls = await recordCalls(page, stage)
      await page.goto('/')
      await joinWith(page, 'Test Wallet', times === 1 ? PRACTICE_READY : 'Signed in')
      await expectJoined(page, account.address, 1)
      expect(calls.filter((call) => call.path === '/api/register')).toHaveLength(times)
    }
  })

  test('[ACC-06] rejects the signature: the page logs it and stays usable', async () => {
    let wallet: EthereumWallet | undefined
    const page = await stage.visit({ prepare: async (context) => (wallet = await injectEthereum(context)) })
    await page.goto('/')
    wallet?.fails.set('personal_sign', REJECTED)
    await joinWith(page, 'Test Wallet', null)
    await waitForToast(page, 'Signing was cancelled')
    stage.forgive(/There was a problem signing you in/)
    wallet?.fails.clear()
    await page.getByRole('button', { name: 'Continue with Test Wallet' }).click()
    await expectJoined(page, wallet?.address ?? '', 1)
  })

  test.each([
    ['breaks', { code: -32603, message: 'Internal error' }, /Signing in did not work/],
    [
      'waits for its user already',
      { code: -32002, message: 'Already pending' },
      /a request is waiting there/,
    ],
  ])(
    '[ACC-06] has a wallet that %s: it is logged, and the markets stay open',
    async (_what, failure, says) => {
      let wallet: EthereumWallet | undefined
      const page = await stage.visit({ prepare: async (context) => (wallet = await injectEthereum(context)) })
      await page.goto('/')
      wallet?.fails.set('eth_requestAccounts', failure)
      await joinWith(page, 'Test Wallet', null)
      await waitForToast(page, says)
      stage.forgive(/There was a problem signing you in/)
      await page
        .getByRole('dialog', { name: 'Join', exact: true })
        .getByRole('button', { name: 'Close' })
        .click()
      await page.getByRole('link', { name: /^ETH/ }).click()
      await seen(page.getByRole('heading', { name: /Ethereum/ }))
    },
  )
})

describe('a wallet whose user changes something', () => {
  test.each(['the account', 'the chain'])('[ACC-06] ends the session when %s changes', async (what) => {
    const { page, wallet, other } = await joinedWithTwo()
    if (what === 'the account') await wallet.switchTo(page, other)
    else await wallet.emit(page, 'chainChanged', '0x89')
    await waitForToast(page, /The account in your wallet changed/)
    await seen(page.getByRole('button', { name: 'Sign in' }))
    await expect.poll(() => ownSession(page)).toBeNull()
    // Only an account that has joined is welcomed back.
    const hint = page.getByRole('dialog', { name: /^(Welcome back|Try it with practice money)$/ })
    const welcome = what === 'the account' ? 'Try it with practice money' : 'Welcome back'
    expect(await (await seen(hint)).getAttribute('aria-label')).toBe(welcome)
    // One tap signs in with the account that the wallet shows now.
    await page.getByRole('button', { name: 'Sign in' }).first().click()
    await expectJoined(page, wallet.address, 1)
    expectAllowed(wallet)
  })

  test('[ACC-06] a change while the page was closed ends the session at the next visit', async () => {
    const { page, wallet, other } = await joinedWithTwo()
    await page.goto('about:blank')
    await wallet.switchTo(page, other)
    await page.goto('/')
    await waitForToast(page, /The account in your wallet changed/)
    await seen(page.getByRole('button', { name: 'Sign in' }))
    await expect.poll(() => keptText(page, 'address')).toBe(other.address)
    await expect.poll(() => ownSession(page)).toBeNull()
  })
})

test('[ACC-03] the page looks for a wallet every 200 ms until it has an address', async () => {
  const page = await stage.visit()
  await page.addInitScript(() => {
    let looks = 0
    Object.defineProperty(window, 'iTron', { get: () => void (looks += 1), configurable: true })
    Object.assign(window, { looks: () => looks })
  })
  const looks = () => page.evaluate(() => (window as unknown as { looks(): number }).looks())
  await page.clock.install()
  await page.goto('/')
  await seen(page.getByRole('link', { name: /^BTC/ }))
  // From here on, time passes in the page only when the test advances it.
  await page.clock.pauseAt(Date.now() + 3_600_000)
  const before = await looks()
  await page.clock.runFor(2_000)
  expect((await looks()) - before).toBe(10)
  const { address } = ethereumAccount()
  await page.evaluate((shown) => {
    Object.assign(window, { ethereum: { request: async () => [shown] } })
  }, address)
  await page.clock.runFor(200)
  await expect.poll(() => keptText(page, 'address')).toBe(address)
  const found = await looks()
  await page.clock.runFor(2_000)
  expect(await looks()).toBe(found)
})

async function joinWith(page: Page, name: string, welcome: string | null = PRACTICE_READY): Promise<void> {
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.getByRole('button', { name: `Continue with ${name}` }).click()
  if (welcome !== null) await waitForToast(page, welcome)
}

/** A page that joined with the first account of a wallet that has two. */
async function joinedWithTwo() {
  const accounts = [ethereumAccount(), ethereumAccount()] as const
  let wallet: EthereumWallet | undefined
  const page = await stage.visit({
    prepare: async (context) => (wallet = await injectEthereum(context, { accounts: [...accounts] })),
  })
  if (wallet === undefined) throw new Error('no wallet was put into the page')
  await page.goto('/')
  await joinWith(page, 'Test Wallet')
  await expectJoined(page, accounts[0].address, 1)
  return { page, wallet, other: accounts[1] }
}

/** Bar, menu and storage show the same account. */
async function expectJoined(page: Page, address: string, walletType: 1 | 2): Promise<void> {
  await seen(page.getByRole('button', { name: accountName(address) }))
  expect(await keptText(page, 'address')).toBe(address)
  expect(await keptText(page, 'walletType')).toBe(String(walletType))
  await gone(page.getByRole('dialog', { name: 'Join', exact: true }))
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await seen(menu.getByText(shortened(address), { exact: true }))
  await menu.getByRole('button', { name: 'Close' }).click()
  await gone(menu)
}

function expectAllowed(wallet: InjectedWallet | undefined): void {
  expect(wallet?.methods.filter((method) => !ALLOWED.includes(method))).toEqual([])
}

function shortened(address: string): string {
  return `${address.slice(0, 8)}…${address.slice(-8)}`
}

/** Inviters may see a shortened address; its two ends must match. */
function shownTo(address: string, shown: { address: string }[]): string {
  const text = shown[0]?.address ?? ''
  const [head = '', tail = ''] = text.split('…')
  return address.startsWith(head) && address.endsWith(tail) && head !== '' ? text : address
}

function keptText(page: Page, key: string): Promise<string> {
  return page.evaluate((name) => localStorage.getItem(name) ?? '', key)
}

async function ownSession(page: Page): Promise<unknown> {
  const response = await page.request.get('/api/session')
  return ((await response.json()) as { data: { session: unknown } }).data.session
}
