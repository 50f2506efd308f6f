import type { Wallet } from '@tickmark/client/wallets/wallet.ts'

/** Ethereum-style wallets first, then Tron-style; within each kind the last used one first. */
export function orderWallets(wallets: readonly Wallet[], lastId: string | null): Wallet[] {
  return wallets.toSorted(
    (a, b) => a.walletType - b.walletType || Number(b.id === lastId) - Number(a.id === lastId),
  )
}
