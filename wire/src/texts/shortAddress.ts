/** A shortened address, to recognise but not to look up: "0x71C7…1b94". */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}
