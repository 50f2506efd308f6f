/** An object store with a key path, in its own database. */
export interface StorePlace {
  database: string
  store: string
  keyPath: string
}

/** Runs one request in its own transaction; resolves when it is on disk. Throws where the browser stores nothing. */
export async function inStore(
  place: StorePlace,
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const database = await open(place)
  try {
    return await new Promise((done, fail) => {
      const transaction = database.transaction(place.store, mode)
      const request = ask(transaction.objectStore(place.store))
      transaction.oncomplete = () => done(request.result)
      transaction.onerror = () => fail(transaction.error ?? new Error('the store failed'))
      transaction.onabort = transaction.onerror
    })
  } finally {
    database.close()
  }
}

/**
 * Reads the value under a key and writes the result of `decide`, in one transaction, so that no other tab interferes.
 * Returns the stored result. Throws where the browser stores nothing.
 */
export async function changeInStore<T>(
  place: StorePlace,
  key: string,
  decide: (earlier: unknown) => T,
): Promise<T> {
  const database = await open(place)
  try {
    return await new Promise((done, fail) => {
      const transaction = database.transaction(place.store, 'readwrite')
      const store = transaction.objectStore(place.store)
      const request: IDBRequest<unknown> = store.get(key)
      let next: T
      request.onsuccess = () => {
        next = decide(request.result)
        store.put(next)
      }
      transaction.oncomplete = () => done(next)
      transaction.onerror = () => fail(transaction.error ?? new Error('the store failed'))
      transaction.onabort = transaction.onerror
    })
  } finally {
    database.close()
  }
}

function open({ database, store, keyPath }: StorePlace): Promise<IDBDatabase> {
  return new Promise((done, fail) => {
    const request = indexedDB.open(database, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath })
    request.onsuccess = () => done(request.result)
    request.onerror = () => fail(request.error ?? new Error('the store did not open'))
    request.onblocked = () => fail(new Error('the store is blocked'))
  })
}
