/**
 * A new idempotency key: a UUID of version 7 (RFC 9562 section 5.7), also where the page is not a secure context. It begins with its
 * time, ms since 1970, so that the newest keys lie together in the server's index; nothing else depends on that time.
 */
export function newKey(nowMs: number = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const view = new DataView(bytes.buffer)
  view.setUint16(0, Math.floor(nowMs / 2 ** 32))
  view.setUint32(2, nowMs) // its low 32 bits
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/**
 * Adds a key to what a form sends. The same content keeps its key, so that a repeat after a lost answer does nothing twice; any other
 * content gets a new one.
 */
export function keyedContent(): <T extends object>(content: T) => T & { key: string } {
  let last = { text: '', key: '' }
  return (content) => {
    const text = JSON.stringify(content)
    if (last.text !== text) last = { text, key: newKey() }
    return { ...content, key: last.key }
  }
}
