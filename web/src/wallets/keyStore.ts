/** A session's key as this browser keeps it. The private part never leaves the browser's own store. */
export interface KeptKey {
  /** Compressed, as base64url. */
  publicKey: string
  key: CryptoKey
  /** Address of the wallet that was asked to let it sign, as the wallet spells it. */
  owner: string
}

const DATABASE = 'tickmark-keys'
const STORE = 'keys'

/** Stores a key. Throws where the browser keeps none: some do so in private mode. */
export async function keepKey(kept: KeptKey): Promise<void> {
  await inStore('readwrite', (store) => store.put(kept))
}

/** The stored key with this public part; null when there is none, or nothing can be read. */
export async function keptKey(publicKey: string): Promise<CryptoKey | null> {
  const found = await inStore('readonly', (store) => store.get(publicKey)).catch(() => null)
  return (found as KeptKey | null | undefined)?.key ?? null
}

/** All keys, without what signs; empty when nothing can be read. */
export async function keptOwners(): Promise<Omit<KeptKey, 'key'>[]> {
  return ((await inStore('readonly', (store) => store.getAll()).catch(() => null)) ?? []) as KeptKey[]
}

/** Removes one key, or all but one. */
export async function dropKeys(which: { only: string } | { but: string }): Promise<void> {
  if ('only' in which) return void (await inStore('readwrite', (store) => store.delete(which.only)))
  const names = (await inStore('readonly', (store) => store.getAllKeys())) as string[]
  for (const name of names) if (name !== which.but) await inStore('readwrite', (store) => store.delete(name))
}

/** Runs one request in a transaction of its own; settles when it is on the disk. */
async function inStore(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const database = await open()
  try {
    return await new Promise((done, fail) => {
      const transaction = database.transaction(STORE, mode)
      const request = ask(transaction.objectStore(STORE))
      transaction.oncomplete = () => done(request.result)
      transaction.onerror = () => fail(transaction.error ?? new Error('the store failed'))
      transaction.onabort = transaction.onerror
    })
  } finally {
    database.close()
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((done, fail) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'publicKey' })
    request.onsuccess = () => done(request.result)
    request.onerror = () => fail(request.error ?? new Error('the store did not open'))
    request.onblocked = () => fail(new Error('the store is blocked'))
  })
}
