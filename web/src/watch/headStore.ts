import { isRecord } from '@tickmark/core/json'
import { parseFork, type ForkEvidence } from '@tickmark/core/log/fork'
import * as z from 'zod/mini'

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))

const storedHead = z.object({
  origin: z.string(),
  /** The key that signed it, and the keys before it, as C2SP signed-note.md writes them. */
  vkey: z.string(),
  former: z.array(z.string()),
  /** The `keys` entries that lead from the first key to the last. */
  changes: z.array(z.string()),
  size: z.int(),
  root: hash,
  note: z.string(),
  edge: z.array(hash),
  /** When this device first saw the log, ms since 1970. */
  sinceMs: z.int(),
})
/** The newest head of a log that this device has checked. */
export type StoredHead = z.output<typeof storedHead>

const archivedHead = z.object({ origin: z.string(), day: z.string(), size: z.int(), note: z.string() })
/** The first head of a UTC day, kept for good. */
export type ArchivedHead = z.output<typeof archivedHead>

/** The heads on this device. Without storage, everything lasts until the page closes. */
export interface HeadStore {
  heads(): Promise<StoredHead[]>
  /**
   * Writes a head, unless `mayReplace`, called in the same transaction, declines. Also archives the day's first head.
   */
  put(head: StoredHead, day: string, mayReplace: (stored: StoredHead | null) => boolean): Promise<void>
  /** The smallest archived head of a log with at least `size` entries. */
  archived(origin: string, size: number): Promise<ArchivedHead | null>
  forks(): Promise<ForkEvidence[]>
  /** Keeps the first evidence against each log. */
  addFork(origin: string, evidence: ForkEvidence): Promise<void>
}

const DATABASE = 'tickmark-log'
const LOCK = 'tickmark-log'

export function openHeadStore(): HeadStore {
  let opened: Promise<IDBDatabase> | null = null
  const forget = () => (opened = null)
  /** Blocked or full storage is not an error: returns the fallback. */
  async function within<T>(
    stores: string[],
    mode: IDBTransactionMode,
    fallback: T,
    work: Work<T>,
  ): Promise<T> {
    try {
      opened ??= open(forget)
      const transaction = (await opened).transaction(stores, mode)
      const done = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve()
        transaction.onabort = () => reject(transaction.error ?? new Error('aborted'))
      })
      const [result] = await Promise.all([work((name) => transaction.objectStore(name)), done])
      return result
    } catch {
      return fallback
    }
  }
  return {
    heads: () =>
      within(['heads'], 'readonly', [], async (store) => {
        const rows = await answer<unknown[]>(store('heads').getAll())
        return rows.flatMap((row) => parsed(storedHead, row) ?? [])
      }),
    put: (head, day, mayReplace) =>
      locked(() =>
        within(['heads', 'archive'], 'readwrite', undefined, async (store) => {
          const stored = parsed(storedHead, await answer<unknown>(store('heads').get(head.origin)))
          if (!mayReplace(stored)) return
          await answer(store('heads').put(head))
          const { origin, size, note } = head
          const first = await answer<unknown>(store('archive').get([origin, day]))
          if (first === undefined) await answer(store('archive').put({ origin, day, size, note }))
        }),
      ),
    archived: (origin, size) =>
      within(['archive'], 'readonly', null, async (store) => {
        const range = IDBKeyRange.bound([origin, size], [origin, Infinity])
        return parsed(archivedHead, await answer<unknown>(store('archive').index('size').get(range)))
      }),
    forks: () =>
      within(['forks'], 'readonly', [], async (store) => {
        const rows = await answer<unknown[]>(store('forks').getAll())
        return rows.flatMap((row) => (isRecord(row) ? (parseFork(row['evidence']) ?? []) : []))
      }),
    addFork: (origin, evidence) =>
      within(['forks'], 'readwrite', undefined, async (store) => {
        const known = await answer<unknown>(store('forks').get(origin))
        if (known === undefined) await answer(store('forks').put({ origin, evidence }))
      }),
  }
}

type Work<T> = (store: (name: string) => IDBObjectStore) => Promise<T>

/** Calls `lost` when the database does not open, or the browser closes it: the next use opens it again. */
function open(lost: () => void): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore('heads', { keyPath: 'origin' })
    request.result
      .createObjectStore('archive', { keyPath: ['origin', 'day'] })
      .createIndex('size', ['origin', 'size'])
    request.result.createObjectStore('forks', { keyPath: 'origin' })
  }
  request.addEventListener('error', lost)
  request.addEventListener('success', () => (request.result.onclose = lost))
  return answer(request)
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('storage'))
  })
}

function parsed<T extends z.core.$ZodType>(shape: T, value: unknown): z.output<T> | null {
  const result = z.safeParse(shape, value)
  return result.success ? result.data : null
}

/** Runs in one tab at a time, where the browser has locks; elsewhere, only the transaction isolates tabs. */
function locked<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request(LOCK, work) : work()
}
