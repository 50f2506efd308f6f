import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { asciiBytes, bytesOfHex, concat, hexOf } from '@tickmark/core/bytes'
import type { EvmSignRequest, SignReply } from '@tickmark/wire/signer'
import { bytesOfAddress } from '@tickmark/chainkit/addresses'
import type { HotKey } from '../keys/derive.ts'
import { tokenCall, TRANSFER } from '@tickmark/chainkit/tokenCall'
import type { SignedTerms } from '../terms.ts'

/** Signs a payment per EIP-1559. Receiver, value and data follow from the signed terms alone. */
export function signEvm(terms: SignedTerms, request: EvmSignRequest, hot: HotKey): SignReply {
  const { chain, token, raw: value } = terms
  const fields: Item[] = [
    numberBytes(BigInt(chain.chainId)),
    numberBytes(BigInt(request.chainNonce)),
    numberBytes(BigInt(request.maxPriorityFeePerGas)),
    numberBytes(BigInt(request.maxFeePerGas)),
    numberBytes(BigInt(request.gasLimit)),
    bytesOfAddress(token?.contract ?? terms.to, 'evm'),
    numberBytes(token ? 0n : value),
    token ? tokenCall(TRANSFER, bytesOfAddress(terms.to, 'evm'), value) : new Uint8Array(),
    [], // no access list
  ]
  const unsigned = typed(fields)
  const signed = secp256k1.sign(keccak_256(unsigned), hot.secret, { prehash: false, format: 'recovered' })
  const [v, r, s] = [signed.subarray(0, 1), signed.subarray(1, 33), signed.subarray(33, 65)]
  const raw = typed([...fields, withoutZeros(v), withoutZeros(r), withoutZeros(s)])
  return {
    raw: `0x${hexOf(raw)}`,
    txid: `0x${hexOf(keccak_256(raw))}`,
    maxFeePerGas: request.maxFeePerGas,
    maxPriorityFeePerGas: request.maxPriorityFeePerGas,
  }
}

/** EIP-2718: the type byte before the fields. */
function typed(fields: readonly Item[]): Uint8Array {
  return concat(Uint8Array.of(2), rlp(fields))
}

type Item = Uint8Array | readonly Item[]

/** Recursive length prefix, Ethereum's encoding of structures. */
function rlp(item: Item): Uint8Array {
  if (!(item instanceof Uint8Array)) {
    const inside = concat(...item.map(rlp))
    return concat(prefix(0xc0, inside.length), inside)
  }
  const isItsOwn = item.length === 1 && (item[0] ?? 0) < 0x80
  return isItsOwn ? item : concat(prefix(0x80, item.length), item)
}

function prefix(base: number, length: number): Uint8Array {
  if (length < 56) return Uint8Array.of(base + length)
  const size = numberBytes(BigInt(length))
  return concat(Uint8Array.of(base + 55 + size.length), size)
}

/** Big-endian without leading zeros; zero is empty. */
function numberBytes(value: bigint): Uint8Array {
  if (value === 0n) return asciiBytes('')
  const hex = value.toString(16)
  return bytesOfHex(hex.padStart(hex.length + (hex.length % 2), '0')) ?? asciiBytes('')
}

function withoutZeros(bytes: Uint8Array): Uint8Array {
  const from = bytes.findIndex((byte) => byte !== 0)
  return from === -1 ? asciiBytes('') : bytes.subarray(from)
}
