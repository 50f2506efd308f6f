import type { PromiseProblem } from '@tickmark/core/receipts/promise'
import type { PromiseFile } from '@tickmark/core/receipts/promiseShape'
import * as z from 'zod/mini'
import { inStore } from '../state/database.ts'

const keptPromise = z.object({
  /** See `promisedOrder`. */
  order: z.string(),
  /** As the house answered, with what the owner signed: also where the check has failed. */
  file: z.unknown(),
  /** SHA-256 of the ticket, in hex; empty where the answer is none. */
  ticket: z.string(),
  /** `unchecked` until the house's keys were there to judge it by. */
  problem: z.nullable(z.enum(['unreadable', 'other_terms', 'not_signed', 'unchecked'])),
  /** Ms since 1970. */
  keptAtMs: z.number(),
  /** Whether this device has seen the ticket in the log. */
  isLogged: z.boolean(),
})

/** The house's answer to an order, as this device keeps it. */
export interface KeptPromise extends z.output<typeof keptPromise> {
  file: PromiseFile
  problem: PromiseProblem | 'unchecked' | null
}

const PLACE = { database: 'tickmark-promises', store: 'promises', keyPath: 'order' }
const KEPT_MS = 400 * 86_400_000

/** Promises of this tab: what a browser without storage keeps. */
const inThisTab = new Map<string, KeptPromise>()

/**
 * Keeps a promise, and what is known about it since. A sound one is never replaced by another. Answers with the one that
 * is kept.
 */
export async function keepPromise(promise: KeptPromise): Promise<KeptPromise> {
  const earlier = await promiseOf(promise.order)
  const isSame = promise.problem === null && promise.ticket === earlier?.ticket
  if (earlier?.problem === null && !isSame) return earlier
  inThisTab.set(promise.order, promise)
  await inStore(PLACE, 'readwrite', (store) => store.put(promise)).catch(() => {})
  return promise
}

export async function promiseOf(order: string): Promise<KeptPromise | null> {
  const stored = await inStore(PLACE, 'readonly', (store) => store.get(order)).catch(() => null)
  return read(stored) ?? inThisTab.get(order) ?? null
}

/** All kept promises; those older than 400 days are dropped. */
export async function allPromises(nowMs: number): Promise<KeptPromise[]> {
  const stored = await inStore(PLACE, 'readonly', (store) => store.getAll()).catch(() => [])
  const all = new Map([...inThisTab, ...(stored as unknown[]).flatMap((one) => named(read(one)))])
  const old = [...all.values()].filter((one) => nowMs - one.keptAtMs > KEPT_MS)
  for (const { order } of old) {
    all.delete(order)
    inThisTab.delete(order)
    await inStore(PLACE, 'readwrite', (store) => store.delete(order)).catch(() => {})
  }
  return [...all.values()]
}

function named(one: KeptPromise | null): [string, KeptPromise][] {
  return one ? [[one.order, one]] : []
}

function read(value: unknown): KeptPromise | null {
  const parsed = z.safeParse(keptPromise, value)
  return parsed.success ? (parsed.data as KeptPromise) : null
}
