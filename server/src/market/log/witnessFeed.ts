import { assert } from '@tickmark/core/assert'
import { bytesOfHex } from '@tickmark/core/bytes'
import type { Db } from '../../db/pool.ts'
import type { Clock } from '../../platform/clock.ts'
import { messageOf, type Log } from '../../platform/log.ts'
import type { PublishedHead } from '../state.ts'
import { askWitness, type Witness, type WitnessAnswer } from './askWitness.ts'
import { consistencyOf } from './proof.ts'
import { readLastCheckpoint, storeWitnessed } from './treeStore.ts'

export interface FeedDeps {
  db: Db
  clock: Clock
  log: Log
  witnesses: readonly Witness[]
  /** The newest published head; null before the first. */
  head(): PublishedHead | null
  /** Only the process that writes the log asks. */
  isWriting(): boolean
}

/** Shows the log's heads to external witnesses and stores their signatures. */
export interface WitnessFeed {
  /** The witnesses' objections to this log; null without any. */
  trouble(): string | null
  /** Each witness with the size of the newest head that it has signed (null: none yet), and its fault. */
  watched(): WatchedWitness[]
  /** Resolves when no request is under way. */
  idle(): Promise<void>
  stop(): Promise<void>
}

/** A witness as this process knows it. */
export interface WatchedWitness {
  name: string
  size: number | null
  trouble: string | null
  /** Since when it has refused the log, ms since 1970; null while it does not. */
  alarmSinceMs: number | null
}

/** Every witness is asked at multiples of its own interval, so that all sign the same heads. */
const ROUND_MS = 5_000

/** A witness and its progress. */
interface Watcher {
  witness: Witness
  /** Size of the newest head that it has signed, as far as we know; 0 at the start, until it tells. */
  size: number
  nextMs: number
  isBusy: boolean
  /** After an objection it is not asked again: a person must look into it. */
  alarm: string | null
  alarmSinceMs: number | null
  isFaulty: boolean
}

export function startWitnessFeed(deps: FeedDeps): WitnessFeed {
  const { clock, witnesses } = deps
  const signed = new Map<number, string[]>()
  const watchers: Watcher[] = witnesses.map((witness) => ({
    witness,
    size: 0,
    nextMs: 0,
    isBusy: false,
    alarm: null,
    alarmSinceMs: null,
    isFaulty: false,
  }))
  const running = new Set<Promise<void>>()
  let cancel = () => {}

  function round(): void {
    const nowMs = clock.nowMs()
    const head = deps.isWriting() ? deps.head() : null
    for (const watcher of head ? watchers : []) {
      if (watcher.isBusy || watcher.alarm !== null || nowMs < watcher.nextMs) continue
      watcher.nextMs = nextMultiple(nowMs, watcher.witness.everyMs)
      if (head && head.size > watcher.size) start(watcher, head)
    }
    cancel = clock.at(nextMultiple(nowMs, ROUND_MS), round)
  }

  function start(watcher: Watcher, head: PublishedHead): void {
    watcher.isBusy = true
    const run = show(deps, watcher, head, signed)
      .catch((thrown: unknown) => told(deps, watcher, { kind: 'fault', reason: messageOf(thrown) }))
      .finally(() => {
        watcher.isBusy = false
        running.delete(run)
      })
    running.add(run)
  }

  cancel = clock.at(clock.nowMs(), round)
  return {
    trouble() {
      const alarms = watchers.flatMap(({ witness, alarm }) =>
        alarm === null ? [] : `${witness.key.name} ${alarm}`,
      )
      return alarms.length === 0 ? null : alarms.join('; ')
    },
    watched: () =>
      watchers.map(({ witness, size, alarm, alarmSinceMs, isFaulty }) => ({
        name: witness.key.name,
        size: size === 0 ? null : size,
        trouble: alarm ?? (isFaulty ? 'gives no signature' : null),
        alarmSinceMs,
      })),
    async idle() {
      while (running.size > 0) await Promise.all(running)
    },
    async stop() {
      cancel()
      await Promise.all(running)
    },
  }
}

function nextMultiple(nowMs: number, everyMs: number): number {
  return Math.floor(nowMs / everyMs) * everyMs + everyMs
}

/** Shows one head to one witness. If the witness knows another size than we assumed, asks once more with that size. */
async function show(
  deps: FeedDeps,
  watcher: Watcher,
  head: PublishedHead,
  signed: Map<number, string[]>,
): Promise<void> {
  let answer = await ask(deps, watcher, head)
  if (answer.kind === 'knows') {
    const { size } = answer
    if (size > head.size) {
      // Another process wrote until now, and this one has not read its last entries: the next round asks again.
      if (size <= ((await readLastCheckpoint(deps.db))?.size ?? 0)) return
      return told(deps, watcher, {
        kind: 'alarm',
        reason: `has signed a head of ${size} entries, and this log has ${head.size}`,
      })
    }
    watcher.size = size
    answer = await ask(deps, watcher, head)
  }
  told(deps, watcher, answer)
  if (answer.kind !== 'signed') return
  watcher.size = head.size
  const lines = [...(signed.get(head.size) ?? []), answer.line]
  signed.set(head.size, lines)
  for (const size of signed.keys()) if (signed.size > MOST_HEADS) signed.delete(size)
  const { size, at } = head
  await storeWitnessed(deps.db, { size, at, signatures: lines.length, note: head.note + lines.join('') })
}

/** Number of heads for which further signatures may still come. */
const MOST_HEADS = 16

async function ask(
  { db }: FeedDeps,
  { witness, size }: Watcher,
  head: PublishedHead,
): Promise<WitnessAnswer> {
  const hashes = size === 0 ? [] : await consistencyOf(db, size, head.size)
  const proof = hashes.map((hash) => {
    const bytes = bytesOfHex(hash)
    assert(bytes, 'a proof is in hex')
    return bytes
  })
  return askWitness(witness, { old: size, proof, note: head.note })
}

/** Reports to the operator: an alarm always, a fault when it begins and ends. */
function told({ log, clock }: FeedDeps, watcher: Watcher, answer: WitnessAnswer): void {
  const witness = watcher.witness.key.name
  if (answer.kind === 'alarm') {
    watcher.alarm = answer.reason
    watcher.alarmSinceMs = clock.nowMs()
    log.error('a witness refuses this log, and is not asked again before a restart', {
      witness,
      reason: answer.reason,
    })
    return
  }
  const isFaulty = answer.kind !== 'signed'
  if (isFaulty && !watcher.isFaulty)
    log.warn('a witness gives no signature', {
      witness,
      reason: answer.kind === 'fault' ? answer.reason : 'somebody else shows it this log, too',
    })
  if (!isFaulty && watcher.isFaulty) log.info('the witness signs again', { witness })
  watcher.isFaulty = isFaulty
}
