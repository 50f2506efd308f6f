import {
  firstAddress,
  isProvider,
  isRecord,
  ownIcon,
  type Provider,
  type Wallet,
  type WalletInfo,
} from './wallet.ts'

interface TronWeb {
  defaultAddress?: { base58?: string | false }
  trx: { signMessageV2(message: string): Promise<string> }
}

const REFUSED = { 4000: 'pending', 4001: 'rejected' } as const

/** A Tron-style wallet: TIP-1193, or the older window.tronLink and window.tronWeb. */
export function tronWallet(info: Pick<WalletInfo, 'name' | 'icon' | 'rdns'>, injected: unknown): Wallet {
  const provider: Provider | null = isProvider(injected) ? injected : null
  const webNow = () => tronWebOf(injected) ?? tronWebOf(window)
  return {
    id: info.rdns,
    name: info.name,
    icon: ownIcon(info.icon),
    walletType: 2,
    async connect() {
      const told = provider ? await askAccounts(provider) : null
      const address = told ?? addressOf(webNow())
      if (!address) throw Object.assign(new Error('the wallet is locked'), { code: -32002 })
      return address
    },
    async silent() {
      return addressOf(webNow())
    },
    sign: (_address, message) => signText(webNow(), message),
    signTyped: (_address, _typedData, text) => signText(webNow(), text),
    watch: ({ account, chain }) => watchTron(provider, account, chain),
  }
}

/** Signs a text unchanged (TIP-191). */
async function signText(web: TronWeb | null, text: string): Promise<string> {
  if (!web) throw new Error('the wallet cannot sign')
  return web.trx.signMessageV2(text)
}

/** Requests by TIP-1193; uses the older method when the wallet does not support it (4200). */
async function askAccounts(provider: Provider): Promise<string | null> {
  try {
    return firstAddress(await provider.request({ method: 'eth_requestAccounts' }))
  } catch (failure) {
    if (!isRecord(failure) || (failure['code'] !== 4200 && failure['code'] !== -32601)) throw failure
  }
  const answer = await provider.request({ method: 'tron_requestAccounts' })
  const code = isRecord(answer) ? Number(answer['code']) : 200
  if (code in REFUSED) throw Object.assign(new Error('the wallet said no'), { code })
  return firstAddress(answer)
}

/** TIP-1193 events, and the messages that older TronLink versions post to the page. */
function watchTron(
  provider: Provider | null,
  account: (address: string | null) => void,
  chain: (chain: string) => void,
): () => void {
  const onAccounts = (accounts: unknown) => account(firstAddress(accounts))
  const onChain = (id: unknown) => chain(String(isRecord(id) ? id['chainId'] : id))
  const onMessage = (event: MessageEvent<unknown>) => {
    const message = event.source === window && isRecord(event.data) ? event.data['message'] : null
    if (!isRecord(message)) return
    const data = isRecord(message['data']) ? message['data'] : {}
    if (message['action'] === 'accountsChanged') account(firstAddress(data['address']))
    if (message['action'] === 'disconnect') account(null)
  }
  provider?.on?.('accountsChanged', onAccounts)
  provider?.on?.('chainChanged', onChain)
  addEventListener('message', onMessage)
  return () => {
    provider?.removeListener?.('accountsChanged', onAccounts)
    provider?.removeListener?.('chainChanged', onChain)
    removeEventListener('message', onMessage)
  }
}

function addressOf(web: TronWeb | null): string | null {
  return web?.defaultAddress?.base58 || null
}

function tronWebOf(holder: unknown): TronWeb | null {
  const web = isRecord(holder) ? holder['tronWeb'] : null
  return isRecord(web) && isRecord(web['trx']) ? (web as unknown as TronWeb) : null
}
