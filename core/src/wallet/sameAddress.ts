/** Whether two spellings are of one address: those of Ethereum's kind in any case, those of Tron exactly. */
export function isSameAddress(one: string, other: string): boolean {
  return one === other || (one.startsWith('0x') && one.toLowerCase() === other.toLowerCase())
}
