import { assert } from '../assert.ts'
import { base64Of, bytesOfBase64 } from '../base64.ts'
import type { Crypto } from '../crypto.ts'
import { openNote, splitNote, type KnownKey, type Verified } from './note.ts'
import { isHash } from './tree/tree.ts'

/** The protocol between a log and its witnesses: C2SP tlog-witness.md, `POST /add-checkpoint`. All texts are ASCII. */
export interface AddCheckpoint {
  /** Size of the witness's last signed checkpoint that the log knows of; 0 for none. */
  old: number
  /** Consistency proof from `old` to the note's size; empty when `old` is 0. */
  proof: readonly Uint8Array[]
  note: string
}

/** Largest request, in bytes. */
export const MOST_REQUEST = 16 * 1024
const MOST_PROOF_LINES = 63

export function addCheckpointText({ old, proof, note }: AddCheckpoint): string {
  assert(proof.length <= MOST_PROOF_LINES && proof.every(isHash), 'a proof has at most 63 hashes')
  return [`old ${old}`, ...proof.map(base64Of), '', note].join('\n')
}

/** Parses a request; null for any other text. Does not verify the note's signatures. */
export function parseAddCheckpoint(text: string): AddCheckpoint | null {
  const end = text.indexOf('\n\n')
  if (text.length > MOST_REQUEST || end < 0) return null
  const [first = '', ...lines] = text.slice(0, end).split('\n')
  const old = parseSize(/^old (\d+)$/.exec(first)?.[1] ?? '')
  const proof = lines.flatMap((line) => bytesOfBase64(line) ?? [])
  const isProof = proof.length === lines.length && lines.length <= MOST_PROOF_LINES && proof.every(isHash)
  const note = text.slice(end + 2)
  return old !== null && isProof && splitNote(note) ? { old, proof, note } : null
}

/** A size in digits, without leading zeros; null for any other text. */
export function parseSize(text: string): number | null {
  const size = Number(text)
  return /^(0|[1-9]\d{0,15})$/.test(text) && Number.isSafeInteger(size) ? size : null
}

/** Content type of the answer that states the witness's own size. */
export const SIZE_TYPE = 'text/x.tlog.size'

/**
 * Finds a witness's valid cosignature of the note's text among the answered lines, with its line; null without one. Skips lines
 * of other keys, such as those of another algorithm.
 */
export function cosignatureIn(
  answer: string,
  note: string,
  key: KnownKey,
  crypto: Crypto,
): (Verified & { line: string }) | null {
  const text = splitNote(note)?.text
  if (text === undefined || !answer.endsWith('\n')) return null
  for (const line of answer.slice(0, -1).split('\n')) {
    const [verified] = openNote(`${text}\n${line}\n`, [key], crypto)?.verified ?? []
    if (verified) return { ...verified, line: `${line}\n` }
  }
  return null
}
