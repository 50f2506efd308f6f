import { isConflict, isConnectionLoss } from '../../db/failures.ts'
import type { Tx } from '../../db/pool.ts'
import { messageOf } from '../../platform/log.ts'
import type { BeforeTick, LogDraft } from './log.ts'

/** A module's drafts could not be made or logged. The transaction is lost; the next one can skip this module. */
export class DraftFailed extends Error {
  /** The module's index among those added. */
  readonly from: number

  constructor(from: number, cause: unknown) {
    super(messageOf(cause), { cause })
    this.name = 'DraftFailed'
    this.from = from
  }
}

/**
 * Collects the drafts of all modules except the skipped ones, in their order. Throws `DraftFailed` for a module's own failure.
 */
export type CollectDrafts = (tx: Tx, atMs: number, skipped: ReadonlySet<number>) => Promise<LogDraft[]>

export function collecting(collectors: readonly BeforeTick[]): CollectDrafts {
  return async (tx, atMs, skipped) => {
    const drafts: LogDraft[] = []
    for (const [from, collect] of collectors.entries()) {
      if (skipped.has(from)) continue
      for (const draft of await blamed(from, () => collect(tx, atMs))) {
        const { entry, onLogged } = draft
        drafts.push({
          entry,
          ...(onLogged && { onLogged: (logTx, seq) => blamed(from, () => onLogged(logTx, seq)) }),
        })
      }
    }
    return drafts
  }
}

/** A lost connection or a conflict ends the whole transaction and is no module's failure. */
async function blamed<T>(from: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    throw isConnectionLoss(thrown) || isConflict(thrown) ? thrown : new DraftFailed(from, thrown)
  }
}
