import { canonicalAddress, kindOf } from '@tickmark/chainkit/addresses'
import type { AskContract } from '@tickmark/chainkit/contractWallets'
import { intentHash } from '@tickmark/chainkit/intentHash'
import { recoverAddress } from '@tickmark/chainkit/signatures'
import type { AcceptRequest } from './memory.ts'

/**
 * Whether `account` signed the intent: with its own key, or, if `askContract` is given, as a contract (ERC-1271). The
 * intent is printable ASCII. Throws when the node cannot be asked.
 */
export async function isSignedByOwner(
  { intent, signature, walletType, account }: AcceptRequest,
  askContract: AskContract | null,
): Promise<boolean> {
  const kind = kindOf(walletType)
  if (canonicalAddress(account, kind) !== account) return false
  const hash = intentHash(intent, kind)
  if (recoverAddress(hash, signature, kind) === account) return true
  return kind === 'evm' && askContract !== null && askContract(account, hash, signature)
}
