import { asciiBytes, hexOf } from '@tickmark/core/bytes'
import { base64UrlOf, bytesOfBase64Url } from '@tickmark/core/base64url'
import { compressPoint, toLowS } from '@tickmark/core/consent/p256'
import { dropKeys, keepKey, keptKey, keptOwners } from './keyStore.ts'

/** A key that signs orders, delegated by the owner's wallet. */
export interface SessionKey {
  /** Compressed, as base64url. */
  publicKey: string
  /** SHA-256 of the compressed key, in hex: signed texts name it. */
  session: string
  /** r ‖ s with a low s, in hex. */
  sign(text: string): Promise<string>
}

const KIND = { name: 'ECDSA', namedCurve: 'P-256' } as const
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const

/** Keys that this browser could not store: they last until the tab closes. */
const inThisTab = new Map<string, { key: CryptoKey; owner: string }>()

/**
 * Creates a non-extractable key. Stores it, reads it back and signs with it, so that a key that works now also works
 * after a reload; if that fails, keeps it in this tab only. `owner` is the address of the wallet that will delegate
 * to it. Null where the browser lacks the cryptography.
 */
export async function makeSessionKey(
  owner: string,
): Promise<(SessionKey & { lasts: 'until_tab_closes' | 'kept' }) | null> {
  try {
    const pair = await crypto.subtle.generateKey(KIND, false, ['sign', 'verify'])
    const point = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
    const bytes = compressPoint(point)
    if (!bytes) return null
    const publicKey = base64UrlOf(bytes)
    const isKept = await isKeptAs(publicKey, pair, owner)
    if (!isKept) inThisTab.set(publicKey, { key: pair.privateKey, owner })
    const key = isKept ? await keptKey(publicKey) : pair.privateKey
    if (!key || !(await works(key, pair.publicKey))) return null
    return { ...(await usable(publicKey, key)), lasts: isKept ? 'kept' : 'until_tab_closes' }
  } catch {
    return null // no WebCrypto, as on an address without TLS
  }
}

/** The key with this public part, if this browser still has it. */
export async function findSessionKey(publicKey: string): Promise<SessionKey | null> {
  const key = inThisTab.get(publicKey)?.key ?? (await keptKey(publicKey))
  return key && usable(publicKey, key)
}

/**
 * The wallet that signed in on this browser, by the browser's own record: of the session with that key, or of all its
 * keys if they agree; else null.
 */
export async function ownerHere(publicKey: string | null): Promise<string | null> {
  const inTab = Array.from(inThisTab, ([name, { owner }]) => ({ publicKey: name, owner }))
  const all = [...inTab, ...(await keptOwners())]
  const own = all.find((one) => one.publicKey === publicKey)
  const owners = new Set(all.map(({ owner }) => owner))
  return own?.owner ?? (owners.size === 1 ? (all[0]?.owner ?? null) : null)
}

/** Removes the key of a session that ended. */
export async function forgetSessionKey(publicKey: string): Promise<void> {
  inThisTab.delete(publicKey)
  await dropKeys({ only: publicKey }).catch(() => {})
}

/** Removes the keys of earlier sessions: a browser has one session. */
export async function forgetOtherKeys(publicKey: string): Promise<void> {
  for (const name of inThisTab.keys()) if (name !== publicKey) inThisTab.delete(name)
  await dropKeys({ but: publicKey }).catch(() => {})
}

async function isKeptAs(publicKey: string, pair: CryptoKeyPair, owner: string): Promise<boolean> {
  try {
    await keepKey({ publicKey, key: pair.privateKey, owner })
    const key = await keptKey(publicKey)
    return key !== null && (await works(key, pair.publicKey))
  } catch {
    return false // private mode, a full disk, or a store that cannot hold keys
  }
}

async function works(key: CryptoKey, publicKey: CryptoKey): Promise<boolean> {
  const text = asciiBytes('tickmark-key-check')
  return crypto.subtle.verify(SIGNING, publicKey, await crypto.subtle.sign(SIGNING, key, text), text)
}

async function usable(publicKey: string, key: CryptoKey): Promise<SessionKey> {
  const hash = await crypto.subtle.digest('SHA-256', bytesOfBase64Url(publicKey) ?? new Uint8Array())
  return {
    publicKey,
    session: hexOf(new Uint8Array(hash)),
    async sign(text) {
      const signature = await crypto.subtle.sign(SIGNING, key, asciiBytes(text))
      return hexOf(toLowS(new Uint8Array(signature)))
    },
  }
}
