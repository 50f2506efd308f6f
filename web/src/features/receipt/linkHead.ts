import { base64UrlOf, bytesOfBase64Url } from '@tickmark/core/base64url'

/** Longer than any signed head with its witnesses. */
const MOST = 8_000

/** The fragment of a shared link, which carries the newest head that its sender has checked. No server sees a fragment. */
export function fragmentOf(note: string): string {
  return note === '' ? '' : `#head=${base64UrlOf(new TextEncoder().encode(note))}`
}

/** The signed head in a link's fragment; null when there is none. Whether it is signed, the watch decides. */
export function headIn(fragment: string): string | null {
  const text = /^#head=([\w-]+)$/.exec(fragment)?.[1]
  const bytes = text !== undefined && text.length <= MOST ? bytesOfBase64Url(text) : null
  return bytes && new TextDecoder().decode(bytes)
}
