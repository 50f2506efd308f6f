import type { Tx } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { readEntries } from '../market/store.ts'
import { type MarketTick, tickOfRow } from '../market/ticks.ts'
import type { Alert } from './alert.ts'
import type { AlertsDeps } from './ports.ts'
import type {} from './events.ts'
import { fireAt, lockCursor, moveCursor, waitingSince } from './store.ts'

/** Log entries of one transaction when catching up. */
const CHUNK = 240

/**
 * Makes what looks at every tick of the log for waiting alerts, in order, also at those that came while nobody looked. An
 * alert fires once, told in the same transaction, at the first tick after its own that reaches it. Any number
 * of processes may look: the cursor's row lets one at a time, and whoever comes second finds nothing left.
 */
export function createWatching(deps: AlertsDeps): (tick: Pick<MarketTick, 'seq'>) => Promise<void> {
  const { batch } = deps.database
  return async ({ seq }) => {
    const since = await waitingSince(batch)
    if (since === null || since >= seq) return
    while (!(await transact(batch, (tx) => lookOn(tx, seq, deps))));
  }
}

/** Looks at the ticks up to this place of the log, or at the first of them; replies whether none is left. */
async function lookOn(tx: Tx, upTo: number, { events }: AlertsDeps): Promise<boolean> {
  const cursor = await lockCursor(tx)
  // Asked again under the lock: one that was being set until now may be older than all that were seen before.
  const since = await waitingSince(tx)
  const from = Math.max(cursor, since ?? upTo)
  if (from >= upTo) return true
  const to = Math.min(upTo, from + CHUNK)
  // On this transaction's own connection: those who set alerts may have taken all others, and wait for it.
  const rows = await readEntries(tx, from + 1, to)
  const ticks = rows.filter((row) => row.kind === 'tick').map(tickOfRow)
  const fired: Alert[] = []
  for (const tick of ticks) fired.push(...(await fireAt(tx, tick)))
  await moveCursor(tx, to)
  if (fired.length > 0) await events.emit(tx, 'alerts_fired', { alerts: fired })
  return to === upTo
}
