/**
 * Lists as PostgreSQL arrays in their binary form, for parameters like `$1::bigint[]`. The driver passes the bytes on
 * unchanged, so neither side formats or parses digits. Lists must not be empty.
 */

const OIDS = { int2: 21, int4: 23, int8: 20, uuid: 2950 } as const
const HEADER = 20

/** For `bigint[]`; a number must be a safe integer. */
export function int8s(values: readonly (bigint | number | null)[]): Buffer {
  return arrayOf('int8', 8, values, (bytes, value, at) => {
    if (typeof value === 'bigint') return bytes.writeBigInt64BE(value, at)
    bytes.writeInt32BE(Math.floor(value / 2 ** 32), at)
    return bytes.writeUInt32BE(value >>> 0, at + 4)
  })
}

/** For `int[]`. */
export function int4s(values: readonly (number | null)[]): Buffer {
  return arrayOf('int4', 4, values, (bytes, value, at) => bytes.writeInt32BE(value, at))
}

/** For `smallint[]`. */
export function int2s(values: readonly (number | null)[]): Buffer {
  return arrayOf('int2', 2, values, (bytes, value, at) => bytes.writeInt16BE(value, at))
}

/** For `uuid[]`, from the usual text. */
export function uuids(values: readonly string[]): Buffer {
  return arrayOf('uuid', 16, values, writeUuid)
}

/**
 * The layout of `array_recv`: dimensions, null flag, element type, length, lower bound; then length and bytes of each
 * element.
 */
function arrayOf<T>(
  type: keyof typeof OIDS,
  size: number,
  values: readonly (T | null)[],
  write: (bytes: Buffer, value: T, at: number) => void,
): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER + values.length * (4 + size))
  bytes.writeInt32BE(1, 0)
  bytes.writeInt32BE(OIDS[type], 8)
  bytes.writeInt32BE(values.length, 12)
  bytes.writeInt32BE(1, 16)
  let at = HEADER
  let hasNull = 0
  for (const value of values) {
    if (value === null) {
      hasNull = 1
      bytes.writeInt32BE(-1, at)
      at += 4
      continue
    }
    bytes.writeInt32BE(size, at)
    write(bytes, value, at + 4)
    at += 4 + size
  }
  bytes.writeInt32BE(hasNull, 4)
  return bytes.subarray(0, at)
}

function writeUuid(bytes: Buffer, text: string, start: number): void {
  if (text.length !== 36) throw new Error(`${text} is not a UUID`)
  let at = start
  for (let i = 0; i < 36; i += 2) {
    if (i === 8 || i === 13 || i === 18 || i === 23) i++
    bytes[at++] = (nibble(text.charCodeAt(i)) << 4) | nibble(text.charCodeAt(i + 1))
  }
}

function nibble(code: number): number {
  if (code >= 48 && code <= 57) return code - 48
  const letter = code | 32
  if (letter >= 97 && letter <= 102) return letter - 87
  throw new Error('a UUID is hexadecimal')
}
