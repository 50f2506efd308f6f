import type { Wallet } from '../../wallets/wallet.ts'

/** Ethereum-style first, Tron-style after; among the same kind, the one used last comes first. */
export function orderWallets(wallets: readonly Wallet[], lastId: string | null): Wallet[] {
  return wallets.toSorted(
    (a, b) => a.walletType - b.walletType || Number(b.id === lastId) - Number(a.id === lastId),
  )
}
