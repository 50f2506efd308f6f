import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { BrowserContext } from 'playwright-core'
import type { InjectedWallet } from '../stage/wallets.ts'

interface TronAccount {
  address: string
  /** Signs as `signMessageV2` does (TIP-191). */
  sign(message: string): string
}

/** A Tron key with its base58check address. */
export function tronAccount(): TronAccount {
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

/**
 * Injects a TronLink-like wallet: TIP-1193 and TIP-6963, or with `old` the earlier window.tronLink and window.tronWeb.
 */
export async function injectTron(
  context: BrowserContext,
  { old = false }: { old?: boolean } = {},
): Promise<InjectedWallet> {
  const account = tronAccount()
  const wallet: InjectedWallet = { address: account.address, methods: [], signed: [], fails: new Map() }
  await context.exposeFunction('__tron', (method: string, message: string) => {
    wallet.methods.push(method)
    const failure = wallet.fails.get(method)
    if (failure) return { error: failure }
    if (method !== 'signMessageV2') return { result: account.address }
    wallet.signed.push(message)
    return { result: account.sign(message) }
  })
  await context.addInitScript(injectedTron, { address: account.address, old })
  return wallet
}

/** Runs in the page: the wallet shows its address once the page has requested it. */
function injectedTron({ address, old }: { address: string; old: boolean }): void {
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
    defaultAddress: { base58: false as string | false },
    trx: { signMessageV2: (message: string) => ask('signMessageV2', message) },
  }
  const provider = {
    isTronLink: true,
    tronWeb,
    async request({ method }: { method: string }) {
      if (old && method === 'eth_requestAccounts')
        throw Object.assign(new Error('Unsupported'), { code: 4200 })
      if (method === 'eth_chainId') return '0x2b6653dc'
      await ask(method)
      tronWeb.defaultAddress.base58 = address
      return method === 'tron_requestAccounts' ? { code: 200, message: 'The user approved' } : [address]
    },
    on(event: string, listener: (value: unknown) => void) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event: string, listener: (value: unknown) => void) {
      listeners.get(event)?.delete(listener)
    },
  }
  if (old) return void Object.assign(window, { tronLink: provider, tronWeb })
  Object.assign(window, { tron: provider })
  const detail = Object.freeze({
    info: { uuid: 'tron-test', name: 'TronLink', icon: '', rdns: 'org.tronlink.www' },
    provider,
  })
  const announce = () => window.dispatchEvent(new CustomEvent('TIP6963:announceProvider', { detail }))
  window.addEventListener('TIP6963:requestProvider', announce)
  announce()
}

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

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
