/** AES-256-ECB with PKCS#7 padding, passed in by the platform: Node's crypto module or the page's library. */
export interface EnvelopeCipher {
  encrypt(plain: Uint8Array): Uint8Array
  decrypt(sealed: Uint8Array): Uint8Array
}

/** Largest enveloped request that the server reads, in characters. */
export const ENVELOPE_LIMIT = 65_536

/**
 * Wraps a value as base64url of its encrypted JSON. The key ships with the page, so this hides nothing from anyone with
 * the page; TLS and the session protect the data.
 */
export function sealEnvelope(value: unknown, cipher: EnvelopeCipher): string {
  return base64urlOf(cipher.encrypt(new TextEncoder().encode(JSON.stringify(value))))
}

/**
 * Opens an envelope of any size, as the page does with its own server's answers. Null for a wrong alphabet, padding,
 * encoding or JSON.
 */
export function openEnvelope(text: string, cipher: EnvelopeCipher): { value: unknown } | null {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return null
  try {
    const plain = cipher.decrypt(bytesOfBase64url(text))
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plain)) as unknown }
  } catch {
    return null
  }
}

function base64urlOf(bytes: Uint8Array): string {
  let binary = ''
  for (let i = 0; i < bytes.length; i += 8_192) binary += String.fromCharCode(...bytes.subarray(i, i + 8_192))
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function bytesOfBase64url(text: string): Uint8Array {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}
