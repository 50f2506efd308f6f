const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const VALUES = new Map(Array.from(LETTERS, (letter, value) => [letter, value]))

/** Base64 with padding (RFC 4648 section 4). */
export function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += 3) {
    const [a = 0, b, c] = bytes.subarray(i, i + 3)
    const bits = (a << 16) | ((b ?? 0) << 8) | (c ?? 0)
    const letter = (shift: number) => LETTERS[(bits >> shift) & 63]
    text += `${letter(18)}${letter(12)}${b === undefined ? '=' : letter(6)}${c === undefined ? '=' : letter(0)}`
  }
  return text
}

/** Decodes `base64Of`; null for any other text, so that bytes have only one text. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (text.length % 4 !== 0) return null
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const bytes = new Uint8Array((text.length / 4) * 3 - padding)
  let [bits, at] = [0, 0]
  for (let i = 0; i < text.length; i++) {
    const value = i < text.length - padding ? VALUES.get(text.charAt(i)) : 0
    if (value === undefined) return null
    bits = (bits << 6) | value
    if (i % 4 !== 3) continue
    for (let shift = 16; shift >= 0; shift -= 8) if (at < bytes.length) bytes[at++] = (bits >> shift) & 255
    bits = 0
  }
  return base64Of(bytes) === text ? bytes : null
}
