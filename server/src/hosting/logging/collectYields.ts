import { dayName } from '@tickmark/core/market/simulated/prices'
import type { Tx } from '../../db/pool.ts'
import type { LogDraft } from '../../market/log/log.ts'
import { closedDay, markLogged, unloggedDays, type BookShare, type ClosedDay } from '../dayStore.ts'
import type { ProgrammePort } from '../ports.ts'
import { areStated } from '../statements/statementStore.ts'

/**
 * A log entry for the next closed day, once the log has the day's lines and statements. Call it before every tick. One day at a
 * time, because each entry names that of the day before.
 */
export async function collectYields(
  tx: Tx,
  atMs: number,
  { areLogged }: Pick<ProgrammePort, 'areLogged'>,
): Promise<LogDraft[]> {
  const [next] = await unloggedDays(tx)
  // The log may lag behind the house's time. It must have the day's trades, and everything decided before the close, first.
  if (!next || next.closedAtMs > atMs || !(await areLogged(tx, next.last))) return []
  if (!(await areStated(tx, next.hostings.last))) return []
  const before = await closedDay(tx, next.day - 1)
  return [
    {
      entry: yieldEntry(next, before?.logSeq ?? 0),
      onLogged: (logTx, seq) => markLogged(logTx, next.day, seq),
    },
  ]
}

/** A closed day as a log entry, without its position there; `before` is the number of the previous day's entry, or 0. */
export function yieldEntry(closed: ClosedDay, before: number) {
  return {
    kind: 'yield' as const,
    day: dayName(closed.day),
    first: closed.first,
    last: closed.last,
    trades: closed.trades.toString('hex'),
    profit: String(closed.profit),
    carried: String(closed.carried),
    pool: String(closed.pool),
    payouts: closed.payouts.toString('hex'),
    real: shared(closed.real),
    simulated: shared(closed.simulated),
    hostings: [closed.hostings.first, closed.hostings.last] as const,
    before,
    held: closed.held,
    moving: closed.moving,
    taken: closed.taken,
  }
}

function shared({ count, hosted, paid }: BookShare): readonly [number, string, string] {
  return [count, String(hosted), String(paid)]
}
