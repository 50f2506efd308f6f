import { dayName } from '@tickmark/core/market/simulated/prices'
import type { Tx } from '../db/pool.ts'
import type { LogDraft } from '../market/log/log.ts'
import { markLogged, unloggedDays, type BookShare, type ClosedDay } from './dayStore.ts'

const DAY_MS = 86_400_000

/** Log entries for the days closed since the last call, in order; call it before every tick. */
export async function collectYields(tx: Tx, atMs: number): Promise<LogDraft[]> {
  const closed = await unloggedDays(tx)
  // The log may still be behind the house's time: no entry is earlier than its day's end.
  return closed
    .filter(({ day }) => (day + 1) * DAY_MS <= atMs)
    .map((one) => ({
      entry: yieldEntry(one),
      onLogged: (logTx, seq) => markLogged(logTx, one.day, seq),
    }))
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
  }
}

function shared({ count, hosted, paid }: BookShare): readonly [number, string, string] {
  return [count, String(hosted), String(paid)]
}
