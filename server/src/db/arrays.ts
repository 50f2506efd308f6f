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

/** For `uuid[]`, from the usual text. All of it becomes bytes at once: reading texts digit by digit takes twice as long. */
export function uuids(values: readonly string[]): Buffer {
  const digits = Buffer.from(values.join(''))
  if (digits.length !== 36 * values.length || values.some((text) => text.length !== 36))
    throw new Error('a UUID has 36 characters')
  const bytes = emptyArray('uuid', 16, values.length)
  let at = HEADER
  let worst = 0
  for (let start = 0; start < digits.length; start += 36) {
    bytes[at + 3] = 16
    at += 4
    for (let i = 0; i < 16; i++) {
      const place = start + (UUID_PLACES[i] as number)
      const high = NIBBLES[digits[place] as number] as number
      const low = NIBBLES[digits[place + 1] as number] as number
      worst |= high | low
      bytes[at++] = (high << 4) | low
    }
  }
  if (worst > 15) throw new Error('a UUID is hexadecimal')
  return bytes
}

/** Where the digits of each byte begin in a UUID's text. */
const UUID_PLACES = Uint8Array.of(0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34)
/** By ASCII character: the digit's value, above 15 for what is no digit. */
const NIBBLES = Uint8Array.from({ length: 256 }, (_, code) => {
  const value = '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase())
  return value < 0 ? 255 : value
})

/**
 * The layout of `array_recv`: dimensions, null flag, element type, length, lower bound; then length and bytes of each
 * element, which are zeros here. Arrays have room for elements without nulls.
 */
function emptyArray(type: keyof typeof OIDS, size: number, count: number): Buffer {
  const bytes = Buffer.alloc(HEADER + count * (4 + size))
  const view = viewOf(bytes)
  view.setInt32(0, 1)
  view.setInt32(8, OIDS[type])
  view.setInt32(12, count)
  view.setInt32(16, 1)
  return bytes
}

/** A buffer's own methods take forty times as long for a `bigint`. */
function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length)
}

function arrayOf<T>(
  type: keyof typeof OIDS,
  size: number,
  values: readonly (T | null)[],
  write: (view: DataView, value: T, at: number) => void,
): Buffer {
  const bytes = emptyArray(type, size, values.length)
  const view = viewOf(bytes)
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
