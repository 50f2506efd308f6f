import { inStore } from '../state/database.ts'

/** A session's key as this browser stores it. The private part never leaves the browser's store. */
export interface KeptKey {
  /** Compressed, as base64url. */
  publicKey: string
  key: CryptoKey
  /** Address of the wallet that delegated to the key, in the wallet's spelling. */
  owner: string
}

const KEYS = { database: 'tickmark-keys', store: 'keys', keyPath: 'publicKey' }

/** Stores a key. Throws where the browser stores none, such as in some private modes. */
export async function keepKey(kept: KeptKey): Promise<void> {
  await inStore(KEYS, 'readwrite', (store) => store.put(kept))
}

/** The stored key with this public part; null when there is none or storage cannot be read. */
export async function keptKey(publicKey: string): Promise<CryptoKey | null> {
  const found = await inStore(KEYS, 'readonly', (store) => store.get(publicKey)).catch(() => null)
  return (found as KeptKey | null | undefined)?.key ?? null
}

/** All keys without their private parts; empty when storage cannot be read. */
export async function keptOwners(): Promise<Omit<KeptKey, 'key'>[]> {
  return ((await inStore(KEYS, 'readonly', (store) => store.getAll()).catch(() => null)) ?? []) as KeptKey[]
}

/** Deletes one key, or all but one. */
export async function dropKeys(which: { only: string } | { but: string }): Promise<void> {
  if ('only' in which) return void (await inStore(KEYS, 'readwrite', (store) => store.delete(which.only)))
  const names = (await inStore(KEYS, 'readonly', (store) => store.getAllKeys())) as string[]
  for (const name of names)
    if (name !== which.but) await inStore(KEYS, 'readwrite', (store) => store.delete(name))
}
