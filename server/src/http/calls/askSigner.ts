import { type AskContract, signerKind, type SignedHash } from '@tickmark/chainkit/contractWallets'
import { messageOf, type Log } from '../../platform/log.ts'
import { Refused } from './refused.ts'

export interface AskSignerDeps {
  /** JSON-RPC check for contract wallets (ERC-1271). Null without a node: contract wallets cannot sign. */
  askContract: AskContract | null
  log: Log
}

/** How the address signed, or null when it did not. Refuses `busy` when no node tells. */
export async function askSigner(
  signed: SignedHash,
  { askContract, log }: AskSignerDeps,
): ReturnType<typeof signerKind> {
  try {
    return await signerKind(signed, askContract)
  } catch (thrown) {
    log.error('a contract wallet cannot be queried', { reason: messageOf(thrown) })
    throw new Refused('busy')
  }
}
