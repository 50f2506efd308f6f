import { sessionNow } from '../session/session.ts'
import { kept } from '@tickmark/client/storage.ts'
import type { Wallet } from '@tickmark/client/wallets/wallet.ts'
import { loadWallets } from './startWallets.ts'

/** The wallet that signed in here, null for the practice wallet, and its address. Throws when the wallet is gone. */
export async function usedWallet(): Promise<{ address: string; wallet: Wallet | null }> {
  const { address } = sessionNow()
  if (address === null) throw new Error('nobody is signed in')
  const used = kept('wallet')
  if (used === null) return { address, wallet: null }
  const wallet = (await loadWallets()).find((one) => one.id === used)
  if (!wallet) throw new Error('the wallet is not in this browser any more')
  return { address, wallet }
}
