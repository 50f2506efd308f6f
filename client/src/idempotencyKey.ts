/**
 * A new idempotency key: a UUID of version 7 (RFC 9562 section 5.7), also where the page is not a secure context. It begins with its
 * time, so that the server finds the newest keys close together; nothing depends on that time.
 */
export function newKey(nowMs: number = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  new DataView(bytes.buffer).setBigUint64(
    0,
    (BigInt(nowMs) << 16n) | 0x7000n | BigInt((((bytes[6] ?? 0) & 0x0f) << 8) | (bytes[7] ?? 0)),
  )
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
