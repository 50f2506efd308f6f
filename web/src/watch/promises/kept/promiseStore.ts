import type { PromiseFile } from '@tickmark/core/receipts/promiseShape'
import * as z from 'zod/mini'
import { openDeviceStore } from './deviceStore.ts'
import { keptProblem, sounder, type KeptProblem } from './problem.ts'

const keptPromise = z.object({
  /** See `promisedOrder`. */
  order: z.string(),
  /** The house's answer with the owner's signed text, also after a failed check. */
  file: z.unknown(),
  /** SHA-256 of the ticket, in hex; empty when the answer is not a ticket. */
  ticket: z.string(),
  problem: keptProblem,
  /** Ms since 1970. */
  keptAtMs: z.number(),
  /** Whether this device has seen the ticket in the log. */
  isLogged: z.boolean(),
  /** The address of the wallet that placed the order. */
  owner: z.string(),
  /** Whether this device has seen the order's receipt, and its result in the log. */
  isSettled: z.boolean(),
})

/** The house's answer to an order, as this device keeps it. */
export interface KeptPromise extends z.output<typeof keptPromise> {
  file: PromiseFile
  problem: KeptProblem
}

const place = { database: 'tickmark-promises', store: 'promises', keyPath: 'order' }
const promises = openDeviceStore<KeptPromise>(place, keptPromise, (one) => one.order)

/** Keeps a promise with its newest state. A sound one is never replaced by another. Returns the kept one. */
export function keepPromise(promise: KeptPromise): Promise<KeptPromise> {
  const isSame = (one: KeptPromise, other: KeptPromise) => one.ticket === other.ticket
  return promises.change(promise.order, (earlier) => sounder(earlier, promise, isSame))
}

export function promiseOf(order: string): Promise<KeptPromise | null> {
  return promises.get(order)
}

/** All kept promises. */
export function allPromises(nowMs: number): Promise<KeptPromise[]> {
  return promises.all(nowMs)
}
