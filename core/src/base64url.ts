const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Base64url without padding (RFC 4648, section 5). */
export function base64UrlOf(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(i, i + 3)
    const left = bytes.length - i
    const group = (a << 16) | (b << 8) | c
    for (let digit = 0; digit < Math.min(4, left + 1); digit++)
      text += DIGITS[(group >> (18 - 6 * digit)) & 63]
  }
  return text
}

/** Decodes base64url without padding; null for any other text, including one with unused bits set. */
export function bytesOfBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return null
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4))
  let [at, group, bits] = [0, 0, 0]
  for (const digit of text) {
    group = ((group << 6) | DIGITS.indexOf(digit)) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[at++] = group >> bits
  }
  return (group & ((1 << bits) - 1)) === 0 ? bytes : null
}
