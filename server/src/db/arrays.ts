/**
 * Lists as PostgreSQL arrays in their binary form, for parameters like `$1::bigint[]`. The driver passes the bytes on
 * unchanged, so neither side formats or parses digits. Lists must not be empty.
 */

const OIDS = { int2: 21, int4: 23, int8: 20, uuid: 2950 } as const
const HEADER = 20

/** For `bigint[]`; a number must be a safe integer. */
export function int8s(values: readonly (bigint | number | null)[]): Buffer {
  return arrayOf('int8', 8, values, writeInt8)
}

/** For `int[]`. */
export function int4s(values: readonly (number | null)[]): Buffer {
  return arrayOf('int4', 4, values, writeInt4)
}

/** For `smallint[]`. */
export function int2s(values: readonly (number | null)[]): Buffer {
  return arrayOf('int2', 2, values, writeInt2)
}

/** For `uuid[]`, from the usual text. */
export function uuids(values: readonly string[]): Buffer {
  return arrayOf('uuid', 16, values, writeUuid)
}

/**
 * The layout of `array_recv`: dimensions, null flag, element type, length, lower bound; then length and bytes of each
 * element. A view, because a buffer's own methods take forty times as long for a `bigint`.
 */
function arrayOf<T>(
  type: keyof typeof OIDS,
  size: number,
  values: readonly (T | null)[],
  write: (view: DataView, value: T, at: number) => void,
): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER + values.length * (4 + size))
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  view.setInt32(0, 1)
  view.setInt32(8, OIDS[type])
  view.setInt32(12, values.length)
  view.setInt32(16, 1)
  let at = HEADER
  let hasNull = 0
  for (const value of values) {
    if (value === null) {
      hasNull = 1
      view.setInt32(at, -1)
      at += 4
      continue
    }
    view.setInt32(at, size)
    write(view, value, at + 4)
    at += 4 + size
  }
  view.setInt32(4, hasNull)
  return bytes.subarray(0, at)
}

// A view would silently keep only the lower bits of a value that does not fit.

function writeInt8(view: DataView, value: bigint | number, at: number): void {
  if (typeof value === 'bigint') {
    if (value > MOST_INT8 || value < -MOST_INT8 - 1n) throw new RangeError(`${value} is no bigint`)
    view.setBigInt64(at, value)
    return
  }
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is no safe integer`)
  view.setInt32(at, Math.floor(value / 2 ** 32))
  view.setUint32(at + 4, value >>> 0)
}

const MOST_INT8 = 2n ** 63n - 1n

function writeInt4(view: DataView, value: number, at: number): void {
  if ((value | 0) !== value) throw new RangeError(`${value} is no int`)
  view.setInt32(at, value)
}

function writeInt2(view: DataView, value: number, at: number): void {
  if ((value << 16) >> 16 !== value) throw new RangeError(`${value} is no smallint`)
  view.setInt16(at, value)
}

function writeUuid(view: DataView, text: string, start: number): void {
  if (text.length !== 36) throw new Error(`${text} is not a UUID`)
  let at = start
  for (let i = 0; i < 36; i += 2) {
    if (i === 8 || i === 13 || i === 18 || i === 23) i++
    view.setUint8(at++, (nibble(text.charCodeAt(i)) << 4) | nibble(text.charCodeAt(i + 1)))
  }
}

function nibble(code: number): number {
  if (code >= 48 && code <= 57) return code - 48
  const letter = code | 32
  if (letter >= 97 && letter <= 102) return letter - 87
  throw new Error('a UUID is hexadecimal')
}
