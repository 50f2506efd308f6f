import type { Wallet } from '@tickmark/client/wallets/wallet.ts'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { openDevice } from '../watch/device.testing.ts'

const [OWN, OTHER] = [`0x${'1a'.repeat(20)}`, `0x${'2b'.repeat(20)}`]
const SESSION = {
  address: OWN,
  walletType: 1,
  practice: false,
  registered: true,
  expiresAt: 0,
  books: [0, 1],
  key: null,
}

const SAID = 'The account in your wallet changed. Sign in again to go on.'

const device = openDevice({ signOut: () => ({ ended: true }) })
afterAll(() => device.close())
beforeEach(() => device.disk.clear())

/** A page that follows the wallet with which its user signed in. */
async function load() {
  device.visit()
  const { attach, detach } = await import('./followWallets.ts')
  const session = await import('../session/session.ts')
  const { currentToast } = await import('@tickmark/ui/layer/toast.ts')
  let on: Parameters<Wallet['watch']>[0] | null = null
  const wallet = {
    id: 'toy',
    walletType: 1,
    watch(given: typeof on) {
      on = given
      return () => (on = null)
    },
  } as unknown as Wallet
  session.setServerSession(SESSION)
  attach(wallet, OWN)
  return {
    ...session,
    detach,
    wallet: {
      account: (next: string | null) => on?.account(next),
      chain: () => on?.chain('2'),
      isFollowed: () => on !== null,
    },
    said: () => currentToast()?.text,
  }
}

test.each<[string, (wallet: Awaited<ReturnType<typeof load>>['wallet']) => void, string | null]>([
  ['shows another account', (wallet) => wallet.account(OTHER), OTHER],
  ['shows no account', (wallet) => wallet.account(null), null],
  ['changes its chain', (wallet) => wallet.chain(), OWN],
])('a wallet that %s ends the session, and is followed no more', async (_, change, address) => {
  const page = await load()
  change(page.wallet)
  expect(page.sessionNow()).toMatchObject({ server: null, address })
  expect([page.wallet.isFollowed(), page.said()]).toEqual([false, SAID])
})

test('a wallet that shows the same account in another spelling changes nothing', async () => {
  const page = await load()
  page.wallet.account(OWN.toUpperCase().replace('X', 'x'))
  expect(page.isSignedIn()).toBe(true)
  expect([page.wallet.isFollowed(), page.said()]).toEqual([true, undefined])
  page.detach()
  expect(page.wallet.isFollowed()).toBe(false)
})

test.each<[string, object | null, boolean]>([
  ['a user', SESSION, true],
  ['nobody', null, false],
])('a wallet that shows another account to a page of %s', async (_, session, isTold) => {
  const page = await load()
  page.setServerSession(session as typeof SESSION | null)
  page.wallet.account(OTHER)
  expect([page.said(), page.sessionNow().address]).toEqual([isTold ? SAID : undefined, OTHER])
  expect(device.disk.has('leaving')).toBe(isTold)
})

/** A page that looks for wallets, in a browser with one that shows `shown` without a prompt. */
async function look(
  shown: string | null,
  given: { address?: string; used?: string; isHidden?: boolean } = {},
) {
  // Pages of earlier tests look no more.
  vi.clearAllTimers()
  device.visit()
  vi.stubGlobal('document', { visibilityState: given.isHidden ? 'hidden' : 'visible', addEventListener() {} })
  vi.stubGlobal('dispatchEvent', () => true)
  const asked: string[] = []
  const request = async ({ method }: { method: string }) => {
    asked.push(method)
    return shown === null ? [] : [shown]
  }
  const followed: string[] = []
  vi.stubGlobal('window', { ethereum: { request, on: (event: string) => void followed.push(event) } })
  if (given.used !== undefined) device.disk.set('wallet', given.used)
  const session = await import('../session/session.ts')
  if (given.address !== undefined) session.setServerSession({ ...SESSION, address: given.address })
  const { followWallets } = await import('./followWallets.ts')
  followWallets()
  await vi.advanceTimersByTimeAsync(1_000)
  return { ...session, asked, isFollowed: () => followed.length > 0 }
}

test.each<[string, string | null, Parameters<typeof look>[1], object, boolean, number]>([
  ['a new visitor’s is a hint', OTHER, {}, { address: OTHER, walletType: 1 }, false, 1],
  ['one that shows nothing', null, {}, { address: null }, false, 1],
  ['on a hidden page is left alone', OTHER, { isHidden: true }, { address: null }, false, 0],
  ['of a returning user', OWN, { address: OWN, used: 'window.ethereum' }, { address: OWN }, true, 1],
  ['locked', null, { address: OWN, used: 'window.ethereum' }, { address: OWN }, true, 1],
  ['with another account', OTHER, { address: OWN, used: 'window.ethereum' }, { address: OTHER }, false, 1],
  ['that was not used', OTHER, { address: OWN, used: 'another' }, { address: OWN }, false, 1],
  ['beside a practice wallet', OTHER, { address: OWN }, { address: OWN }, false, 0],
])('a wallet found on the page: %s', async (_, shown, given, session, isFollowed, times) => {
  const page = await look(shown, given)
  expect(page.sessionNow()).toMatchObject(session)
  expect([page.isFollowed(), page.asked.filter((one) => one === 'eth_accounts').length]).toEqual([
    isFollowed,
    times,
  ])
})

test('the key of a session that ends is deleted, and the wallet is followed no more once its user leaves', async () => {
  const page = await load()
  const keys = await import('./sessionKey.ts')
  const { followWallets } = await import('./followWallets.ts')
  vi.stubGlobal('dispatchEvent', () => true)
  vi.stubGlobal('window', {})
  followWallets()
  const [key, other] = [await keys.makeSessionKey(OWN), await keys.makeSessionKey(OWN)]
  page.setServerSession({ ...SESSION, key: key?.publicKey ?? '' })
  page.setServerSession(null)
  await vi.waitFor(async () => expect(await keys.findSessionKey(key?.publicKey ?? '')).toBeNull(), {
    timeout: 10_000,
  })
  expect(await keys.findSessionKey(other?.publicKey ?? '')).not.toBeNull()
  expect(page.wallet.isFollowed()).toBe(true)
  page.forgetAddress()
  expect(page.wallet.isFollowed()).toBe(false)
})
