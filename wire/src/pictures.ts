/** Where a coin's or currency's picture is; the page ships them all. */
export function coinPicture(symbol: string): string {
  return `/coins/${symbol.toLowerCase()}.svg`
}

/** Bytes of a picture that somebody sends at most. */
export const MOST_PICTURE_BYTES = 6_291_456
/** Pixels of either side of a picture that is kept at most. */
export const MOST_PICTURE_SIDE = 1_024
