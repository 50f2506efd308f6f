import { productById } from '@tickmark/core/market/products'
import type { Db } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { Refused } from '../http/calls/refused.ts'
import { deleteFavourite, insertFavourite, listFavourites, lockUser } from './store.ts'

/** Coins on one watchlist at most. */
export const MOST_FAVOURITES = 200

/** Adds a coin to a user's watchlist and replies with the list; one that is there already stays where it is. */
export function addFavourite(db: Db, userId: number, pid: number, nowMs: number): Promise<number[]> {
  if (!productById(pid)) throw new Refused('product_unknown')
  return transact(db, async (tx) => {
    await lockUser(tx, userId)
    const pids = await listFavourites(tx, userId)
    if (pids.includes(pid)) return pids
    if (pids.length >= MOST_FAVOURITES) throw new Refused('watchlist_full', { most: String(MOST_FAVOURITES) })
    await insertFavourite(tx, userId, pid, nowMs)
    return [...pids, pid]
  })
}

/** Takes a coin off the list and replies with what is left; one that is not on it is no error. */
export async function removeFavourite(db: Db, userId: number, pid: number): Promise<number[]> {
  if (!productById(pid)) throw new Refused('product_unknown')
  await deleteFavourite(db, userId, pid)
  return listFavourites(db, userId)
}
