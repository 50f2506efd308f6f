interface Piece {
  owner: string
}

/**
 * The piece that gives way to a further one of `owner` where there is no room: the newest one of whoever has the most, if he still
 * has as many as the owner then. Null when nobody has so many. `pieces` are in the order of their arrival.
 */
export function givesWay<T extends Piece>(pieces: Iterable<T>, owner: string): T | null {
  const byOwner = Map.groupBy(pieces, (one) => one.owner)
  let most: readonly T[] = []
  for (const some of byOwner.values()) if (some.length > most.length) most = some
  const own = byOwner.get(owner)?.length ?? 0
  return most.length > own + 1 ? (most.at(-1) ?? null) : null
}
