import { DAY_MS } from '@tickmark/core/days'
import { dayName } from '@tickmark/core/market/simulated/prices'
import type { Tx } from '../../db/pool.ts'
import type { LogDraft } from '../../market/log/log.ts'
import { markLogged, unloggedDays, type BookShare, type ClosedDay } from '../dayStore.ts'
import type { ProgrammePort } from '../ports.ts'
import { areStated } from '../statements/statementStore.ts'

/** Log entries for closed days whose lines and statements the log has, in order; call it before every tick. */
export async function collectYields(
  tx: Tx,
  atMs: number,
  { areLogged }: Pick<ProgrammePort, 'areLogged'>,
): Promise<LogDraft[]> {
  const drafts: LogDraft[] = []
  for (const one of await unloggedDays(tx)) {
    // The log may still be behind the house's time, and comes to a day after its trades.
    if ((one.day + 1) * DAY_MS > atMs || !(await areLogged(tx, one.last))) break
    if (!(await areStated(tx, one.hostings.last))) break
    drafts.push({ entry: yieldEntry(one), onLogged: (logTx, seq) => markLogged(logTx, one.day, seq) })
  }
  return drafts
}

/** A closed day as the log has it, but for its place there. */
export function yieldEntry(closed: ClosedDay) {
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
  }
}

function shared({ count, hosted, paid }: BookShare): readonly [number, string, string] {
  return [count, String(hosted), String(paid)]
}
