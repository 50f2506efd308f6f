/** Keccak-256 as Ethereum and Tron use it (with the padding before FIPS 202), which Node's crypto lacks. */
export function keccak256(data: Uint8Array): Uint8Array {
  const state = new BigUint64Array(25)
  const padded = new Uint8Array((Math.floor(data.length / RATE) + 1) * RATE)
  padded.set(data)
  padded[data.length] = 1
  padded[padded.length - 1] = (padded[padded.length - 1] ?? 0) | 0x80
  const words = new DataView(padded.buffer)
  for (let at = 0; at < padded.length; at += RATE) {
    for (let i = 0; i < RATE / 8; i++) state[i] = lane(state, i) ^ words.getBigUint64(at + 8 * i, true)
    permute(state)
  }
  const hash = new DataView(new ArrayBuffer(32))
  for (let i = 0; i < 4; i++) hash.setBigUint64(8 * i, lane(state, i), true)
  return new Uint8Array(hash.buffer)
}

/** Bytes absorbed by one round of the sponge. */
const RATE = 136
const MASK = (1n << 64n) - 1n

/** Rotations and round constants of FIPS 202, 3.2, computed rather than listed. */
const ROTATIONS = rotations()
const CONSTANTS = Array.from({ length: 24 }, (_, round) => roundConstant(round))

/** Keccak-f[1600]: theta, rho, pi, chi, iota. */
function permute(state: BigUint64Array): void {
  const columns = new BigUint64Array(5)
  const moved = new BigUint64Array(25)
  for (const constant of CONSTANTS) {
    for (let x = 0; x < 5; x++) {
      columns[x] =
        lane(state, x) ^ lane(state, x + 5) ^ lane(state, x + 10) ^ lane(state, x + 15) ^ lane(state, x + 20)
    }
    for (let i = 0; i < 25; i++) {
      const [x, y] = [i % 5, Math.floor(i / 5)]
      const mixed = lane(state, i) ^ lane(columns, (x + 4) % 5) ^ rotate(lane(columns, (x + 1) % 5), 1n)
      moved[y + 5 * ((2 * x + 3 * y) % 5)] = rotate(mixed, ROTATIONS[i] ?? 0n)
    }
    for (let i = 0; i < 25; i++) {
      const row = i - (i % 5)
      state[i] =
        lane(moved, i) ^ (~lane(moved, row + ((i + 1) % 5)) & lane(moved, row + ((i + 2) % 5)) & MASK)
    }
    state[0] = lane(state, 0) ^ constant
  }
}

function lane(state: BigUint64Array, i: number): bigint {
  return state[i] ?? 0n
}

function rotate(word: bigint, by: bigint): bigint {
  return ((word << by) | (word >> (64n - by))) & MASK
}

function rotations(): bigint[] {
  const offsets = Array.from({ length: 25 }, () => 0n)
  let [x, y] = [1, 0]
  for (let t = 0; t < 24; t++) {
    offsets[x + 5 * y] = BigInt((((t + 1) * (t + 2)) / 2) % 64)
    ;[x, y] = [y, (2 * x + 3 * y) % 5]
  }
  return offsets
}

/** Bits 2^j - 1 of the constant come from a shift register with the polynomial x^8 + x^6 + x^5 + x^4 + 1. */
function roundConstant(round: number): bigint {
  let constant = 0n
  for (let j = 0; j <= 6; j++) if (registerBit(j + 7 * round)) constant |= 1n << (2n ** BigInt(j) - 1n)
  return constant
}

function registerBit(steps: number): boolean {
  let register = 1
  for (let i = 0; i < steps % 255; i++) register = (register << 1) ^ (register & 0x80 ? 0x171 : 0)
  return (register & 1) === 1
}
