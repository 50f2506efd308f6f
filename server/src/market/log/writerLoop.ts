import { messageOf } from '../../platform/log.ts'
import { appendDue, follow, type WriterDeps } from './writer.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../db/pool.ts'
import { trySessionLock, type SessionLock } from '../../db/sessionLock.ts'
import { listenForAppends } from './treeStore.ts'
import { TURNS } from '../../db/locks.ts'

interface BeatDeps extends WriterDeps {
  /** A process that never writes the log follows the one that does. */
  follows: boolean
}

/** The market's loop: each second it logs what is due, or applies another process's entries. */
export interface WriterLoop {
  /** Beats at once; settles when everything due by now has been attempted. */
  now(): Promise<void>
  isWriting(): boolean
  /** Why the newest beat failed; null when it succeeded. */
  failure(): unknown
  stop(): Promise<void>
}

const RETRY_MS = 250

export function startWriterLoop(deps: BeatDeps): WriterLoop {
  const { clock, log, state } = deps
  const election = openElection({ ...deps, onAppended: () => void wake() })
  let failure: unknown = null
  let isStopped = false
  let isAskedAgain = false
  let running: Promise<void> | null = null
  let cancelTimer = () => {}

  /** One beat at a time; a call during a beat gets another one after it. */
  function wake(): Promise<void> {
    isAskedAgain = true
    running ??= run().finally(() => {
      running = null
    })
    return running
  }

  async function run(): Promise<void> {
    let isFine = true
    while (isAskedAgain && !isStopped) {
      isAskedAgain = false
      isFine = await beat()
    }
    if (isStopped) return
    const nowMs = clock.nowMs()
    cancelTimer()
    cancelTimer = clock.at(isFine ? Math.floor(nowMs / 1000) * 1000 + 1000 : nowMs + RETRY_MS, () => {
      void wake()
    })
  }

  /** After a failure the next beat finds the outcome: a writer can append only after the newest entry. */
  async function beat(): Promise<boolean> {
    try {
      if (!election.isWriter() && (await election.stand(state.head.lastTickAtMs))) {
        log.info('this process writes the price log', { seq: state.head.seq })
      }
      if (!election.isWriter()) await follow(deps)
      await appendDue(deps, () => election.isWriter() && !isStopped)
      failure = null
      return true
    } catch (thrown) {
      failure = thrown
      log.error('the price log could not continue', { reason: messageOf(thrown) })
      return false
    }
  }

  return {
    async now() {
      do await wake()
      while (isAskedAgain && !isStopped)
    },
    isWriting: () => election.isWriter(),
    failure: () => failure,
    async stop() {
      isStopped = true
      cancelTimer()
      await running
      await election.resign()
    },
  }
}

/** Whether this process writes the log. At most one does at a time; even two could not fork it. */
export interface Election {
  isWriter(): boolean
  /** Runs for writer when the other writer's ticks stop, and follows its entries until then. True right after winning. */
  stand(lastTickAtMs: number | null): Promise<boolean>
  resign(): Promise<void>
}

interface ElectionDeps {
  database: Database
  clock: Clock
  /** Whether this process never runs for writer. */
  follows: boolean
  /** Another process has appended entries. */
  onAppended(): void
}

/** After the start, ticks must be missing for this long before this process runs for writer. */
const SILENT_MS = 2_000
const AGAIN_MS = 1_000

export function openElection({ database, clock, follows, onAppended }: ElectionDeps): Election {
  let lock: SessionLock | null = null
  let ears: { end(): Promise<void> } | null = null
  let nextMs = 0

  async function stand(lastTickAtMs: number | null): Promise<boolean> {
    const nowMs = clock.nowMs()
    const isSilent = nextMs === 0 || nowMs - (lastTickAtMs ?? 0) >= SILENT_MS
    if (follows || !isSilent || nowMs < nextMs) {
      await listen()
      return false
    }
    nextMs = nowMs + AGAIN_MS
    const won = await trySessionLock(database, TURNS.logWriter)
    if (!won) {
      await listen()
      return false
    }
    lock = won
    void won.lost.then(() => {
      if (lock === won) lock = null
    })
    return true
  }

  async function listen(): Promise<void> {
    if (ears) return
    const opened = await listenForAppends(database, () => {
      if (!lock) onAppended()
    })
    ears = opened
    void opened.lost.then(() => {
      if (ears === opened) ears = null
    })
  }

  return {
    isWriter: () => lock !== null,
    stand,
    async resign() {
      const [held, opened] = [lock, ears]
      lock = null
      ears = null
      await Promise.all([held?.release(), opened?.end()])
    },
  }
}
