import type { Wallet } from '@tickmark/client/wallets/wallet.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
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
