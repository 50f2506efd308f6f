import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { BrowserContext } from 'playwright-core'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'

/** What an injected wallet did, so that a test can hold it against the list of allowed methods. */
export interface InjectedWallet {
  address: string
  methods: string[]
  /** Methods that the wallet's user refuses (EIP-1193 code 4001). */
  refuse: Set<string>
}

/** A test's own keys, never the same twice. */
export function ethereumAccount(): PrivateKeyAccount {
  return privateKeyToAccount(generatePrivateKey())
}

/** Injects an EIP-1193 wallet that announces itself by EIP-6963, its key staying in the test. */
export async function injectEthereum(
  context: BrowserContext,
  options: { accounts?: PrivateKeyAccount[]; name?: string; legacy?: boolean } = {},
): Promise<InjectedWallet> {
  const accounts = options.accounts ?? [ethereumAccount()]
  const name = options.name ?? 'Test Wallet'
  const first = accounts[0]
  if (!first) throw new Error('a wallet has an account')
  const wallet: InjectedWallet = { address: first.address, methods: [], refuse: new Set() }
  const binding = `__ethereum_${name.replace(/\W/g, '')}`
  await context.exposeFunction(binding, async (method: string, params: unknown[]) => {
    wallet.methods.push(method)
    if (wallet.refuse.has(method)) return { error: { code: 4001, message: 'User rejected the request.' } }
    if (method === 'eth_requestAccounts' || method === 'eth_accounts') return { result: [first.address] }
    if (method === 'eth_chainId') return { result: '0x1' }
    if (method === 'personal_sign') {
      const [message, address] = params as [`0x${string}`, string]
      const account = accounts.find((one) => one.address.toLowerCase() === address.toLowerCase())
      if (!account) return { error: { code: 4100, message: 'Unauthorized' } }
      return { result: await account.signMessage({ message: { raw: message } }) }
    }
    return { error: { code: 4200, message: `Unsupported: ${method}` } }
  })
  await context.addInitScript(injectedEthereum, { binding, name, legacy: options.legacy ?? false })
  return wallet
}

/** Runs in the page: builds the provider around the binding. */
function injectedEthereum(given: { binding: string; name: string; legacy: boolean }): void {
  type Listener = (value: unknown) => void
  const listeners = new Map<string, Set<Listener>>()
  const call = (window as unknown as Record<string, (m: string, p: unknown[]) => Promise<WalletAnswer>>)[given.binding]
  interface WalletAnswer {
    result?: unknown
    error?: { code: number; message: string }
  }
  const provider = {
    async request({ method, params = [] }: { method: string; params?: unknown[] }) {
      const answer = await call?.(method, params)
      if (answer?.error) throw Object.assign(new Error(answer.error.message), answer.error)
      return answer?.result
    },
    on(event: string, listener: Listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event: string, listener: Listener) {
      listeners.get(event)?.delete(listener)
    },
  }
  const emit = (event: string, value: unknown) => listeners.get(event)?.forEach((listener) => listener(value))
  Object.assign(window, { __wallet: { emit } })
  if (given.legacy) {
    Object.assign(window, { ethereum: provider })
    return
  }
  const info = {
    uuid: crypto.randomUUID?.() ?? `${Math.random()}`,
    name: given.name,
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
    rdns: `test.${given.name.replace(/\W/g, '').toLowerCase()}`,
  }
  const announce = () =>
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** A Tron key with its base58check address and message signing (TIP-191). */
export function tronAccount(): { address: string; sign(message: string): string } {
  const secret = secp256k1.utils.randomSecretKey()
  const publicKey = secp256k1.getPublicKey(secret, false)
  const payload = new Uint8Array([0x41, ...keccak_256(publicKey.subarray(1)).subarray(-20)])
  const address = base58(new Uint8Array([...payload, ...sha256(sha256(payload)).subarray(0, 4)]))
  return {
    address,
    sign(message) {
      const text = new TextEncoder().encode(message)
      const head = new TextEncoder().encode(`\x19TRON Signed Message:\n${text.length}`)
      const hash = keccak_256(new Uint8Array([...head, ...text]))
      const bytes = secp256k1.sign(hash, secret, { prehash: false, format: 'recovered' })
      const [recovery = 0, ...rest] = bytes
      return `0x${Buffer.from([...rest, 27 + recovery]).toString('hex')}`
    },
  }
}

/** Injects a TronLink-like wallet (TIP-1193 and TIP-6963). */
export async function injectTron(context: BrowserContext): Promise<InjectedWallet> {
  const account = tronAccount()
  const wallet: InjectedWallet = { address: account.address, methods: [], refuse: new Set() }
  await context.exposeFunction('__tron', (method: string, message: string) => {
    wallet.methods.push(method)
    if (wallet.refuse.has(method)) return { error: { code: 4001, message: 'User rejected' } }
    return { result: method === 'signMessageV2' ? account.sign(message) : account.address }
  })
  await context.addInitScript(injectedTron, account.address)
  return wallet
}

function injectedTron(address: string): void {
  type Answer = { result?: string; error?: { code: number; message: string } }
  const call = (window as unknown as { __tron(method: string, message: string): Promise<Answer> }).__tron
  const ask = async (method: string, message = '') => {
    const answer = await call(method, message)
    if (answer.error) throw Object.assign(new Error(answer.error.message), answer.error)
    return answer.result
  }
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const tronWeb = {
    ready: true,
    defaultAddress: { base58: address },
    trx: { signMessageV2: (message: string) => ask('signMessageV2', message) },
  }
  const provider = {
    isTronLink: true,
    tronWeb,
    async request({ method }: { method: string }) {
      if (method === 'eth_chainId') return '0x2b6653dc'
      return [await ask(method)]
    },
    on(event: string, listener: (value: unknown) => void) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event: string, listener: (value: unknown) => void) {
      listeners.get(event)?.delete(listener)
    },
  }
  Object.assign(window, { tron: provider, tronWeb })
  const detail = Object.freeze({
    info: { uuid: 'tron-test', name: 'TronLink', icon: '', rdns: 'org.tronlink.www' },
    provider,
  })
  const announce = () => window.dispatchEvent(new CustomEvent('TIP6963:announceProvider', { detail }))
  window.addEventListener('TIP6963:requestProvider', announce)
  announce()
}

function base58(bytes: Uint8Array): string {
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  for (; value > 0n; value /= 58n) text = ALPHABET[Number(value % 58n)] + text
  for (const byte of bytes) {
    if (byte !== 0) break
    text = `1${text}`
  }
  return text
}
