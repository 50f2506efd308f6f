const watched = new Map<string, number>()

/** Says that an order's result is on screen, so that no toast repeats it; gives the way to stop. */
export function watchOrder(orderId: string): () => void {
  watched.set(orderId, (watched.get(orderId) ?? 0) + 1)
  return () => {
    const left = (watched.get(orderId) ?? 1) - 1
    if (left > 0) watched.set(orderId, left)
    else watched.delete(orderId)
  }
}

/** Whether the order's result is on screen already. */
export function isWatched(orderId: string): boolean {
  return watched.has(orderId)
}
