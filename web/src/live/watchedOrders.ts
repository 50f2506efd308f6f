const watched = new Map<string, number>()

/** Marks an order's result as on screen, so that no toast repeats it; returns a function that ends this. */
export function watchOrder(orderId: string): () => void {
  watched.set(orderId, (watched.get(orderId) ?? 0) + 1)
  return () => {
    const left = (watched.get(orderId) ?? 1) - 1
    if (left > 0) watched.set(orderId, left)
    else watched.delete(orderId)
  }
}

/** Whether the order's result is on screen. */
export function isWatched(orderId: string): boolean {
  return watched.has(orderId)
}
