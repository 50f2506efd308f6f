import { sessionNow } from '../session/session.ts'
import { kept } from '@tickmark/client/storage.ts'
import { walletsNow } from '@tickmark/client/wallets/foundWallets.ts'
import type { Wallet } from '@tickmark/client/wallets/wallet.ts'

/** The wallet that signed in here, null for the practice wallet, and its address. Throws when the wallet is gone. */
export function usedWallet(): { address: string; wallet: Wallet | null } {
  const { address } = sessionNow()
  if (address === null) throw new Error('nobody is signed in')
  const used = kept('wallet')
  if (used === null) return { address, wallet: null }
  const wallet = walletsNow().find((one) => one.id === used)
  if (!wallet) throw new Error('the wallet is not in this browser any more')
  return { address, wallet }
}
