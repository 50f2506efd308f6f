import { sha256 } from '@noble/hashes/sha2.js'
import { asciiBytes, bytesOfHex, concat, hexOf } from '@tickmark/core/bytes'
import type { SignReply, TronSignRequest } from '@tickmark/wire/signer'
import { bytesOfAddress } from '@tickmark/chainkit/addresses'
import type { HotKey } from '../keys/derive.ts'
import { signHash } from '@tickmark/chainkit/signatures'
import { tokenCall, TRANSFER } from '@tickmark/chainkit/tokenCall'
import type { SignedTerms } from '../terms.ts'

/** The two kinds of contract. They and all field numbers below are those of java-tron's Tron.proto. */
const TRANSFER_COIN = { type: 1n, name: 'TransferContract' }
const TRIGGER = { type: 31n, name: 'TriggerSmartContract' }

/**
 * Signs a payment on Tron. Receiver, amount and call follow from the signed terms alone; the id is known before
 * sending.
 */
export function signTron(terms: SignedTerms, request: TronSignRequest, hot: HotKey): SignReply {
  const { type, name } = terms.token ? TRIGGER : TRANSFER_COIN
  const contract = concat(
    numberField(1, type),
    bytesField(
      2,
      concat(
        bytesField(1, asciiBytes(`type.googleapis.com/protocol.${name}`)),
        bytesField(2, contractOf(terms, hot)),
      ),
    ),
  )
  const rawData = concat(
    bytesField(1, hexBytes(request.refBlockBytes)),
    bytesField(4, hexBytes(request.refBlockHash)),
    numberField(8, BigInt(request.expiration)),
    bytesField(11, contract),
    numberField(14, BigInt(request.timestamp)),
    numberField(18, BigInt(request.feeLimit)),
  )
  const txid = sha256(rawData)
  return {
    raw: `0x${hexOf(concat(bytesField(1, rawData), bytesField(2, signHash(txid, hot.secret))))}`,
    txid: `0x${hexOf(txid)}`,
  }
}

function contractOf({ token, to, raw }: SignedTerms, hot: HotKey): Uint8Array {
  const owner = bytesField(1, tronBytes(hot.address))
  if (!token) return concat(owner, bytesField(2, tronBytes(to)), numberField(3, raw))
  return concat(
    owner,
    bytesField(2, tronBytes(token.contract)),
    bytesField(4, tokenCall(TRANSFER, bytesOfAddress(to, 'tron'), raw)),
  )
}

function tronBytes(address: string): Uint8Array {
  return concat(Uint8Array.of(0x41), bytesOfAddress(address, 'tron'))
}

/** A number field; zero is omitted, as in Protocol Buffers 3. */
function numberField(field: number, value: bigint): Uint8Array {
  return value === 0n ? asciiBytes('') : concat(varint(BigInt(field * 8)), varint(value))
}

function bytesField(field: number, bytes: Uint8Array): Uint8Array {
  return concat(varint(BigInt(field * 8 + 2)), varint(BigInt(bytes.length)), bytes)
}

/** Seven bits a byte, lowest first. */
function varint(value: bigint): Uint8Array {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 128n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128)
  return Uint8Array.of(...bytes, Number(rest))
}

function hexBytes(hex: string): Uint8Array {
  return bytesOfHex(hex) ?? asciiBytes('')
}
