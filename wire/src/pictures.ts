/** Path of a coin's or currency's picture; the page ships them all. */
export function coinPicture(symbol: string): string {
  return `/coins/${symbol.toLowerCase()}.svg`
}

/** Maximum size of an uploaded picture in bytes. */
export const MOST_PICTURE_BYTES = 6_291_456
/** Maximum width and height in pixels of a stored picture. */
export const MOST_PICTURE_SIDE = 1_024
