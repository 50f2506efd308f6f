import { DAY_MS } from '@tickmark/core/days'
import { isBookOn, NEW_ADDRESS_MS } from '@tickmark/core/wallet/addressWait'
import { randomUUID } from 'node:crypto'
import { canonicalAddress } from '@tickmark/chainkit/addresses'
import type { Db } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { Refused } from '../../http/calls/refused.ts'
import type { WithdrawalDeps } from '../withdrawal/ports.ts'
import type {} from '../events.ts'
import {
  bookEntries,
  bookSwitch,
  insertEntry,
  lockBookOf,
  turnBookOff,
  turnBookOn,
  type BookEntry,
} from './bookStore.ts'

/** After it is turned off, the wait for new addresses continues for this long. */
const OFF_DELAY_MS = DAY_MS
const MOST_ENTRIES = 50

/** An owner with the sign-in address, which never waits. */
interface Owner {
  id: number
  address: string
}

/** Turns the wait on at once, or off after a day. */
export async function switchBook(
  db: Db,
  userId: number,
  isWanted: boolean,
  nowMs: number,
): Promise<{ on: boolean; until: number | null }> {
  if (isWanted) await turnBookOn(db, userId)
  else await turnBookOff(db, userId, nowMs + OFF_DELAY_MS)
  const book = await bookSwitch(db, userId)
  const on = isBookOn(book, nowMs)
  return { on, until: on ? (book?.untilMs ?? null) : null }
}

/** Adds an address of any network; an existing entry stays unchanged. */
export async function addAddress(
  { database, chains, events }: Pick<WithdrawalDeps, 'database' | 'events' | 'chains'>,
  owner: Owner,
  given: { address: string; label: string },
  nowMs: number,
): Promise<BookEntry> {
  const address = canonicalAddress(given.address, 'evm') ?? canonicalAddress(given.address, 'tron')
  if (address === null) throw new Refused('withdrawal_address_invalid')
  if (await chains.isOurs(address)) throw new Refused('withdrawal_address_ours')
  return transact(database.db, async (tx) => {
    await lockBookOf(tx, owner.id)
    const entries = await bookEntries(tx, owner.id)
    const known = entries.find((one) => one.address === address)
    if (known) return known
    if (entries.length >= MOST_ENTRIES) throw new Refused('address_book_full', { most: String(MOST_ENTRIES) })
    const usableAtMs = address === owner.address ? nowMs : nowMs + NEW_ADDRESS_MS
    const entry = { id: randomUUID(), address, label: given.label, addedAtMs: nowMs, usableAtMs }
    await insertEntry(tx, owner.id, entry)
    const added = { userId: owner.id, entryId: entry.id, address, atMs: nowMs }
    await events.emit(tx, 'address_added', added)
    return entry
  })
}
