import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { assert } from '@tickmark/core/assert'
import { asciiBytes } from '@tickmark/core/bytes'
import type { SignerRefusal } from '@tickmark/core/wallet/signerRefusals'
import type { AcceptRequest, SignerPublic, SignReply, SignRequest } from '@tickmark/wire/signer'
import type { Rules } from './config.ts'
import { type AskContract, signerKind } from '@tickmark/chainkit/contractWallets'
import { depositXpubOf, type HotKey, hotKeyOf } from './keys/derive.ts'
import { signEvm } from './chains/evmTransaction.ts'
import { type Entry, openJournal } from './journal.ts'
import { emptyMemory, type Memory, nextNonceOf, remember } from './memory.ts'
import { judgeKnown, judgeSign, judgeTerms } from './policy.ts'
import { termsOf } from './terms.ts'
import { signTron } from './chains/tronTransaction.ts'
import { canonicalAddress, kindOf } from '@tickmark/chainkit/addresses'
import { intentHash } from '@tickmark/chainkit/intentHash'

/**
 * The API of the process that holds the keys. A string is a refusal; every other answer is on disk before it is
 * returned.
 */
export interface Signer {
  tell(): SignerPublic
  accept(request: AcceptRequest): Promise<{ accepted: true } | SignerRefusal>
  sign(request: SignRequest): SignReply | SignerRefusal
  /** False when bytes for this intent already exist. */
  revoke(intentNonce: string): { revoked: boolean }
  close(): void
}

interface SignerDeps {
  seed: Uint8Array
  journalFile: string
  rules: Rules
  askContract: AskContract | null
  nowMs: () => number
}

/** Opens the signer on its journal; the caller already holds the folder's lock. */
export function openSigner({ seed, journalFile, rules, askContract, nowMs }: SignerDeps): Signer {
  const memory = emptyMemory()
  const journal = openJournal(journalFile, hmac(sha256, seed, asciiBytes('journal')), (entry) =>
    remember(memory, entry),
  )
  const write = (entry: Entry) => {
    journal.append(entry)
    remember(memory, entry)
  }
  const hot = new Map(
    rules.chains.map((chain) => [chain.id, hotKeyOf(seed, chain.coinType, chain.kind)] as const),
  )
  const ours = new Set([...hot.values()].map((key) => key.address))
  const shown = publicKeys(rules, hot, seed)
  return {
    tell: () => withNonces(shown, memory),
    async accept(request) {
      const terms = termsOf(request.intent, rules)
      if (typeof terms === 'string') return terms
      const known = judgeKnown(request, memory)
      if (known) return known === 'accepted' ? { accepted: true } : known
      if (!(await isSignedByOwner(request, askContract))) return 'signature_wrong'
      // Check again: while a contract was asked, another intent may have been accepted and time has passed.
      const now = judgeKnown(request, memory) ?? judgeTerms(terms, rules, ours, nowMs())
      if (now) return now === 'accepted' ? { accepted: true } : now
      write({ kind: 'accepted', atMs: nowMs(), request })
      return { accepted: true }
    },
    sign(request) {
      const known = memory.intents.get(request.intentNonce)
      if (!known) return memory.revoked.has(request.intentNonce) ? 'intent_revoked' : 'intent_unknown'
      const terms = termsOf(known.request.intent, rules)
      if (typeof terms === 'string') return terms
      const judged = judgeSign(request, known, terms, memory, rules, nowMs())
      if (typeof judged === 'string') return judged
      if (judged.stored) return judged.stored
      const key = hot.get(terms.chain.id)
      assert(key, 'every chain has a key that pays')
      const reply = 'chainNonce' in request ? signEvm(terms, request, key) : signTron(terms, request, key)
      write({ kind: 'signed', atMs: nowMs(), chain: terms.chain.id, request, reply })
      return reply
    },
    revoke(intentNonce) {
      if ((memory.intents.get(intentNonce)?.variants.length ?? 0) > 0) return { revoked: false }
      if (!memory.revoked.has(intentNonce)) write({ kind: 'revoked', atMs: nowMs(), intentNonce })
      return { revoked: true }
    },
    close: journal.close,
  }
}

function publicKeys(rules: Rules, hot: ReadonlyMap<number, HotKey>, seed: Uint8Array): SignerPublic {
  const coinTypes = [...new Set(rules.chains.map((chain) => chain.coinType))]
  return {
    chains: rules.chains.map(({ id }) => ({ id, hot: hot.get(id)?.address ?? '', nextNonce: 0 })),
    xpubs: coinTypes.map((coinType) => ({ coinType, xpub: depositXpubOf(seed, coinType) })),
  }
}

function withNonces(shown: SignerPublic, memory: Memory): SignerPublic {
  return {
    ...shown,
    chains: shown.chains.map((chain) => ({ ...chain, nextNonce: nextNonceOf(memory, chain.id) })),
  }
}

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
  return (await signerKind({ address: account, kind, hash, signature }, askContract)) !== null
}
