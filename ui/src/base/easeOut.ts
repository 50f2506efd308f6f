/** A movement that is fast at first and then slower: the share of its way at a share of its time, both from 0 to 1. */
export function easeOut(share: number): number {
  return 1 - (1 - Math.min(1, Math.max(0, share))) ** 3
}
