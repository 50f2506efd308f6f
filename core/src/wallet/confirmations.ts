/** Confirmations of a block on a chain whose newest block is `head`: the block itself is the first. */
export function confirmationsOf(block: number, head: number): number {
  return Math.max(0, head - block + 1)
}

/** The newest block that has so many confirmations: it and every older one count as final. */
export function newestFinal(head: number, confirmations: number): number {
  return head - confirmations + 1
}
