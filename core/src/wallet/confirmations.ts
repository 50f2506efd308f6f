/** Confirmations of a block on a chain whose newest block is `head`: the block itself is the first. */
export function confirmationsOf(block: number, head: number): number {
  return Math.max(0, head - block + 1)
}

/** The newest block with that many confirmations: it and every older block are final. */
export function newestFinal(head: number, confirmations: number): number {
  return head - confirmations + 1
}
