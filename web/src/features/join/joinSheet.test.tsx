import { preloadPanels } from '@tickmark/ui/layer/panels.testing.ts'
import type { Wallet } from '@tickmark/client/wallets/wallet.ts'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { CONFIG } from '../../api/publicConfig.testing.ts'
import { configNow, takeConfig } from '../../api/publicConfig.ts'
import { drawn } from '../../app/drawn.testing.tsx'
import { JoinSheet } from './JoinSheet.tsx'
import { WalletRow } from './WalletRow.tsx'

beforeAll(preloadPanels)

const wallet = (given: Partial<Wallet>): Wallet => {
  return { id: 'a', name: 'Rabby', icon: null, walletType: 1, ...given } as Wallet
}

test('a wallet tells its kind', async () => {
  const row = (given: Partial<Wallet>) =>
    drawn(<WalletRow wallet={wallet(given)} busy={false} onPress={() => {}} />)
  expect(await row({})).toBe('Rabby | Ethereum-style')
  expect(await row({ name: 'TronLink', walletType: 2 })).toBe('TronLink | Tron-style')
})

test('without a wallet the sheet looks for one and offers a practice wallet, with a warning at a live house', async () => {
  const before = configNow() ?? CONFIG
  onTestFinished(() => takeConfig(before))
  const sheet = <JoinSheet open onClose={() => {}} />
  takeConfig({ ...CONFIG, mode: 'sandbox' })
  expect(await drawn(sheet)).toBe(
    [
      'Join | Close',
      'You sign a short text. It proves that the address is yours, and lets this browser sign your orders. It costs nothing and moves nothing.',
      'Looking for wallets | Try with a practice wallet',
      'A key made in this browser. Practice only: send nothing of value to it.',
    ].join(' | '),
  )
  takeConfig({ ...CONFIG, mode: 'live' })
  expect((await drawn(sheet)).split(' | ').at(-1)).toBe(
    'A key made in this browser. Practice only: send nothing of value to it. It opens the simulated account only.',
  )
})
