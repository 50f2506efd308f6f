/** Where a coin's or currency's picture is; the page ships them all. */
export function coinPicture(symbol: string): string {
  return `/coins/${symbol.toLowerCase()}.svg`
}
