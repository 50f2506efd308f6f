import { bytesOfHex } from '../bytes.ts'
import type { Crypto } from '../crypto.ts'
import { isRecord } from '../json.ts'
import { parseCheckpoint } from './checkpoint.ts'
import { splitNote, type KnownKey } from './note.ts'
import { judgePolicy, type Policy, type Vouching } from './policy.ts'
import { checkConsistency } from './tree/treeProofs.ts'

/** A cosigned head of a log, and the proof that it continues a smaller head. */
export interface WitnessedHead {
  /** The signed note. */
  checkpoint: string
  /** Consistency proof from the smaller head to this one, in hex. */
  proof: string[]
}

/** Parses a witnessed head; null for any other value. Verifies nothing. */
export function parseWitnessed(value: unknown): WitnessedHead | null {
  if (!isRecord(value)) return null
  const { checkpoint, proof } = value
  const isProof = Array.isArray(proof) && proof.every(isHex)
  return typeof checkpoint === 'string' && isProof ? { checkpoint, proof: proof as string[] } : null
}

function isHex(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}

/** Why a policy does not vouch for a head. */
export type WitnessProblem =
  /** There is no witnessed head. */
  | 'missing'
  /** Not a note of this log, or a listed witness's signature is wrong. */
  | 'malformed'
  /** No known key of the log signed it. */
  | 'other_key'
  /** The policy does not list the log. */
  | 'other_log'
  /** Smaller than the head that it should vouch for. */
  | 'older'
  /** The proof fails: the two heads may be of different logs. */
  | 'not_continued'
  | 'too_few'

/** `isFalse` when the input contradicts itself or the policy; otherwise something is only missing. */
export type WitnessVerdict = { size: number; vouching: Vouching | null } & (
  | { ok: true; problem: null }
  | { ok: false; problem: WitnessProblem; isFalse: boolean }
)

/** Problems that an honest house never causes. */
const FALSE = new Set<WitnessProblem>(['malformed', 'other_log', 'not_continued'])

/**
 * Whether a policy's quorum of witnesses signed a log that extends `head`. `log` are the log's known keys; keys that the policy
 * lists under its name also count, as a log may change its key. Does not check that `head` is signed.
 */
export function judgeWitnessed(
  head: string,
  witnessed: WitnessedHead | null,
  policy: Policy,
  log: readonly KnownKey[],
  crypto: Crypto,
): WitnessVerdict {
  const fails = (problem: WitnessProblem, size = 0, vouching: Vouching | null = null): WitnessVerdict => {
    return { ok: false, problem, isFalse: FALSE.has(problem), size, vouching }
  }
  if (!witnessed) return fails('missing')
  const [own, shown] = [head, witnessed.checkpoint].map((note) =>
    parseCheckpoint(splitNote(note)?.text ?? ''),
  )
  if (!own || shown?.origin !== own.origin) return fails('malformed')
  const { size } = shown
  const listed = policy.logs.flatMap((key) => (key?.name === own.origin ? key : []))
  const known = [...log, ...listed.filter((key) => !log.some((one) => one.id === key.id))]
  const vouching = judgePolicy(policy, witnessed.checkpoint, known, crypto)
  if (typeof vouching === 'string') return fails(vouching, size)
  if (!vouching.isLogListed) return fails('other_log', size, vouching)
  if (size < own.size) return fails('older', size, vouching)
  const proof = witnessed.proof.map((hash) => bytesOfHex(hash) ?? new Uint8Array(0))
  const isContinued = checkConsistency(own.size, size, own.root, shown.root, proof, crypto.sha256)
  if (!isContinued || own.size === 0) return fails('not_continued', size, vouching)
  return vouching.ok ? { ok: true, problem: null, size, vouching } : fails('too_few', size, vouching)
}
