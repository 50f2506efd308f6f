import type { BrowserContext, Page } from 'playwright-core'
import type { TypedDataDefinition } from 'viem'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'

/** The requests to an injected wallet; a test compares them with the allowed methods. */
export interface InjectedWallet {
  /** The address in use. */
  address: string
  methods: string[]
  /** Every text, or typed data as JSON, that the wallet was asked to sign. */
  signed: string[]
  /** Methods that fail, with their error; 4001 is a rejection by the user (EIP-1193). */
  fails: Map<string, { code: number; message: string }>
}

export const REJECTED = { code: 4001, message: 'User rejected the request.' }

export interface EthereumOptions {
  accounts?: PrivateKeyAccount[]
  name?: string
  /** Sets window.ethereum and announces nothing. */
  legacy?: boolean
  /** The user has connected this site before: the wallet shows its address without a prompt. */
  connected?: boolean
  /** Delay, after the page, until the wallet appears. */
  lateMs?: number
}

export interface EthereumWallet extends InjectedWallet {
  /** The user switches to another account of the wallet. */
  switchTo(page: Page, account: PrivateKeyAccount): Promise<void>
  /** The wallet emits an event to the page (EIP-1193). */
  emit(page: Page, event: 'accountsChanged' | 'chainChanged', value: unknown): Promise<void>
}

/** A new random key for a test. */
export function ethereumAccount(): PrivateKeyAccount {
  return privateKeyToAccount(generatePrivateKey())
}

/** Injects an EIP-1193 wallet that announces itself by EIP-6963; its key stays in the test. */
export async function injectEthereum(
  context: BrowserContext,
  options: EthereumOptions = {},
): Promise<EthereumWallet> {
  const { name = 'Test Wallet', legacy = false, lateMs = 0 } = options
  const accounts = options.accounts ?? [ethereumAccount()]
  let current = accounts[0] ?? ethereumAccount()
  let isConnected = options.connected ?? false
  const binding = `__ethereum_${name.replace(/\W/g, '')}`
  const wallet: EthereumWallet = {
    address: current.address,
    methods: [],
    signed: [],
    fails: new Map(),
    async switchTo(page, account) {
      current = account
      wallet.address = account.address
      await wallet.emit(page, 'accountsChanged', [account.address])
    },
    emit: (page, event, value) => page.evaluate(emitInPage, { binding, event, value }),
  }

  async function answer(method: string, params: unknown[]): Promise<unknown> {
    if (method === 'eth_requestAccounts') isConnected = true
    if (method === 'eth_requestAccounts' || method === 'eth_accounts')
      return isConnected ? [current.address] : []
    if (method === 'eth_chainId') return '0x1'
    if (method === 'personal_sign') return signText(params as [`0x${string}`, string])
    if (method === 'eth_signTypedData_v4') return signTyped(params as [string, string])
    throw Object.assign(new Error(`Unsupported: ${method}`), { code: 4200 })
  }

  function signText([raw, address]: [`0x${string}`, string]): Promise<string> {
    wallet.signed.push(Buffer.from(raw.slice(2), 'hex').toString())
    return ownerOf(address).signMessage({ message: { raw } })
  }

  function signTyped([address, typedData]: [string, string]): Promise<string> {
    wallet.signed.push(typedData)
    return ownerOf(address).signTypedData(JSON.parse(typedData) as TypedDataDefinition)
  }

  function ownerOf(address: string): PrivateKeyAccount {
    const account = accounts.find((one) => one.address.toLowerCase() === address.toLowerCase())
    if (!account) throw Object.assign(new Error('Unauthorized'), { code: 4100 })
    return account
  }

  await context.exposeFunction(binding, (method: string, params: unknown[]) => {
    wallet.methods.push(method)
    const failure = wallet.fails.get(method)
    if (failure) return { error: failure }
    return answer(method, params).then(
      (result) => ({ result }),
      (thrown: { code: number; message: string }) => ({
        error: { code: thrown.code, message: thrown.message },
      }),
    )
  })
  await context.addInitScript(injectedEthereum, { binding, name, legacy, lateMs })
  return wallet
}

function emitInPage({ binding, event, value }: { binding: string; event: string; value: unknown }): void {
  const emits = (window as unknown as { __emit: Record<string, (event: string, value: unknown) => void> })
    .__emit
  emits[binding]?.(event, value)
}

/** Runs in the page: builds the provider on top of the binding. */
function injectedEthereum(given: { binding: string; name: string; legacy: boolean; lateMs: number }): void {
  interface WalletAnswer {
    result?: unknown
    error?: { code: number; message: string }
  }
  type Listener = (value: unknown) => void
  const listeners = new Map<string, Set<Listener>>()
  const world = window as unknown as Record<string, unknown>
  const call = world[given.binding] as (method: string, params: unknown[]) => Promise<WalletAnswer>
  const provider = {
    async request({ method, params = [] }: { method: string; params?: unknown[] }) {
      const answer = await call(method, params)
      if (answer.error) throw Object.assign(new Error(answer.error.message), answer.error)
      return answer.result
    },
    on(event: string, listener: Listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event: string, listener: Listener) {
      listeners.get(event)?.delete(listener)
    },
  }
  const emit = (event: string, value: unknown) => listeners.get(event)?.forEach((listener) => listener(value))
  world['__emit'] = { ...(world['__emit'] as object), [given.binding]: emit }
  const info = {
    uuid: `${given.binding}-0001`,
    name: given.name,
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
    rdns: `test.${given.name.replace(/\W/g, '').toLowerCase()}`,
  }
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    )
  const arrive = () => {
    if (given.legacy) return Object.assign(window, { ethereum: provider })
    window.addEventListener('eip6963:requestProvider', announce)
    return announce()
  }
  if (given.lateMs > 0) setTimeout(arrive, given.lateMs)
  else arrive()
}
