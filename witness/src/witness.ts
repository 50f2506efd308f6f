import { assert } from '@tickmark/core/assert'
import { forkEvidence } from '@tickmark/core/log/fork'
import { parseAddCheckpoint, SIZE_TYPE, type AddCheckpoint } from '@tickmark/core/log/addCheckpoint'
import { openCheckpoint, type Checkpoint } from '@tickmark/core/log/checkpoint'
import { splitNote, type KnownKey } from '@tickmark/core/log/note'
import { EMPTY_EDGE, isSame, rootOf } from '@tickmark/core/log/tree/tree'
import { checkConsistency } from '@tickmark/core/log/tree/treeProofs'
import type { Cosigner } from './cosigner.ts'
import type { Followed } from './entries.ts'
import { headOf, type KeptLog, type LogFolder } from './keptLog.ts'
import { nodeCrypto } from './nodeCrypto.ts'

/** The result of a submitted checkpoint; statuses as in C2SP tlog-witness. */
export type Verdict =
  | { status: 200; line: string }
  /** The request starts from another size than ours. */
  | { status: 409; size: number }
  /** `evidence` is a file that proves a fork of the log. */
  | { status: 422; problem: string; evidence?: string }
  /** 503: the entries have not been read. */
  | { status: 400 | 403 | 503; problem: string }

/**
 * Accepts and signs a checkpoint that continues the kept one; it is on disk before this returns. A fork proven by the request
 * alone is kept as evidence, and that log is never signed again. `read` is how far the log's entries have just been read; for a
 * followed log, only a head whose entries were read is signed.
 */
export function addCheckpoint(
  folder: LogFolder,
  request: AddCheckpoint,
  cosigner: Cosigner,
  nowMs: number,
  read: Followed | null = null,
): Verdict {
  for (;;) {
    const { number, log } = folder.read()
    const head = log && openCheckpoint(request.note, log.key, nodeCrypto)
    if (!head) return { status: 403, problem: 'no valid signature of the log' }
    const refusal = refusalOf(folder, log, head, request)
    if (refusal) return refusal
    const followed = read ?? log.followed
    if (followed && !leadsTo(followed, head)) return { status: 503, problem: 'its entries are not read yet' }
    const note = ownNote(request.note, log.key)
    const line = cosigner.line(splitNote(note)?.text ?? '', Math.floor(nowMs / 1000))
    // Another request or process may have won the race: then this checkpoint must continue that one.
    if (folder.replace(number, { ...log, note, cosigned: note + line, followed }))
      return { status: 200, line }
  }
}

/** The fault of a checkpoint that shows before its entries are read; null without one. */
function refusalBefore(folder: LogFolder, request: AddCheckpoint): Verdict | null {
  const { log } = folder.read()
  const head = log && openCheckpoint(request.note, log.key, nodeCrypto)
  if (!head) return { status: 403, problem: 'no valid signature of the log' }
  return refusalOf(folder, log, head, request)
}

function leadsTo({ edge }: Followed, { size, root }: Checkpoint): boolean {
  return edge.size === size && isSame(rootOf(edge, nodeCrypto.sha256), root)
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
    const evidence = forkEvidence(
      log.chain,
      log.note,
      ownNote(note, log.key),
      { olderRootInNewer: head.root, proof: [] },
      nodeCrypto,
    )
    assert(evidence, 'keys of the chain have signed both heads')
    const file = folder.accuse(`fork-${size}-${size}.json`, evidence)
    return { status: 422, problem: 'two roots of one size', evidence: file }
  }
  if (old !== size) return { status: 409, size }
  const root = kept?.root ?? rootOf(EMPTY_EDGE, nodeCrypto.sha256)
  const isConsistent = checkConsistency(size, head.size, root, head.root, proof, nodeCrypto.sha256)
  return isConsistent ? null : { status: 422, problem: 'the proof does not lead from the checkpoint before' }
}

/** A note with only the log's signature. */
export function ownNote(note: string, { name }: KnownKey): string {
  const { text, lines } = splitNote(note) ?? { text: '', lines: [] }
  return `${text}\n${lines.filter((line) => line.startsWith(`\u2014 ${name} `)).join('\n')}\n`
}

export interface Answer {
  status: number
  type: string
  body: string
}

/** How far a head's entries were read, or why they were not. */
export type Reading = Followed | Exclude<Verdict, { status: 200 | 409 }>

/** The watched logs. */
export interface Folders {
  /** Null for an unknown log. */
  byOrigin(origin: string): LogFolder | null
  /** By the hex SHA-256 of the origin. */
  byHash(hash: string): LogFolder | null
  /**
   * Reads the entries of a signed head of a followed house; null for any other log. A house has one reading at a time, shared by
   * requests for the same head; `again` after the reading of another head, which may have changed the state.
   */
  read(folder: LogFolder, note: string): Promise<Reading | 'again'> | null
}

/** Answers `POST /add-checkpoint`. Reads a followed house's entries first. */
export async function answerTo(
  body: string,
  folders: Folders,
  cosigner: Cosigner,
  nowMs: () => number,
): Promise<{ answer: Answer; verdict: Verdict | null; origin: string }> {
  const request = parseAddCheckpoint(body)
  const origin = request && headOf(request.note)?.origin
  if (!request || !origin) return { answer: plain(400, 'malformed'), verdict: null, origin: '' }
  const folder = folders.byOrigin(origin)
  if (!folder) return { answer: plain(404, 'unknown log'), verdict: null, origin }
  const verdict = await readAndSign(folders, folder, request, cosigner, nowMs)
  return { answer: answerOf(verdict), verdict, origin }
}

async function readAndSign(
  folders: Folders,
  folder: LogFolder,
  request: AddCheckpoint,
  cosigner: Cosigner,
  nowMs: () => number,
): Promise<Verdict> {
  for (;;) {
    const refusal = refusalBefore(folder, request)
    if (refusal) return refusal
    const read = await folders.read(folder, request.note)
    if (read === 'again') continue
    if (read && 'status' in read) return read
    return addCheckpoint(folder, request, cosigner, nowMs(), read)
  }
}

function answerOf(verdict: Verdict): Answer {
  if (verdict.status === 200) return { ...plain(200, ''), body: verdict.line }
  if (verdict.status === 409) return { status: 409, type: SIZE_TYPE, body: `${verdict.size}\n` }
  return plain(verdict.status, verdict.problem)
}

function plain(status: number, problem: string): Answer {
  return { status, type: 'text/plain; charset=utf-8', body: `${problem}\n` }
}
