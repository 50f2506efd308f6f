import { createStore, useStore } from '../observable.ts'
import { evmWallet } from './evm.ts'
import { tronWallet } from './tron.ts'
import { isProvider, isRecord, type Wallet, type WalletInfo } from './wallet.ts'

/** All wallets found so far: Ethereum-style first, then Tron-style; announced ones before plain window objects. */
const wallets = createStore<readonly Wallet[]>([])
const announced = new Map<string, Wallet>()
const providers = new Set<unknown>()

export function useWallets(): readonly Wallet[] {
  return useStore(wallets)
}

export function walletsNow(): readonly Wallet[] {
  return wallets.get()
}

/** Listens to announcements and requests them; late wallets are found too. */
export function listenForWallets(): void {
  addEventListener('eip6963:announceProvider', (event) => announce(event, 1))
  addEventListener('TIP6963:announceProvider', (event) => announce(event, 2))
  addEventListener('ethereum#initialized', lookForWallets)
  askWallets()
  lookForWallets()
}

/** Asks wallets to announce themselves. */
export function askWallets(): void {
  dispatchEvent(new Event('eip6963:requestProvider'))
  dispatchEvent(new Event('TIP6963:requestProvider'))
}

/** Checks what wallets have put on the window. */
export function lookForWallets(): void {
  const { ethereum, tron, tronLink, tronWeb, iTron } = window as unknown as Record<string, unknown>
  const list = [...announced.values()]
  if (
    isProvider(ethereum) &&
    !isTron(ethereum) &&
    !providers.has(ethereum) &&
    !list.some((one) => one.walletType === 1)
  ) {
    list.push(
      known(ethereum, () =>
        evmWallet({ name: nameOf(ethereum), icon: '', rdns: 'window.ethereum' }, ethereum),
      ),
    )
  }
  const injected = [tron, tronLink, iTron, tronWeb].find(
    (one) => isRecord(one) && (isTron(one) || one !== tron),
  )
  if (injected && !list.some((one) => one.walletType === 2)) {
    const holder = injected === tronWeb ? { tronWeb } : injected
    list.push(known(injected, () => tronWallet({ name: 'TronLink', icon: '', rdns: 'window.tron' }, holder)))
  }
  const sorted = list.toSorted((a, b) => a.walletType - b.walletType)
  const before = wallets.get()
  if (sorted.length !== before.length || sorted.some((one, at) => one !== before[at])) wallets.set(sorted)
}

const made = new Map<unknown, Wallet>()

/** The same provider object means the same wallet. */
function known(provider: unknown, make: () => Wallet): Wallet {
  const wallet = made.get(provider) ?? make()
  made.set(provider, wallet)
  return wallet
}

function announce(event: Event, walletType: 1 | 2): void {
  const detail: unknown = (event as CustomEvent).detail
  const info = isRecord(detail) ? detail['info'] : null
  const provider = isRecord(detail) ? detail['provider'] : null
  if (!isInfo(info) || !isRecord(provider) || announced.has(info.uuid) || providers.has(provider)) return
  if (walletType === 1 && !isProvider(provider)) return
  providers.add(provider)
  const wallet =
    walletType === 2 ? tronWallet(info, provider) : isProvider(provider) ? evmWallet(info, provider) : null
  if (wallet) announced.set(info.uuid, wallet)
  lookForWallets()
}

function isInfo(info: unknown): info is WalletInfo {
  return isRecord(info) && ['uuid', 'name', 'rdns'].every((field) => typeof info[field] === 'string')
}

function isTron(one: unknown): boolean {
  return isRecord(one) && (one['isTronLink'] === true || one['isTron'] === true)
}

function nameOf(ethereum: unknown): string {
  if (!isRecord(ethereum)) return 'Ethereum'
  const marks: [string, string][] = [
    ['isRabby', 'Rabby'],
    ['isOkxWallet', 'OKX Wallet'],
    ['isTokenPocket', 'TokenPocket'],
    ['isTrust', 'Trust Wallet'],
    ['isCoinbaseWallet', 'Coinbase Wallet'],
    ['isMetaMask', 'MetaMask'],
  ]
  return marks.find(([mark]) => ethereum[mark] === true)?.[1] ?? 'Ethereum'
}
