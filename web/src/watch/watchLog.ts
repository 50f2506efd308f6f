import { utcDate } from '@tickmark/core/days'
import { bytesOfBase64 } from '@tickmark/core/base64'
import { checkpointKey } from '@tickmark/core/log/checkpoint'
import { chainOf } from '@tickmark/core/log/keyChanges'
import { checkFork, type ForkEvidence } from '@tickmark/core/log/fork'
import { judgeHead, type Judgement, type KeptHead } from '@tickmark/core/log/heads'
import { type Edge } from '@tickmark/core/log/tree/tree'
import type { LogStep } from '@tickmark/wire/schemas/market'
import { sha256 } from '@noble/hashes/sha2.js'
import type { Reply } from '../api/api.ts'
import { besideStored } from './besideStored.ts'
import { compareHeads, openHead, type KeptAgreement } from './compareHeads.ts'
import type { StoredHead } from './headStore.ts'
import { withSignatures } from './signatures/signatures.ts'
import {
  edgeFor,
  isSandboxLog,
  keysFor,
  knownLog,
  placeOf,
  placeShown,
  restored,
  storedOf,
  type WatchedLog,
} from './watchedLog.ts'
import type { LogWatch, WatchPorts } from './watchPorts.ts'
import { isLasting, SIDE_ALARMS, type Alarm, type SideAlarm } from './watchState.ts'

/** Without a proof for this long, an alarm is shown. */
const UNPROVED_MS = 30_000
/** Older heads alone raise an alarm after this long; before, a cache explains them. */
const OLDER_MS = 60_000
/** Interval of requests to the house while something is wrong, and of storing heads. */
export const PACE_MS = 5_000
/** After a longer gap between two looks, the device was asleep. */
const ASLEEP_MS = 3 * PACE_MS
/** Heads that a tab remembers, to compare with those stored by other tabs. */
const MOST_SEEN = 600

interface Watch extends WatchPorts {
  log: WatchedLog | null
  /** Logs that earlier visits have watched. */
  known: readonly WatchedLog[]
  seen: Map<number, KeptHead>
  alarm: Alarm | null
  beside: Set<SideAlarm>
  /** Whether this visit has met another log than earlier ones: only a sandbox may restart its log. */
  isRestarted: boolean
  unprovedSinceMs: number | null
  olderSinceMs: number | null
  /** Since when this page, awake, has had no proved head. */
  silentSinceMs: number | null
  /** A signed head that no proof connects with the log yet. Only its own proof clears it. */
  stray: { head: KeptHead; sinceMs: number } | null
  lookedMs: number
  steppedMs: number
  isLooking: boolean
  nextAskMs: number
  nextKeepMs: number
}

export function watchLog(ports: WatchPorts): LogWatch {
  const watch: Watch = {
    ...ports,
    log: null,
    known: [],
    seen: new Map(),
    alarm: null,
    beside: new Set(),
    isRestarted: false,
    unprovedSinceMs: null,
    olderSinceMs: null,
    silentSinceMs: null,
    stray: null,
    lookedMs: ports.nowMs(),
    steppedMs: 0,
    isLooking: false,
    nextAskMs: 0,
    nextKeepMs: 0,
  }
  let last: Promise<unknown> = load(watch)
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work)
    last = turn.catch(() => {})
    return turn
  }
  const askNow = () =>
    inTurn(async () => {
      watch.nextAskMs = 0
      await catchUp(watch)
    })
  return {
    step: (step) => {
      watch.steppedMs = watch.nowMs()
      return inTurn(() => takeStep(watch, step))
    },
    catchUp: askNow,
    look: (isAwake) => {
      if (!hasToAsk(watch, isAwake)) return
      watch.isLooking = true
      void askNow()
        .catch(() => {})
        .finally(() => (watch.isLooking = false))
    },
    keep: () => inTurn(() => keep(watch)),
    compare: (note) => inTurn(() => compare(watch, note)),
    tell(what, isSo) {
      if (watch.beside.has(what) === isSo) return
      if (isSo) watch.beside.add(what)
      else watch.beside.delete(what)
      show(watch)
    },
  }
}

async function load(watch: Watch): Promise<void> {
  const [forks, stored] = await Promise.all([watch.store.forks(), watch.store.heads()])
  watch.known = (await Promise.all(stored.map(restored))).filter((one) => one !== null)
  const [evidence] = forks
  if (evidence) raise(watch, { kind: 'fork', evidence })
}

/**
 * Measures the silence, and returns whether to ask the house now. One request at a time: it may never be answered.
 */
function hasToAsk(watch: Watch, isAwake: boolean): boolean {
  const nowMs = watch.nowMs()
  const isRested = isAwake && watch.isOnline()
  if (!isRested || nowMs - watch.lookedMs > ASLEEP_MS) watch.silentSinceMs = null
  watch.lookedMs = nowMs
  if (!isRested || isOver(watch)) return false
  if (watch.log || watch.known.length > 0) {
    watch.silentSinceMs ??= nowMs
    if (nowMs - watch.silentSinceMs >= UNPROVED_MS) raise(watch, { kind: 'unproved' })
  }
  return !watch.isLooking && (watch.stray !== null || nowMs - watch.steppedMs >= PACE_MS)
}

async function takeStep(watch: Watch, { size, leaves, note }: LogStep): Promise<void> {
  const { log } = watch
  if (isOver(watch)) return
  if (!log) return void (await catchUp(watch))
  const hashes = leaves.map(bytesOfBase64).filter((one) => one !== null)
  const isNext = hashes.length === leaves.length && size - leaves.length === log.edge.size
  const proof = isNext ? ({ kind: 'leaves', edge: log.edge, leaves: hashes } as const) : null
  const kept = watch.seen.get(size) ?? log.head
  const judged = await withSignatures((crypto) => judgeHead(kept, note, proof, log.key, crypto, log.chain))
  if (judged.kind === 'unproved' || judged.kind === 'wrong_key') return takeUnproved(watch, judged)
  if (judged.kind === 'same' && size < log.head.size) {
    watch.olderSinceMs ??= watch.nowMs()
    return warn(watch)
  }
  await settle(watch, log, judged, judged.kind === 'grown' ? judged.edge : null)
}

/** A frame was missed, or this one is of another history: the newest head must continue both. */
async function takeUnproved(watch: Watch, judged: Judgement): Promise<void> {
  if (judged.kind === 'unproved') doubt(watch, judged.head)
  await catchUp(watch)
}

/** Compares with the house's newest head; trusts its first one. True when the house gave one. */
async function catchUp(watch: Watch): Promise<boolean> {
  if (watch.nowMs() < watch.nextAskMs) return false
  const answer = await watch.house.head()
  // Counted from the answer: a task queued behind a hanging request does not send a second one.
  watch.nextAskMs = watch.nowMs() + PACE_MS
  if (answer?.checkpoint) await takeAnswer(watch, answer, answer.checkpoint)
  else if (watch.log || watch.known.length > 0) miss(watch)
  await settleDoubt(watch)
  return Boolean(answer?.checkpoint)
}

/** Remembers an unproved signed head, unless one is remembered already. */
function doubt(watch: Watch, head: KeptHead): void {
  watch.stray ??= { head, sinceMs: watch.nowMs() }
}

/** Compares the unproved head with the newest one: a proved log does not clear it until a proof connects the two. */
async function settleDoubt(watch: Watch): Promise<void> {
  const { log, stray } = watch
  if (!log || !stray || isOver(watch)) return
  const compared = await compareHeads(stray.head, log.head.note, log, watch.house)
  if (compared.kind === 'fork') return accuse(watch, compared.evidence)
  if (compared.kind === 'unproved') return warn(watch)
  watch.stray = null
  if (watch.alarm?.kind === 'unproved' && watch.unprovedSinceMs === null) raise(watch, null)
}

async function takeAnswer(watch: Watch, answer: Reply<'getLogHead'>, note: string): Promise<void> {
  const log = logFor(watch, answer.origin)
  const isKnown = watch.log !== null || watch.known.length > 0
  if (!log && isKnown && isSandboxLog(answer.origin)) watch.isRestarted = true
  watch.log = log
  if (isOver(watch)) return show(watch)
  if (!log) return begin(watch, answer, note)
  const next = await keysFor(log, answer, note)
  if (!next) return raise(watch, { kind: 'key', sinceMs: log.sinceMs })
  const judged = await compareHeads(log.head, note, next, watch.house)
  const edge = judged.kind === 'wrong_key' ? null : edgeFor(judged.head, answer.edge)
  await settle(watch, next, judged, edge)
}

/** The watched log of an origin; raises an alarm when this device knows only another log of this house. */
function logFor(watch: Watch, origin: string): WatchedLog | null {
  const logs = watch.log ? [watch.log, ...watch.known] : watch.known
  const own = logs.find(({ key }) => key.name === origin)
  const lasting = logs.find(({ key }) => !isSandboxLog(key.name))
  if (own || !lasting) {
    // Evidence against a former sandbox is no alarm about its successor.
    if (watch.alarm?.kind === 'fork' && !own) watch.alarm = null
    return own ?? null
  }
  raise(watch, { kind: 'key', sinceMs: lasting.sinceMs })
  return null
}

/** Trusts a first head. */
async function begin(watch: Watch, answer: Reply<'getLogHead'>, note: string): Promise<void> {
  const key = checkpointKey(answer.origin, answer.logKey, sha256)
  const opened = await openHead(note, [key])
  const edge = opened && edgeFor(opened.head, answer.edge)
  if (!edge) return miss(watch)
  watch.seen.clear()
  watch.stray = null
  await advance(watch, { key, chain: chainOf(key), head: opened.head, edge, sinceMs: watch.nowMs() })
}

/** Acts on a judgement. `edge` is that of the judged head, if known. */
async function settle(watch: Watch, log: WatchedLog, judged: Judgement, edge: Edge | null): Promise<void> {
  switch (judged.kind) {
    case 'fork':
      return accuse(watch, judged.evidence)
    case 'wrong_key':
      return raise(watch, { kind: 'key', sinceMs: log.sinceMs })
    case 'unproved':
      return miss(watch)
    case 'older':
      watch.olderSinceMs ??= watch.nowMs()
      return warn(watch)
    case 'grown':
    case 'same':
      if (!edge && judged.kind === 'grown') return miss(watch)
      return advance(watch, { ...log, head: judged.head, edge: edge ?? log.edge })
  }
}

async function advance(watch: Watch, log: WatchedLog): Promise<void> {
  Object.assign(watch, { log, unprovedSinceMs: null, olderSinceMs: null, silentSinceMs: null })
  if (watch.alarm?.kind !== 'unproved' || !isInDoubt(watch)) watch.alarm = null
  watch.seen.set(log.head.size, log.head)
  const [oldest] = watch.seen.keys()
  if (watch.seen.size > MOST_SEEN && oldest !== undefined) watch.seen.delete(oldest)
  show(watch)
  if (watch.nowMs() >= watch.nextKeepMs) await keep(watch)
}

/** The house gave no head, or one without a proof. */
function miss(watch: Watch): void {
  if (!watch.isOnline()) return
  watch.unprovedSinceMs ??= watch.nowMs()
  warn(watch)
}

function warn(watch: Watch): void {
  if (isOver(watch)) return
  if (isInDoubt(watch) || isLate(watch, watch.unprovedSinceMs, UNPROVED_MS))
    raise(watch, { kind: 'unproved' })
  else if (isLate(watch, watch.olderSinceMs, OLDER_MS)) raise(watch, { kind: 'older' })
}

function isInDoubt(watch: Watch): boolean {
  return isLate(watch, watch.stray?.sinceMs ?? null, UNPROVED_MS)
}

function isLate({ nowMs }: Watch, sinceMs: number | null, ms: number): boolean {
  return sinceMs !== null && nowMs() - sinceMs >= ms
}

/** Keeps evidence after verifying it. */
async function accuse(watch: Watch, evidence: ForkEvidence): Promise<void> {
  const report = await withSignatures((crypto) => checkFork(evidence, crypto))
  if (!report.readable || report.problem !== null) {
    return raise(watch, { kind: 'key', sinceMs: watch.log?.sinceMs ?? watch.nowMs() })
  }
  raise(watch, { kind: 'fork', evidence })
  await watch.store.addFork(report.older?.origin ?? '', evidence)
}

function raise(watch: Watch, alarm: Alarm | null): void {
  watch.alarm = alarm
  show(watch)
}

/** After a fork or another key, the kept head stays as it is: there is nothing more to learn. */
function isOver({ alarm }: Watch): boolean {
  return alarm !== null && isLasting(alarm)
}

function show({ alarm, beside, isRestarted, log, show: tell }: Watch): void {
  const kind = SIDE_ALARMS.find((one) => beside.has(one)) ?? (isRestarted ? 'restarted' : null)
  const shown = alarm ?? (kind && { kind })
  tell({ alarm: shown, ...placeShown(log) })
}

/** Stores the newest head if it is larger than the stored one and continues it. */
async function keep(watch: Watch): Promise<void> {
  const { log } = watch
  if (!log || isOver(watch)) return
  watch.nextKeepMs = watch.nowMs() + PACE_MS
  const evidence = (await watch.store.forks()).find(({ vkey }) => vkey.startsWith(`${log.key.name}+`))
  // Another tab has found it.
  if (evidence) return raise(watch, { kind: 'fork', evidence })
  const other = await write(watch, log, null)
  if (!other) return
  // Another tab has stored a head that this one has not seen.
  const before = await restored(other)
  const judged = before && (await compareHeads(before.head, log.head.note, log, watch.house))
  if (judged?.kind === 'fork') return accuse(watch, judged.evidence)
  if (!before || judged?.kind === 'grown') await write(watch, log, other)
}

/**
 * Writes a head. `compared` is a stored head that it is known to continue. Returns the stored head if it still must
 * be compared.
 */
async function write(watch: Watch, log: WatchedLog, compared: StoredHead | null): Promise<StoredHead | null> {
  const found: { open: StoredHead | null; fork: StoredHead | null } = { open: null, fork: null }
  const day = utcDate(watch.nowMs())
  const next = storedOf(log)
  await watch.store.put(next, day, (stored) => {
    next.sinceMs = Math.min(log.sinceMs, stored?.sinceMs ?? log.sinceMs)
    const place = besideStored(log.head, watch.seen, stored && placeOf(stored))
    if (place === 'fork') found.fork = stored
    if (place !== 'compare') return place === 'write'
    if (compared?.note === stored?.note) return true
    found.open = stored
    return false
  })
  if (found.fork) await accuseStored(watch, log, found.fork)
  return found.open
}

/** Another tab was shown another history. */
async function accuseStored(watch: Watch, log: WatchedLog, stored: StoredHead): Promise<void> {
  const own = watch.seen.get(stored.size) ?? log.head
  const opened = await openHead(stored.note, log.chain.keys)
  const judged =
    opened &&
    (await withSignatures((crypto) => judgeHead(opened.head, own.note, null, log.key, crypto, log.chain)))
  if (judged?.kind === 'fork') await accuse(watch, judged.evidence)
}

async function compare(watch: Watch, note: string): Promise<KeptAgreement> {
  if (!watch.log && !isOver(watch)) await catchUp(watch)
  const [origin = ''] = note.split('\n', 1)
  const log = watch.log ?? knownLog(watch.known, origin)
  if (!log) return 'unwatched'
  // Sandboxes are temporary: a receipt of a former one proves nothing against this one.
  if (origin !== log.key.name)
    return isSandboxLog(origin) && isSandboxLog(log.key.name) ? 'unwatched' : 'differs'
  return (await compareWith(watch, log, note)) ?? compareUnderNewKey(watch, note)
}

/** An unknown key may be a new one: the house's newest head then leads to it. */
async function compareUnderNewKey(watch: Watch, note: string): Promise<KeptAgreement> {
  watch.nextAskMs = 0
  const isAnswered = isOver(watch) || (await catchUp(watch))
  const compared = watch.log && (await compareWith(watch, watch.log, note))
  if (compared) return compared
  if (!watch.isOnline()) return 'unwatched'
  // A head from a cache may be older than the change of the key.
  const isCovered = Number(note.split('\n', 2)[1]) <= (watch.log?.head.size ?? Infinity)
  return isAnswered && isCovered ? 'differs' : 'unproved'
}

/** Null when no key of the log has signed the note. */
async function compareWith(watch: Watch, log: WatchedLog, note: string): Promise<KeptAgreement | null> {
  const opened = await openHead(note, log.chain.keys)
  if (!opened) return null
  const { head, key } = opened
  const archived = await watch.store.archived(key.name, head.size)
  const base = archived && (await openHead(archived.note, [key]))
  const kept = base?.head ?? log.head
  // The receipt's head is the first argument, so that a failed proof makes evidence against it.
  const judged = await compareHeads(
    head,
    kept.note,
    { key: base?.key ?? log.key, chain: log.chain },
    watch.house,
  )
  if (judged.kind === 'fork') {
    if (!isOver(watch)) await accuse(watch, judged.evidence)
    return 'differs'
  }
  if (judged.kind !== 'unproved' && judged.kind !== 'wrong_key') return 'agrees'
  if (!watch.isOnline()) return 'unwatched'
  doubt(watch, head)
  return 'unproved'
}
