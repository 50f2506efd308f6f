import { productById } from '@tickmark/core/market/products'
import type { Tx } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { Refused } from '../http/calls/refused.ts'
import type {} from './events.ts'
import type { RegisterDeps } from './register.ts'
import { deleteFavourite, insertFavourite, listFavourites, lockUser } from './userStore.ts'

/** Maximum number of coins on one watchlist. */
const MOST_FAVOURITES = 200

type FavouriteDeps = Pick<RegisterDeps, 'db' | 'events'>

/** Adds a coin to a user's watchlist; a coin already on it keeps its position. */
export function addFavourite(deps: FavouriteDeps, userId: number, pid: number, nowMs: number): Promise<void> {
  return change(deps, userId, pid, async (tx) => {
    const pids = await listFavourites(tx, userId)
    if (pids.includes(pid)) return pids
    if (pids.length >= MOST_FAVOURITES) throw new Refused('watchlist_full', { most: String(MOST_FAVOURITES) })
    await insertFavourite(tx, userId, pid, nowMs)
    return [...pids, pid]
  })
}

/** Removes a coin from the list; a coin that is not on it is no error. */
export function removeFavourite(deps: FavouriteDeps, userId: number, pid: number): Promise<void> {
  return change(deps, userId, pid, async (tx) => {
    await deleteFavourite(tx, userId, pid)
    return listFavourites(tx, userId)
  })
}

/** Publishes the list even when it did not change: the requesting page may hold an older one. */
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
