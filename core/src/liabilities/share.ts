import { asciiBytes, concat } from '../bytes.ts'
import { canonicalWriter } from '../canonical.ts'
import type { Sha256 } from '../crypto.ts'
import type { UserKind } from '../ledger/accounts.ts'
import type { Book } from '../money/currencies.ts'
import type { SumNode } from './sumTree.ts'

/**
 * One of the two shares of a balance, a leaf of the tree. A random part of the balance is share 0 and the rest share 1, so that the
 * owners of neighbouring leaves, who see its amount, do not see the balance.
 */
export interface Share {
  /** Address of the wallet whose account it is. */
  account: string
  book: Book
  currency: string
  kind: UserKind
  share: 0 | 1
  /** In units, as digits. */
  amount: string
}

const shareText = canonicalWriter<Share>(['account', 'book', 'currency', 'kind', 'share', 'amount'])

const LEAF = new Uint8Array([0])

/** The leaf of a share: H(0x00 ‖ salt ‖ canonical text). The salt, 32 random bytes, is known to the owner alone. */
export function shareLeaf(share: Share, salt: Uint8Array, sha256: Sha256): SumNode {
  return { hash: sha256(concat(LEAF, salt, asciiBytes(shareText(share)))), sum: BigInt(share.amount) }
}
