import { messageOf } from '../platform/log.ts'
import { backOff, isConflict } from './failures.ts'
import { type Db, logOf, type Tx } from './pool.ts'

export interface TransactOptions<T> {
  isolation?: 'read committed' | 'repeatable read' | 'serializable'
  /** What to do with the result once it is committed: publish, wake somebody. Its failure changes nothing. */
  afterCommit?: (result: T) => void | Promise<void>
}

type Effect = () => void | Promise<void>

const attempts = 5
const effectsOf = new WeakMap<Tx, Effect[]>()

/**
 * Runs `work` in one transaction and replies with its result once that is committed. Anything thrown rolls all of it
 * back. A deadlock or serialisation failure runs `work` again, so that it must change nothing outside the database;
 * effects go to `afterCommit`. A connection lost during the commit is thrown: whether it happened is not known.
 */
export async function transact<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  options: TransactOptions<T> = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const effects: Effect[] = []
    try {
      const result = await db
        .transaction()
        .setIsolationLevel(options.isolation ?? 'read committed')
        .execute((transaction) => {
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

/** Keeps an effect until the transaction is committed; it is dropped when the transaction is not. In order of asking. */
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
