/** Enough to recognise a friend by, not enough to look him up. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}
