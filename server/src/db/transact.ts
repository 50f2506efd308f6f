import { messageOf } from '../platform/log.ts'
import { backOff, isConflict } from './failures.ts'
import { type Db, logOf, type Tx } from './pool.ts'

export interface TransactOptions<T> {
  isolation?: 'read committed' | 'repeatable read' | 'serializable'
  /** The database refuses every change. */
  readsOnly?: boolean
  /** Runs with the result after the commit, such as a publication or a wake-up. Its failure changes nothing. */
  afterCommit?: (result: T) => void | Promise<void>
}

type Effect = () => void | Promise<void>

const attempts = 5
const effectsOf = new WeakMap<Tx, Effect[]>()

/**
 * Runs `work` in one transaction and returns its result after the commit. An error rolls everything back. A deadlock or
 * serialisation failure runs `work` again, so it must change nothing outside the database; such effects go to
 * `afterCommit`. A connection lost during the commit is thrown: the outcome is unknown.
 */
export async function transact<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  options: TransactOptions<T> = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const effects: Effect[] = []
    try {
      const begun = db.transaction().setIsolationLevel(options.isolation ?? 'read committed')
      const kept = options.readsOnly === true ? begun.setAccessMode('read only') : begun
      const result = await kept.execute((transaction) => {
        effectsOf.set(transaction as Tx, effects)
        return work(transaction as Tx)
      })
      if (options.afterCommit !== undefined) effects.push(() => options.afterCommit?.(result))
      await runAll(db, effects)
      return result
    } catch (thrown) {
      if (attempt === attempts || !isConflict(thrown)) throw thrown
      await backOff(attempt)
    }
  }
}

/** Holds an effect back until the transaction commits; a rollback drops it. Effects run in the order of the calls. */
export function afterCommit(tx: Tx, effect: Effect): void {
  const effects = effectsOf.get(tx)
  if (effects === undefined) throw new Error('this Tx was not made by transact')
  effects.push(effect)
}

async function runAll(db: Db, effects: Effect[]): Promise<void> {
  for (const effect of effects) {
    try {
      await effect()
    } catch (thrown) {
      logOf(db).error('an effect failed after its commit', { reason: messageOf(thrown) })
    }
  }
}
