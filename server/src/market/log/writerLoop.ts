import { messageOf } from '../../platform/log.ts'
import { openElection } from './election.ts'
import { appendDue, follow, type WriterDeps } from './writer.ts'

export interface BeatDeps extends WriterDeps {
  /** A process that never writes the log follows the one that does. */
  follows: boolean
}

/** The market's loop: each second it logs what is due, or applies another process's entries. */
export interface WriterLoop {
  /** Beats at once; settles when everything due by now has been attempted. */
  now(): Promise<void>
  isWriting(): boolean
  stop(): Promise<void>
}

const RETRY_MS = 250

export function startWriterLoop(deps: BeatDeps): WriterLoop {
  const { clock, log, state } = deps
  const election = openElection({ ...deps, onAppended: () => void wake() })
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

  /** After any failure the next beat resolves the outcome: a writer can append only after the newest entry. */
  async function beat(): Promise<boolean> {
    try {
      if (!election.isWriter() && (await election.stand(state.head.lastTickAtMs))) {
        log.info('this process writes the price log', { seq: state.head.seq })
      }
      if (!election.isWriter()) await follow(deps)
      await appendDue(deps, () => election.isWriter() && !isStopped)
      return true
    } catch (thrown) {
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
    async stop() {
      isStopped = true
      cancelTimer()
      await running
      await election.resign()
    },
  }
}
