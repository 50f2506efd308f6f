/** An address by its ends: `ends` characters of each. "0x71C765…1b94" for 8. */
export function shortAddress(address: string, head: number, tail = head): string {
  return address.length <= head + tail + 1 ? address : `${address.slice(0, head)}…${address.slice(-tail)}`
}
