import { accept, refuse, type Decision } from '@tickmark/core/decision'
import { assert } from '@tickmark/core/assert'
import type { Db, Tx } from '../db/pool.ts'
import type {} from './tables.ts'

/** Identifies a request that moves money, as its sender names it. */
export interface KeyedRequest {
  userId: number
  route: string
  /** The sender's idempotency key, a UUID. */
  key: string
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
  const { userId, route, key, fingerprint, nowMs } = request
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('request')
    .values({ user_id: BigInt(userId), route, key, fingerprint, at_ms: BigInt(nowMs) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return earlierAnswer(tx, request)
  const done = await effect()
  const mine = { user_id: BigInt(userId), route, key }
  if (!done.ok) {
    await tx
      .deleteFrom('request')
      .where((is) => is.and(mine))
      .execute()
    return done
  }
  await tx
    .updateTable('request')
    .set({ answer: done.value })
    .where((is) => is.and(mine))
    .execute()
  return accept({ answer: done.value, isRepeat: false })
}

async function earlierAnswer(
  tx: Tx,
  request: KeyedRequest,
): Promise<Decision<Remembered, { code: 'key_reused' }>> {
  const { userId, route, key } = request
  const row = await tx
    .selectFrom('request')
    .select(['fingerprint', 'answer'])
    .where((is) => is.and({ user_id: BigInt(userId), route, key }))
    .executeTakeFirst()
  assert(row?.answer != null, 'a committed request has its answer')
  if (row.fingerprint !== request.fingerprint) return refuse({ code: 'key_reused' })
  return accept({ answer: row.answer, isRepeat: true })
}

/** Deletes answers older than the key's life; returns their number. */
export async function forgetOldRequests(db: Db, nowMs: number): Promise<number> {
  const old = BigInt(nowMs - KEY_LIFE_MS)
  const { numDeletedRows } = await db.deleteFrom('request').where('at_ms', '<', old).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
