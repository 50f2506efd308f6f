import { assert } from '../assert.ts'
import { base64Of, bytesOfBase64 } from '../base64.ts'
import type { Crypto } from '../crypto.ts'
import { openNote, splitNote, type KnownKey, type Verified } from './note.ts'
import { isHash } from './tree.ts'

/** What a log and its witnesses say to each other: C2SP tlog-witness.md, `POST /add-checkpoint`. All texts are ASCII. */
export interface AddCheckpoint {
  /** Size of the checkpoint that the witness signed last, as far as the log knows; 0 for none. */
  old: number
  /** Consistency of `old` with the note's size; empty from 0. */
  proof: readonly Uint8Array[]
  note: string
}

/** More than this many bytes are no request of this kind. */
export const MOST_REQUEST = 16 * 1024
const MOST_PROOF_LINES = 63

export function addCheckpointText({ old, proof, note }: AddCheckpoint): string {
  assert(proof.length <= MOST_PROOF_LINES && proof.every(isHash), 'a proof has at most 63 hashes')
  return [`old ${old}`, ...proof.map(base64Of), '', note].join('\n')
}

/** The request of exactly such a text; null for any other. The note's signatures are not looked at. */
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

/** Type of the answer that names the size which the witness knows. */
export const SIZE_TYPE = 'text/x.tlog.size'

/**
 * The cosignature of one witness among the lines that it answered with, with its line; null when there is none that is
 * valid for the note's text. Lines of other keys, such as of another algorithm, are passed over.
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
