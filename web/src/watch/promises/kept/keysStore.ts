import type { ShownKeys } from '@tickmark/core/evidence/shownKeys'
import * as z from 'zod/mini'
import { openDeviceStore } from './deviceStore.ts'

const keptKeys = z.object({
  /** The log's name, a space and the entry's number. */
  name: z.string(),
  origin: z.string(),
  seq: z.number(),
  /** The log from that entry on, under a head that this device has compared with its own. */
  shown: z.unknown(),
  /** Ms since 1970. */
  keptAtMs: z.number(),
})

/** A `keys` entry of a log, as this device has seen it there. */
export interface KeptKeys extends z.output<typeof keptKeys> {
  shown: ShownKeys
}

const place = { database: 'tickmark-keys-logged', store: 'logged', keyPath: 'name' }
const store = openDeviceStore<KeptKeys>(
  place,
  keptKeys,
  (one) => one.name,
  // A statement may be much younger than the entry that names its key.
  () => false,
)

/** Keeps an entry under the first head that showed it. */
export async function keepKeys(keys: Omit<KeptKeys, 'name'>): Promise<void> {
  const name = `${keys.origin} ${keys.seq}`
  await store.change(name, (earlier) => earlier ?? { ...keys, name })
}

/** The kept entries of a log, in its order. */
export async function keysOf(origin: string): Promise<KeptKeys[]> {
  const all = await store.all(Date.now())
  return all.filter((one) => one.origin === origin).toSorted((one, other) => one.seq - other.seq)
}
