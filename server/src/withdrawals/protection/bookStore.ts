import type { BookSwitch } from '@tickmark/core/wallet/addressWait'
import { lockUser } from '../../db/locks.ts'
import type { Db, Reader, Tx } from '../../db/pool.ts'
import type {} from '../withdrawal/tables.ts'

export async function bookSwitch(reader: Reader, userId: number): Promise<BookSwitch> {
  const row = await reader
    .selectFrom('address_book')
    .select('until')
    .where('user_id', '=', BigInt(userId))
    .executeTakeFirst()
  return row ? { untilMs: row.until === null ? null : Number(row.until) } : null
}

export async function turnBookOn(db: Db, userId: number): Promise<void> {
  await db
    .insertInto('address_book')
    .values({ user_id: BigInt(userId), until: null })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ until: null }))
    .execute()
}

/** Sets the end of the wait, unless it has an end already or is not on. */
export async function turnBookOff(db: Db, userId: number, untilMs: number): Promise<void> {
  await db
    .updateTable('address_book')
    .set({ until: BigInt(untilMs) })
    .where('user_id', '=', BigInt(userId))
    .where('until', 'is', null)
    .execute()
}

export interface BookEntry {
  id: string
  address: string
  label: string
  addedAtMs: number
  usableAtMs: number
}

export async function bookEntries(reader: Reader, userId: number): Promise<BookEntry[]> {
  const rows = await reader
    .selectFrom('address_book_entry')
    .selectAll()
    .where('user_id', '=', BigInt(userId))
    .orderBy('added_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    address: row.address,
    label: row.label,
    addedAtMs: Number(row.added_at),
    usableAtMs: Number(row.usable_at),
  }))
}

/** When an address in a user's book may be paid; null when the book lacks it. */
export async function usableFromMs(reader: Reader, userId: number, address: string): Promise<number | null> {
  const row = await reader
    .selectFrom('address_book_entry')
    .select('usable_at')
    .where('user_id', '=', BigInt(userId))
    .where('address', '=', address)
    .executeTakeFirst()
  return row ? Number(row.usable_at) : null
}

/** Locks one user's address book until the end of the transaction, so that changes run one after the other. */
export async function lockBookOf(tx: Tx, userId: number): Promise<void> {
  await lockUser(tx, 'addressBook', userId)
}

export async function insertEntry(tx: Tx, userId: number, entry: BookEntry): Promise<void> {
  const { id, address, label, addedAtMs, usableAtMs } = entry
  const times = { added_at: BigInt(addedAtMs), usable_at: BigInt(usableAtMs) }
  await tx
    .insertInto('address_book_entry')
    .values({ id, user_id: BigInt(userId), address, label, ...times })
    .execute()
}

/** False when the user has no entry of that id. */
export async function deleteEntry(db: Db, userId: number, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('address_book_entry')
    .where('user_id', '=', BigInt(userId))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
