import type { Tx } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { readEntries } from '../market/store.ts'
import { type MarketTick, tickOfRow } from '../market/ticks.ts'
import type { Alert } from './alert.ts'
import type { AlertsDeps } from './ports.ts'
import type {} from './events.ts'
import { fireAt, lockCursor, moveCursor, waitingSince } from './store.ts'

/** Log entries read in one transaction when catching up. */
const CHUNK = 240

/**
 * Creates the function that checks every tick of the log against the pending alerts, in order, including ticks that
 * were logged while no server ran. An alert fires once, at the first later tick that reaches it; its message is written
 * in the same transaction. Any number of processes may check: the cursor row's lock admits one at a time, and the next
 * finds nothing left.
 */
export function createWatching(deps: AlertsDeps): (tick: Pick<MarketTick, 'seq'>) => Promise<void> {
  const { batch } = deps.database
  return async ({ seq }) => {
    const since = await waitingSince(batch)
    if (since === null || since >= seq) return
    while (!(await transact(batch, (tx) => checkNext(tx, seq, deps))));
  }
}

/** Checks the next ticks up to this sequence number, `CHUNK` entries at most; returns whether none is left. */
async function checkNext(tx: Tx, upTo: number, { events }: AlertsDeps): Promise<boolean> {
  const cursor = await lockCursor(tx)
  // Read again under the lock: an alert that was being set may be older than all that were visible before.
  const since = await waitingSince(tx)
  const from = Math.max(cursor, since ?? upTo)
  if (from >= upTo) return true
  const to = Math.min(upTo, from + CHUNK)
  // On this transaction's own connection: those that set alerts may hold all others while they wait for it.
  const rows = await readEntries(tx, from + 1, to)
  const ticks = rows.filter((row) => row.kind === 'tick').map(tickOfRow)
  const fired: Alert[] = []
  for (const tick of ticks) fired.push(...(await fireAt(tx, tick)))
  await moveCursor(tx, to)
  if (fired.length > 0) await events.emit(tx, 'alerts_fired', { alerts: fired })
  return to === upTo
}
