import type { Db, Tx } from '../db/pool.ts'
import type {} from './tables.ts'

/** Names a request that moves money: its sender's idempotency key, a UUID, for a route. */
export interface RequestName {
  userId: number
  route: string
  key: string
}

/** Writes a request before it is carried out; false when it was written before. A concurrent request with the same name waits. */
export async function insertRequest(
  tx: Tx,
  name: RequestName,
  { fingerprint, nowMs }: { fingerprint: string; nowMs: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('request')
    .values({ ...named(name), fingerprint, at_ms: BigInt(nowMs) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows !== 0n
}

export async function keepAnswer(tx: Tx, name: RequestName, answer: string): Promise<void> {
  await tx
    .updateTable('request')
    .set({ answer })
    .where((is) => is.and(named(name)))
    .execute()
}

export async function deleteRequest(tx: Tx, name: RequestName): Promise<void> {
  await tx
    .deleteFrom('request')
    .where((is) => is.and(named(name)))
    .execute()
}

/** A request that was written before; its answer is null only in the transaction that carries it out. */
export async function findRequest(
  tx: Tx,
  name: RequestName,
): Promise<{ fingerprint: string; answer: string | null } | undefined> {
  return tx
    .selectFrom('request')
    .select(['fingerprint', 'answer'])
    .where((is) => is.and(named(name)))
    .executeTakeFirst()
}

/** Deletes the requests from before a time; returns their number. */
export async function deleteRequestsBefore(db: Db, beforeMs: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('request')
    .where('at_ms', '<', BigInt(beforeMs))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

function named({ userId, route, key }: RequestName) {
  return { user_id: BigInt(userId), route, key }
}
