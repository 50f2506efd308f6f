import type { ForkEvidence } from '@tickmark/core/log/fork'
import { headOf, judgeHead, type Judgement, type KeptHead } from '@tickmark/core/log/heads'
import { openCheckpoint } from '@tickmark/core/log/checkpoint'
import type { KeyChain } from '@tickmark/core/log/keyChanges'
import type { KnownKey } from '@tickmark/core/log/note'
import { isSame, rootOf } from '@tickmark/core/log/tree/tree'
import { readSegment } from '@tickmark/core/receipts/receiptLog'
import { hashesOf, type LogHouse } from './logHouse.ts'
import { withSignatures } from './signatures/signatures.ts'

/**
 * The relation of a foreign signed head to those that this device has kept. `unproved`: of the watched log, but no
 * proof connects it. `unwatched`: this device has no head to compare it with, or is offline.
 */
export type KeptAgreement = 'agrees' | 'differs' | 'unproved' | 'unwatched'

/** The head of a note, with the key of `keys` that signed it; null when none did. */
export function openHead(
  note: string,
  keys: readonly KnownKey[],
): Promise<{ head: KeptHead; key: KnownKey } | null> {
  return withSignatures((crypto) => {
    for (const key of keys) {
      const opened = openCheckpoint(note, key, crypto)
      if (opened) return { head: headOf(opened, note), key }
    }
    return null
  })
}

/** The key of a note, and all keys of the log, one of which has signed the other head. */
export interface Signers {
  key: KnownKey
  chain: KeyChain
}

/**
 * Compares two signed heads of a log; heads of different sizes by the house's consistency proof. If the proof fails,
 * fetches the log's state at the kept size, as evidence.
 */
export async function compareHeads(
  kept: KeptHead,
  note: string,
  signers: Signers,
  house: LogHouse,
): Promise<Judgement> {
  const { key, chain } = signers
  const judge = (proof: Parameters<typeof judgeHead>[2]) =>
    withSignatures((crypto) => judgeHead(kept, note, proof, key, crypto, chain))
  const judged = await judge(null)
  if (judged.kind !== 'unproved') return judged
  const [older, newer] = [kept.size, judged.head.size].toSorted((a, b) => a - b) as [number, number]
  const path = older > 0 ? await house.proof(older, newer) : null
  const proved = path ? await judge({ kind: 'consistency', path }) : judged
  if (proved.kind !== 'unproved') return proved
  const evidence = await findFork(kept, chain, house)
  return evidence ? { kind: 'fork', head: judged.head, evidence } : proved
}

/** Evidence that the house's log now has another root at a signed head's size; null when there is none. */
async function findFork(kept: KeptHead, chain: KeyChain, house: LogHouse): Promise<ForkEvidence | null> {
  const shown = kept.size > 0 ? await house.stretchAfter(kept.size) : null
  const note = shown?.checkpoint
  if (!shown || typeof note !== 'string') return null
  const opened = await openHead(note, chain.keys)
  const left = hashesOf(shown.left)
  if (!opened || !left || shown.from !== kept.size || opened.head.size <= kept.size) return null
  const path = await house.proof(kept.size, opened.head.size)
  if (!path) return null
  const judged = await withSignatures((crypto) => {
    // For an entry in the tree, the subtrees to its left are those of the smaller log.
    if (readSegment(shown, opened.head, crypto).length === 0) return null
    const olderRoot = rootOf({ size: kept.size, hashes: left }, crypto.sha256)
    if (isSame(olderRoot, kept.root)) return null
    return judgeHead(kept, note, { kind: 'consistency', path, olderRoot }, opened.key, crypto, chain)
  })
  return judged?.kind === 'fork' ? judged.evidence : null
}
