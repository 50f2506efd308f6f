import type { ForkEvidence } from '@tickmark/core/log/fork'
import { headOf, judgeHead, type Judgement, type KeptHead } from '@tickmark/core/log/heads'
import { openCheckpoint } from '@tickmark/core/log/checkpoint'
import type { KeyChain } from '@tickmark/core/log/keyChanges'
import type { KnownKey } from '@tickmark/core/log/note'
import { isSame, rootOf } from '@tickmark/core/log/tree'
import { readSegment } from '@tickmark/core/receipts/receiptLog'
import { hashesOf, type LogHouse } from './logHouse.ts'
import { withSignatures } from './signatures/signatures.ts'

/**
 * How a signed head from elsewhere relates to those that this device has kept. `unproved`: of the watched log, but nothing
 * shows that it fits. `unwatched`: this device keeps nothing to compare it with, or has no network to ask for a proof.
 */
export type KeptAgreement = 'agrees' | 'differs' | 'unproved' | 'unwatched'

/** The head of a note that one of the keys has signed, with that key; null for any other note. */
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

/** The key of a note, and all that the log is known by, one of which has signed the other head. */
export interface Signers {
  key: KnownKey
  chain: KeyChain
}

/**
 * Compares two signed heads of a log, with the house's consistency proof where their sizes differ. When that does
 * not show that one continues the other, asks the house's log for what it has at the kept size, for evidence.
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

/** Evidence that the log which the house shows now has another root at a signed head's size; null without. */
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
    // An entry that is in the tree makes the subtrees to its left those of the smaller log.
    if (readSegment(shown, opened.head, crypto).length === 0) return null
    const olderRoot = rootOf({ size: kept.size, hashes: left }, crypto.sha256)
    if (isSame(olderRoot, kept.root)) return null
    return judgeHead(kept, note, { kind: 'consistency', path, olderRoot }, opened.key, crypto, chain)
  })
  return judged?.kind === 'fork' ? judged.evidence : null
}
