import { productById } from '@tickmark/core/market/products'
import type { Db, Tx } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { Refused } from '../http/calls/refused.ts'
import type { Events } from '../module/events.ts'
import type {} from './events.ts'
import { deleteFavourite, insertFavourite, listFavourites, lockUser } from './store.ts'

/** Coins on one watchlist at most. */
export const MOST_FAVOURITES = 200

interface FavouriteDeps {
  db: Db
  events: Pick<Events, 'emit'>
}

/** Adds a coin to a user's watchlist; one that is there already stays where it is. */
export function addFavourite(deps: FavouriteDeps, userId: number, pid: number, nowMs: number): Promise<void> {
  return change(deps, userId, pid, async (tx) => {
    const pids = await listFavourites(tx, userId)
    if (pids.includes(pid)) return pids
    if (pids.length >= MOST_FAVOURITES) throw new Refused('watchlist_full', { most: String(MOST_FAVOURITES) })
    await insertFavourite(tx, userId, pid, nowMs)
    return [...pids, pid]
  })
}

/** Takes a coin off the list; one that is not on it is no error. */
export function removeFavourite(deps: FavouriteDeps, userId: number, pid: number): Promise<void> {
  return change(deps, userId, pid, async (tx) => {
    await deleteFavourite(tx, userId, pid)
    return listFavourites(tx, userId)
  })
}

/** Pages are told the list also when it is the same: the one that asks may not know it. */
async function change(
  { db, events }: FavouriteDeps,
  userId: number,
  pid: number,
  write: (tx: Tx) => Promise<number[]>,
): Promise<void> {
  if (!productById(pid)) throw new Refused('product_unknown')
  await transact(db, async (tx) => {
    await lockUser(tx, userId)
    const pids = await write(tx)
    await events.emit(tx, 'favourites_changed', { userId, pids })
  })
}
