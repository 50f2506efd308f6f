import type { SignedDelegation } from '@tickmark/core/consent/delegation'
import { readSignInText } from '@tickmark/core/consent/signInText'
import type { OwnerCrypto } from '@tickmark/core/crypto'
import { sha256 } from '../../platform/sha256.ts'

declare module '../auditRule.ts' {
  interface AuditFacts {
    /** Given where the wallets' signatures are verified too, all of them. */
    wallets?: Wallets
  }
}

export interface Wallets {
  recoverWallet: OwnerCrypto['recoverWallet']
  /** Asks the chain whether an address is a contract's; null without a node to ask. */
  hasCode: ((address: string) => Promise<boolean>) | null
  /** Origins of the house's pages; null where they are not known. */
  sites: readonly string[] | null
}

export type SignerOf = (proof: SignedDelegation) => Promise<string>

/** Most signers that are kept. */
const KEPT = 20_000

/**
 * Finds who signed as a wallet, each text once: the proof's own address, or else another one or words. A wallet that is a contract
 * decides for itself, and now perhaps otherwise (ERC-1271): of it only the address is judged, at which the chain must have code.
 * What a wallet signed for another site counts for nothing here. Without `wallets`, each proof is believed.
 */
export function signersOf(wallets: Wallets | undefined): SignerOf {
  const known = new Map<string, string>()
  return async (proof) => {
    if (!wallets) return proof.address
    const { text, signature, address, kind } = proof
    const name = `${kind} ${address} ${signature} ${text}`
    const earlier = known.get(name)
    if (earlier !== undefined) return earlier
    const signer = await signerBy(proof, wallets)
    if (known.size >= KEPT) known.clear()
    known.set(name, signer)
    return signer
  }
}

async function signerBy(
  { text, signature, address, kind }: SignedDelegation,
  { recoverWallet, hasCode, sites }: Wallets,
): Promise<string> {
  if (sites) {
    const origin = readSignInText(text, sha256)?.origin ?? 'no site'
    if (!sites.includes(origin)) return `somebody, for ${origin}`
  }
  if (kind !== 'contract') return recoverWallet(text, signature, kind) ?? 'nobody'
  if (!hasCode) return 'a contract, which no node was asked for'
  const isContract = await hasCode(address).catch(() => null)
  if (isContract === null) return 'a contract, for which the node has no answer'
  return isContract ? address : 'a contract, but there is none'
}
