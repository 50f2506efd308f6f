import { hexOf } from '@tickmark/core/bytes'
import { firstAddress, ownIcon, type Provider, type Wallet, type WalletInfo } from './wallet.ts'

/** An Ethereum-style wallet over plain EIP-1193. */
export function evmWallet(info: Pick<WalletInfo, 'name' | 'icon' | 'rdns'>, provider: Provider): Wallet {
  return {
    id: info.rdns,
    name: info.name,
    icon: ownIcon(info.icon),
    walletType: 1,
    async connect() {
      const address = firstAddress(await provider.request({ method: 'eth_requestAccounts' }))
      if (!address) throw new Error('the wallet gave no address')
      return address
    },
    async silent() {
      return firstAddress(await provider.request({ method: 'eth_accounts' }))
    },
    async sign(address, message) {
      return String(
        await provider.request({ method: 'personal_sign', params: [hexOfText(message), address] }),
      )
    },
    async signTyped(address, typedData) {
      const params = [address, JSON.stringify(typedData)]
      return String(await provider.request({ method: 'eth_signTypedData_v4', params }))
    },
    watch({ account, chain }) {
      const onAccounts = (accounts: unknown) => account(firstAddress(accounts))
      const onChain = (id: unknown) => chain(String(id))
      provider.on?.('accountsChanged', onAccounts)
      provider.on?.('chainChanged', onChain)
      return () => {
        provider.removeListener?.('accountsChanged', onAccounts)
        provider.removeListener?.('chainChanged', onChain)
      }
    },
  }
}

/** UTF-8 as 0x-hexadecimal: the form of personal_sign that no wallet misreads. */
export function hexOfText(text: string): string {
  return `0x${hexOf(new TextEncoder().encode(text))}`
}
