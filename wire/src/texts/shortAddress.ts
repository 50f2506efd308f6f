/** Shortens an address to `head` characters at its start and `tail` at its end: "0x71C765…1b94" for 8 and 4. */
export function shortAddress(address: string, head: number, tail = head): string {
  return address.length <= head + tail + 1 ? address : `${address.slice(0, head)}…${address.slice(-tail)}`
}
