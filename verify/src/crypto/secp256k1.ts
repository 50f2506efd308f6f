/** The curve secp256k1 (SEC 2): its field, the order of its base point, and that point. */
const P = 2n ** 256n - 2n ** 32n - 977n
const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const G: Point = [
  0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
  1n,
]

/** A point as (x / z², y / z³); z is 0 at infinity. */
type Point = readonly [x: bigint, y: bigint, z: bigint]
const INFINITY: Point = [1n, 1n, 0n]

/**
 * The public key that made a signature (r, s) over a hash (SEC 1, 4.1.6), as its two coordinates; `isOdd` is the parity
 * of the nonce point's y. Null where there is none, and for s in the upper half (EIP-2).
 */
export function recoverKey(
  hash: bigint,
  r: bigint,
  s: bigint,
  isOdd: boolean,
): readonly [x: bigint, y: bigint] | null {
  if (r < 1n || r >= N || s < 1n || s > N / 2n) return null
  const square = (r ** 3n + 7n) % P
  const root = power(square, (P + 1n) / 4n)
  if ((root * root) % P !== square) return null
  const y = (root & 1n) === (isOdd ? 1n : 0n) ? root : P - root
  const inverse = inverseOf(r, N)
  const [x, top, z] = sumOf([r, y, 1n], modulo(s * inverse, N), G, modulo(-hash * inverse, N))
  if (z === 0n) return null
  const scale = inverseOf(z, P)
  return [modulo(x * scale ** 2n, P), modulo(top * scale ** 3n, P)]
}

/** a · one + b · other, bit by bit for both at once. */
function sumOf(one: Point, a: bigint, other: Point, b: bigint): Point {
  const both = add(one, other)
  const [first, second] = [a, b].map((factor) => factor.toString(2).padStart(256, '0'))
  let sum = INFINITY
  for (let i = 0; i < 256; i++) {
    sum = double(sum)
    const bits = `${first?.[i]}${second?.[i]}`
    if (bits !== '00') sum = add(sum, bits === '11' ? both : bits === '10' ? one : other)
  }
  return sum
}

function double([x, y, z]: Point): Point {
  const ySquare = (y * y) % P
  const middle = (4n * x * ySquare) % P
  const slope = (3n * x * x) % P
  const newX = modulo(slope * slope - 2n * middle, P)
  return [newX, modulo(slope * (middle - newX) - 8n * ySquare * ySquare, P), (2n * y * z) % P]
}

function add(one: Point, other: Point): Point {
  if (one[2] === 0n) return other
  if (other[2] === 0n) return one
  const [z1, z2] = [(one[2] * one[2]) % P, (other[2] * other[2]) % P]
  const [x1, x2] = [(one[0] * z2) % P, (other[0] * z1) % P]
  const [y1, y2] = [(((one[1] * z2) % P) * other[2]) % P, (((other[1] * z1) % P) * one[2]) % P]
  const [run, rise] = [modulo(x2 - x1, P), modulo(y2 - y1, P)]
  if (run === 0n) return rise === 0n ? double(one) : INFINITY
  const square = (run * run) % P
  const cube = (square * run) % P
  const middle = (x1 * square) % P
  const x = modulo(rise * rise - cube - 2n * middle, P)
  return [x, modulo(rise * (middle - x) - y1 * cube, P), (((one[2] * other[2]) % P) * run) % P]
}

/** The inverse by Euclid's algorithm. */
function inverseOf(value: bigint, by: bigint): bigint {
  let [a, b, x, y] = [modulo(value, by), by, 1n, 0n]
  while (a > 1n) {
    const whole = b / a
    ;[a, b, x, y] = [b - whole * a, a, y - whole * x, x]
  }
  return modulo(x, by)
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (const bit of exponent.toString(2)) {
    result = (result * result) % P
    if (bit === '1') result = (result * base) % P
  }
  return result
}

function modulo(value: bigint, by: bigint): bigint {
  const rest = value % by
  return rest < 0n ? rest + by : rest
}
