import { messageOf } from '../platform/log.ts'
import { openElection } from './election.ts'
import { appendDue, follow, type WriterDeps } from './writer.ts'

export interface BeatDeps extends WriterDeps {
  /** A process that never writes the log follows the one that does. */
  follows: boolean
}

/** The pulse of the market: each second it logs what is due, or takes in what another process has logged. */
export interface WriterLoop {
  /** Beats at once; settles when everything due by now has been tried. */
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

  /** One beat at a time; a call while one is under way gets another one after it. */
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

  /** Whatever fails, a writer finds out what came of it: it cannot append behind an entry that is not the newest. */
  async function beat(): Promise<boolean> {
    try {
      if (!election.isWriter() && (await election.stand(state.head.lastTickAtMs))) {
        log.info('this process writes the price log', { seq: state.head.seq })
      }
      if (!election.isWriter()) await follow(deps)
      await appendDue(deps, () => election.isWriter() && !isStopped)
      return true
    } catch (thrown) {
      log.error('the price log did not go on', { reason: messageOf(thrown) })
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
