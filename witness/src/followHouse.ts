import { openCheckpoint } from '@tickmark/core/log/checkpoint'
import { chainFrom, chainOf, openUnder } from '@tickmark/core/log/keyChanges'
import { parseEntry } from '@tickmark/core/log/log'
import { keyText, type KnownKey } from '@tickmark/core/log/note'
import { isSame, rootOf } from '@tickmark/core/log/tree/tree'
import type { Cosigner } from './cosigner.ts'
import { NOTHING, type Followed } from './entries.ts'
import { compareHeads } from './forks.ts'
import { Unavailable, type HouseFiles } from './houseFiles.ts'
import { headOf, keepOrigin, logFolder, originAt, type KeptLog, type LogFolder } from './keptLog.ts'
import { nodeCrypto } from './nodeCrypto.ts'
import { readEntries, type Fault } from './readEntries.ts'
import { addCheckpoint, ownNote } from './witness.ts'

export interface Watch {
  dataDir: string
  cosigner: Cosigner
  /** The configured log key; null trusts the key that the log names on first contact. */
  given: KnownKey | null
  nowMs(): number
}

/** The result of one look at a house. `key` is set when its log is seen for the first time. */
export type Found =
  | { kind: 'fine'; origin: string; size: number; firstKey: string | null }
  /** The house shows a smaller signed head than before. */
  | { kind: 'older'; origin: string; size: number; shown: number }
  /** `file` is the evidence; null when the log does not belong to the configured key. */
  | Alarm

export interface Alarm {
  kind: 'alarm'
  origin: string
  problem: string
  file: string | null
}

/**
 * Looks at a house once: its newest head must be signed, continue the kept head and match its entries, which must keep the log's
 * rules. Throws `Unavailable` when the house does not answer.
 */
export async function followHouse(files: HouseFiles, watch: Watch): Promise<Found> {
  const note = await files.checkpoint()
  const shown = headOf(note)
  if (!shown) throw new Unavailable(`${files.url} shows no checkpoint`)
  const { origin } = shown
  const known = originAt(watch.dataDir, files.url)
  if (known !== null && known !== origin) {
    return alarm(
      logFolder(watch.dataDir, known),
      files,
      null,
      { problem: 'other_log', index: 0, bodies: [] },
      note,
    )
  }
  const folder = logFolder(watch.dataDir, origin)
  const [suspect] = folder.evidence()
  if (suspect !== undefined) return { kind: 'alarm', origin, problem: 'evidence', file: suspect }
  const first = folder.read().log
  const isKnown = first !== null && openCheckpoint(note, first.key, nodeCrypto) !== null
  const begun = isKnown ? null : await learnKey(files, folder, note, watch)
  if (begun && 'kind' in begun) return begun
  const advanced = await advance(files, folder, note, watch, () => readUpTo(files, folder, begun, note))
  if ('kind' in advanced) return advanced
  keepFollowed(folder, advanced)
  const { log } = folder.read()
  keepOrigin(watch.dataDir, files.url, origin)
  const firstKey = first === null && log ? keyText(log.key) : null
  return { kind: 'fine', origin, size: headOf(log?.note ?? null)?.size ?? 0, firstKey }
}

/**
 * Learns the key of a new log, or of one that changed its key, from its own entries, where each key signs the next. The last key
 * must have signed the head.
 */
async function learnKey(
  files: HouseFiles,
  folder: LogFolder,
  note: string,
  { given }: Watch,
): Promise<Followed | Found> {
  const { number, log } = folder.read()
  const size = headOf(note)?.size ?? 0
  const fork = log && (await forkUnderNewKey(files, folder, log, note))
  if (fork) return fork
  const read = await readEntries(files, log?.followed ?? NOTHING, size)
  if (!read.ok) return alarm(folder, files, log, read, note)
  const { followed } = read
  const [first] = read.keys
  const known = log?.chain ?? (first && chainOf(first))
  const chain = known && chainFrom(known, read.changes, nodeCrypto)
  const key = chain?.keys.at(-1)
  const head = key && openCheckpoint(note, key, nodeCrypto)
  const isOurs = head && isSame(rootOf(followed.edge, nodeCrypto.sha256), head.root)
  if (!chain || !isOurs)
    return alarm(folder, files, log, { problem: 'wrong_key', index: size, bodies: [] }, note)
  if (log === null && given && !read.keys.some((one) => keyText(one) === keyText(given)))
    return { kind: 'alarm', origin: folder.origin, problem: 'not_the_given_key', file: null }
  const next: KeptLog = log
    ? { ...log, key, chain }
    : { key, chain, note: null, cosigned: null, followed: null }
  // Lost a race with another process; the next look reads its result.
  if (!folder.replace(number, next)) throw new Unavailable('another process writes here')
  return followed
}

/**
 * Finds a fork whose new head is under a new key. The new history's own `keys` entries link the kept key to it, so both heads are
 * evidence. Null without a fork.
 */
async function forkUnderNewKey(
  files: HouseFiles,
  folder: LogFolder,
  log: KeptLog,
  note: string,
): Promise<Alarm | null> {
  const [kept, shown] = [headOf(log.note), headOf(note)]
  if (log.note === null || !kept || !shown || shown.size < kept.size) return null
  const texts: string[] = []
  for (let read = 0; read < shown.size;) {
    const bodies = await files.entries(read, shown.size)
    read += bodies.length
    texts.push(...bodies.filter((body) => parseEntry(body)?.kind === 'keys'))
  }
  const chain = chainFrom(log.chain, texts, nodeCrypto)
  if (!openUnder(note, chain, nodeCrypto)) return null
  const compared = await compareHeads(files, chain, log.note, ownNote(note, log.key))
  if (compared.kind !== 'fork') return null
  const file = folder.accuse(`fork-${kept.size}-${shown.size}.json`, compared.evidence)
  return { kind: 'alarm', origin: folder.origin, problem: 'fork', file }
}

/** Accepts the house's head as if submitted with a proof, after `read` found no fault in its entries. */
async function advance(
  files: HouseFiles,
  folder: LogFolder,
  note: string,
  { cosigner, nowMs }: Watch,
  read: () => Promise<Followed | Alarm>,
): Promise<Followed | Found> {
  const { origin } = folder
  for (;;) {
    const { log } = folder.read()
    const [kept, shown] = [headOf(log?.note ?? null), headOf(note)]
    if (!log || !shown) throw new Unavailable(`${files.url} shows no checkpoint`)
    if (kept && shown.size < kept.size) return { kind: 'older', origin, size: kept.size, shown: shown.size }
    const own = ownNote(note, log.key)
    const compared = log.note === null ? NO_PROOF : await compareHeads(files, log.chain, log.note, own)
    if (compared.kind === 'fork') {
      const file = folder.accuse(`fork-${kept?.size ?? 0}-${shown.size}.json`, compared.evidence)
      return { kind: 'alarm', origin, problem: 'fork', file }
    }
    if (compared.kind === 'unproved')
      return alarm(folder, files, log, { problem: 'unproved', index: shown.size, bodies: [] }, own)
    const followed = await read()
    if ('kind' in followed || kept?.size === shown.size) return followed
    const request = { old: kept?.size ?? 0, proof: compared.proof, note: own }
    const verdict = addCheckpoint(folder, request, cosigner, nowMs(), followed)
    if (verdict.status === 200) return followed
    // An HTTP request won the race: compare again with its head.
    if (verdict.status === 409) continue
    if (verdict.status === 503) throw new Unavailable(verdict.problem)
    return { kind: 'alarm', origin, problem: verdict.problem, file: folder.evidence()[0] ?? null }
  }
}

const NO_PROOF = { kind: 'consistent', proof: [] } as const

/**
 * Reads the entries up to a signed head. `begun` has the entries already read to learn the key. Throws `Unavailable` when the
 * house does not answer.
 */
export async function readUpTo(
  files: HouseFiles,
  folder: LogFolder,
  begun: Followed | null,
  note: string,
): Promise<Followed | Alarm> {
  const { log } = folder.read()
  const size = headOf(note)?.size ?? 0
  const from = begun ?? log?.followed ?? NOTHING
  if (from.edge.size > size) throw new Unavailable('another process has read more')
  const read = await readEntries(files, from, size)
  if (!read.ok) return alarm(folder, files, log, read, note)
  const root = rootOf(read.followed.edge, nodeCrypto.sha256)
  const isHead = read.followed.edge.size === size && isSame(root, headOf(note)?.root ?? EMPTY)
  if (!isHead) return alarm(folder, files, log, { problem: 'not_in_tree', index: size, bodies: [] }, note)
  return read.followed
}

const EMPTY = new Uint8Array(0)

function keepFollowed(folder: LogFolder, followed: Followed): void {
  for (;;) {
    const { number, log } = folder.read()
    const isKept = (log?.followed?.edge.size ?? 0) >= followed.edge.size
    if (!log || isKept || folder.replace(number, { ...log, followed })) return
  }
}

type Shown = Pick<Fault, 'index' | 'bodies'> & {
  problem: Fault['problem'] | 'other_log' | 'wrong_key' | 'unproved'
}

/** Keeps the house's data as evidence for others; the log is never signed after that. */
function alarm(
  folder: LogFolder,
  files: HouseFiles,
  log: KeptLog | null,
  { problem, index, bodies }: Shown,
  note: string | null,
): Alarm {
  const evidence = {
    format: 'tickmark-fault/1',
    house: files.url,
    vkey: log && keyText(log.key),
    problem,
    entry: index,
    bodies,
    note,
    kept: log?.note ?? null,
  }
  const file = folder.accuse(`fault-${problem}-${index}.json`, evidence)
  return { kind: 'alarm', origin: folder.origin, problem, file }
}
