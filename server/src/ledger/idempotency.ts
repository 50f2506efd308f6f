import { accept, refuse, type Decision } from '@tickmark/core/decision'
import { assert } from '@tickmark/core/assert'
import type { Db, Tx } from '../db/pool.ts'
import {
  deleteRequest,
  deleteRequestsBefore,
  findRequest,
  insertRequest,
  keepAnswer,
  type RequestName,
} from './requestStore.ts'

/** A request that moves money, as its sender names it. */
export interface KeyedRequest extends RequestName {
  /** `requestHash` of the whole request. */
  fingerprint: string
  nowMs: number
}

export interface Remembered {
  answer: string
  /** True when the answer was stored earlier and nothing was done now. */
  isRepeat: boolean
}

/** Keys are kept for this long. */
export const KEY_LIFE_MS = 30 * 86_400_000

/**
 * Runs `effect` once per key: a repeated key returns the stored answer. Effect and answer commit together; a concurrent
 * request with the same key waits. A refusal stores nothing, so the key may be used again. Call it first in the
 * transaction: its lock comes before all others.
 */
export async function once<Refusal extends { code: string }>(
  tx: Tx,
  request: KeyedRequest,
  effect: () => Promise<Decision<string, Refusal>>,
): Promise<Decision<Remembered, Refusal | { code: 'key_reused' }>> {
  if (!(await insertRequest(tx, request, request))) return earlierAnswer(tx, request)
  const done = await effect()
  if (!done.ok) {
    await deleteRequest(tx, request)
    return done
  }
  await keepAnswer(tx, request, done.value)
  return accept({ answer: done.value, isRepeat: false })
}

async function earlierAnswer(
  tx: Tx,
  request: KeyedRequest,
): Promise<Decision<Remembered, { code: 'key_reused' }>> {
  const earlier = await findRequest(tx, request)
  assert(earlier?.answer != null, 'a committed request has its answer')
  if (earlier.fingerprint !== request.fingerprint) return refuse({ code: 'key_reused' })
  return accept({ answer: earlier.answer, isRepeat: true })
}

/** Deletes answers older than the key's life; returns their number. */
export function forgetOldRequests(db: Db, nowMs: number): Promise<number> {
  return deleteRequestsBefore(db, nowMs - KEY_LIFE_MS)
}
