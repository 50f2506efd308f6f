import { keccak_256 } from '@noble/hashes/sha3.js'
import { intentDigest, intentText, type WithdrawalIntent } from '@tickmark/core/wallet/withdrawalIntent'
import type { AddressKind } from './addresses.ts'
import { messageHash } from './signatures.ts'

/**
 * The 32 bytes that an owner's wallet signs for a withdrawal: typed data (EIP-712), or a text on Tron (TIP-191). Server and
 * signer may share this code because the wallet hashes independently: a mistake here rejects every owner and admits nobody else.
 */
export function intentHash(intent: WithdrawalIntent, kind: AddressKind): Uint8Array {
  return kind === 'evm' ? intentDigest(intent, keccak_256) : messageHash(intentText(intent), kind)
}
