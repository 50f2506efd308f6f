import * as z from 'zod/mini'
import { changeInStore, inStore, type StorePlace } from '../../../state/database.ts'

/** Values that this device keeps by key for at least 400 days. */
export interface DeviceStore<T> {
  get(key: string): Promise<T | null>
  /** Replaces the value under a key by the result of `decide`, and returns it; no other tab interferes. */
  change(key: string, decide: (earlier: T | null) => T): Promise<T>
  drop(key: string): Promise<void>
  /** All kept values; deletes expired ones. */
  all(nowMs: number): Promise<T[]>
}

const KEPT_MS = 400 * 86_400_000
/** A browser's store may hang; nothing waits longer than this. */
const PATIENCE_MS = 2_000

/** Opens a store of this browser. Without one, this tab keeps the values. */
export function openDeviceStore<T extends { keptAtMs: number }>(
  place: StorePlace,
  shape: z.ZodMiniType,
  keyOf: (one: T) => string,
  /** Whether an old value may be deleted: the device's clock, which decides its age, may be set wrong. */
  mayDrop: (one: T) => boolean = () => true,
): DeviceStore<T> {
  const inThisTab = new Map<string, T>()
  const read = (value: unknown): T | null => {
    const parsed = z.safeParse(shape, value)
    return parsed.success ? (parsed.data as T) : null
  }
  const inTime = <V>(work: Promise<V>, otherwise: V): Promise<V> => {
    const late = new Promise<V>((done) => setTimeout(() => done(otherwise), PATIENCE_MS))
    return Promise.race([work.catch(() => otherwise), late])
  }
  const drop = async (key: string) => {
    inThisTab.delete(key)
    await inTime<unknown>(
      inStore(place, 'readwrite', (store) => store.delete(key)),
      null,
    )
  }
  return {
    drop,
    async get(key) {
      const stored = await inTime(
        inStore(place, 'readonly', (store) => store.get(key)),
        null,
      )
      return read(stored) ?? inThisTab.get(key) ?? null
    },
    async change(key, decide) {
      const own = inThisTab.get(key) ?? null
      // Kept in this tab before any wait.
      const first = decide(own)
      inThisTab.set(key, first)
      const changed = await inTime<T | null>(
        changeInStore(place, key, (stored) => decide(read(stored) ?? own)),
        null,
      )
      if (changed) inThisTab.set(key, changed)
      return changed ?? first
    },
    async all(nowMs) {
      const stored = await inTime(
        inStore(place, 'readonly', (store) => store.getAll()),
        [],
      )
      const kept = (stored as unknown[]).map(read).filter((one) => one !== null)
      const all = new Map([...inThisTab, ...kept.map((one) => [keyOf(one), one] as const)])
      for (const [key, one] of all) {
        if (nowMs - one.keptAtMs <= KEPT_MS || !mayDrop(one)) continue
        all.delete(key)
        await drop(key)
      }
      return [...all.values()]
    },
  }
}
