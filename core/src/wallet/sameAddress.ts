/** Whether two spellings mean the same address: ignoring case for Ethereum-style addresses, exactly for Tron's. */
export function isSameAddress(one: string, other: string): boolean {
  return one === other || (one.startsWith('0x') && one.toLowerCase() === other.toLowerCase())
}
