import type { Db, Reader, Tx } from '../../db/pool.ts'
import type {} from '../tables.ts'

export interface Passkey {
  /** Base64url. */
  id: string
  publicKey: Buffer
  counter: number
  transports: readonly string[]
  name: string
  createdAtMs: number
  usedAtMs: number | null
}

export async function passkeysOf(reader: Reader, operator: string): Promise<Passkey[]> {
  const rows = await reader
    .selectFrom('operator_passkey')
    .selectAll()
    .where('operator', '=', operator)
    .orderBy('created_ms')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    publicKey: row.public_key,
    counter: Number(row.counter),
    transports: row.transports,
    name: row.name,
    createdAtMs: Number(row.created_ms),
    usedAtMs: row.used_ms === null ? null : Number(row.used_ms),
  }))
}

/** Stores a passkey; false when it exists already. */
export async function insertPasskey(
  tx: Tx,
  operator: string,
  given: Omit<Passkey, 'usedAtMs'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('operator_passkey')
    .values({
      id: given.id,
      operator,
      public_key: given.publicKey,
      counter: BigInt(given.counter),
      transports: [...given.transports],
      name: given.name,
      created_ms: BigInt(given.createdAtMs),
      used_ms: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Records a use; false when the counter advanced meanwhile, or the passkey was removed. */
export async function notePasskeyUse(
  tx: Tx,
  operator: string,
  { id, was, counter, atMs }: { id: string; was: number; counter: number; atMs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('operator_passkey')
    .set({ counter: BigInt(counter), used_ms: BigInt(atMs) })
    .where('operator', '=', operator)
    .where('id', '=', id)
    .where('counter', '=', BigInt(was))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Removes a passkey; false when it does not exist. */
export async function deletePasskey(tx: Tx, operator: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('operator_passkey')
    .where('operator', '=', operator)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

export interface StoredCode {
  /** Encrypted; null until one of its codes was shown. */
  secret: Buffer | null
  sinceMs: number | null
  /** A secret whose code was not shown yet. */
  pending: Buffer | null
}

export async function codeOf(reader: Reader, operator: string): Promise<StoredCode | null> {
  const row = await reader
    .selectFrom('operator_code')
    .selectAll()
    .where('operator', '=', operator)
    .executeTakeFirst()
  if (!row) return null
  const sinceMs = row.since_ms === null ? null : Number(row.since_ms)
  return { secret: row.secret, sinceMs, pending: row.pending }
}

/** Stores a secret that takes effect once one of its codes was shown; until then the active one stays. */
export async function putPending(db: Db, operator: string, pending: Buffer): Promise<void> {
  await db
    .insertInto('operator_code')
    .values({ operator, secret: null, since_ms: null, pending })
    .onConflict((conflict) => conflict.column('operator').doUpdateSet({ pending }))
    .execute()
}

/** Activates the secret whose code was shown; false when another was started meanwhile. */
export async function confirmPending(
  tx: Tx,
  operator: string,
  pending: Buffer,
  { step, atMs }: { step: number; atMs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('operator_code')
    .set({ secret: pending, since_ms: BigInt(atMs), last_step: BigInt(step), pending: null })
    .where('operator', '=', operator)
    .where('pending', '=', pending)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Uses up a code's time step; false when this step or a later one was used, or another secret is active. */
export async function spendStep(tx: Tx, operator: string, secret: Buffer, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('operator_code')
    .set({ last_step: BigInt(step) })
    .where('operator', '=', operator)
    .where('secret', '=', secret)
    .where('last_step', '<', BigInt(step))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Whether an operator has a second factor. */
export async function hasFactor(reader: Reader, operator: string): Promise<boolean> {
  const keys = await reader
    .selectFrom('operator_passkey')
    .select('id')
    .where('operator', '=', operator)
    .limit(1)
    .execute()
  return keys.length > 0 || (await codeOf(reader, operator))?.secret != null
}
