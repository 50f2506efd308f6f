import { forkEvidence } from '@tickmark/core/log/fork'
import { parseAddCheckpoint, SIZE_TYPE, type AddCheckpoint } from '@tickmark/core/log/addCheckpoint'
import { openCheckpoint, type Checkpoint } from '@tickmark/core/log/checkpoint'
import { splitNote, type KnownKey } from '@tickmark/core/log/note'
import { EMPTY_EDGE, isSame, rootOf } from '@tickmark/core/log/tree'
import { checkConsistency } from '@tickmark/core/log/treeProofs'
import type { Cosigner } from './cosigner.ts'
import { headOf, type KeptLog, type LogFolder } from './keptLog.ts'
import { nodeCrypto } from './nodeCrypto.ts'

/** What came of a checkpoint; the numbers are those of C2SP tlog-witness. */
export type Verdict =
  | { status: 200; line: string }
  /** It begins at another size than the one that we know. */
  | { status: 409; size: number }
  /** `evidence` is a file that shows the log to have forked. */
  | { status: 422; problem: string; evidence?: string }
  | { status: 400 | 403; problem: string }

/**
 * Takes a checkpoint in if it continues the one kept before, and signs it. It is on disk before this returns. A fork
 * that the request alone proves is kept as evidence, and nothing of that log is signed from then on.
 */
export function addCheckpoint(
  folder: LogFolder,
  request: AddCheckpoint,
  cosigner: Cosigner,
  nowMs: number,
): Verdict {
  for (;;) {
    const { number, log } = folder.read()
    const head = log && openCheckpoint(request.note, log.key, nodeCrypto)
    if (!head) return { status: 403, problem: 'no valid signature of the log' }
    const refusal = refusalOf(folder, log, head, request)
    if (refusal) return refusal
    const note = ownNote(request.note, log.key)
    const line = cosigner.line(splitNote(note)?.text ?? '', Math.floor(nowMs / 1000))
    // Another request or process may have been faster: then its checkpoint is what this one must continue.
    if (folder.replace(number, { ...log, note, cosigned: note + line })) return { status: 200, line }
  }
}

function refusalOf(
  folder: LogFolder,
  log: KeptLog,
  head: Checkpoint,
  { old, proof, note }: AddCheckpoint,
): Verdict | null {
  if (old > head.size) return { status: 400, problem: 'the old size is above that of the checkpoint' }
  const kept = headOf(log.note)
  const size = kept?.size ?? 0
  const [suspect] = folder.evidence()
  if (suspect !== undefined) return { status: 422, problem: 'there is evidence against this log' }
  if (kept && log.note !== null && size === head.size && !isSame(kept.root, head.root)) {
    const evidence = forkEvidence(log.key, log.note, ownNote(note, log.key), head.root, [])
    const file = folder.accuse(`fork-${size}-${size}.json`, evidence)
    return { status: 422, problem: 'two roots of one size', evidence: file }
  }
  if (old !== size) return { status: 409, size }
  const root = kept?.root ?? rootOf(EMPTY_EDGE, nodeCrypto.sha256)
  const isConsistent = checkConsistency(size, head.size, root, head.root, proof, nodeCrypto.sha256)
  return isConsistent ? null : { status: 422, problem: 'the proof does not lead from the checkpoint before' }
}

/** A note with the log's signature alone. */
export function ownNote(note: string, { name }: KnownKey): string {
  const { text, lines } = splitNote(note) ?? { text: '', lines: [] }
  return `${text}\n${lines.filter((line) => line.startsWith(`\u2014 ${name} `)).join('\n')}\n`
}

export interface Answer {
  status: number
  type: string
  body: string
}

/** Answers `POST /add-checkpoint`; `folderOf` knows the logs by their names. */
export function answerTo(
  body: string,
  folderOf: (origin: string) => LogFolder | null,
  cosigner: Cosigner,
  nowMs: number,
): { answer: Answer; verdict: Verdict | null; origin: string } {
  const request = parseAddCheckpoint(body)
  const origin = request && headOf(request.note)?.origin
  if (!request || !origin) return { answer: plain(400, 'malformed'), verdict: null, origin: '' }
  const folder = folderOf(origin)
  if (!folder) return { answer: plain(404, 'unknown log'), verdict: null, origin }
  const verdict = addCheckpoint(folder, request, cosigner, nowMs)
  return { answer: answerOf(verdict), verdict, origin }
}

function answerOf(verdict: Verdict): Answer {
  if (verdict.status === 200) return { ...plain(200, ''), body: verdict.line }
  if (verdict.status === 409) return { status: 409, type: SIZE_TYPE, body: `${verdict.size}\n` }
  return plain(verdict.status, verdict.problem)
}

function plain(status: number, problem: string): Answer {
  return { status, type: 'text/plain; charset=utf-8', body: `${problem}\n` }
}
