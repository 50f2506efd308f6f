import { bytesOfHex, concat, hexOf } from '../bytes.ts'

/** The curve P-256 (NIST SP 800-186): its field, its constant b, and the order of its base point. */
const P = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** The 33 bytes of a point from its 65 (SEC 1, 2.3.3); null for any other form. Does not check the curve. */
export function compressPoint(point: Uint8Array): Uint8Array<ArrayBuffer> | null {
  if (point.length !== 65 || point[0] !== 4) return null
  return concat(Uint8Array.of(2 + ((point[64] ?? 0) & 1)), point.subarray(1, 33))
}

/** The 65 bytes of a point from its 33 (SEC 1, 2.3.4); null for bytes that are no point of the curve. */
export function expandPoint(point: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const sign = point[0]
  if (point.length !== 33 || (sign !== 2 && sign !== 3)) return null
  const x = numberOf(point.subarray(1))
  if (x >= P) return null
  const square = ((((x * x - 3n) * x + B) % P) + P) % P
  // P is 3 modulo 4, so this is a root if there is one.
  const root = power(square, (P + 1n) / 4n)
  if ((root * root) % P !== square) return null
  const y = Number(root & 1n) === (sign & 1) ? root : P - root
  return concat(Uint8Array.of(4), point.subarray(1), bytesOf(y))
}

/** Whether a signature r ‖ s has its s in the lower half. Both encodings verify; only this one is accepted. */
export function isLowS(signature: Uint8Array): boolean {
  return signature.length === 64 && numberOf(signature.subarray(32)) <= ORDER / 2n
}

/** The signature r ‖ s with its s in the lower half; both verify. */
export function toLowS(signature: Uint8Array): Uint8Array<ArrayBuffer> {
  if (isLowS(signature)) return concat(signature)
  return concat(signature.subarray(0, 32), bytesOf(ORDER - numberOf(signature.subarray(32))))
}

function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${hexOf(bytes)}`)
}

function bytesOf(value: bigint): Uint8Array {
  return bytesOfHex(value.toString(16).padStart(64, '0')) ?? new Uint8Array()
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (const bit of exponent.toString(2)) {
    result = (result * result) % P
    if (bit === '1') result = (result * base) % P
  }
  return result
}
