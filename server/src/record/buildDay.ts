import { bytesOfHex } from '@tickmark/core/bytes'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Db, Tx } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import type { LogDraft } from '../market/log/log.ts'
import { readDayLines, withSearch } from './dayLines.ts'
import {
  endOnAbort,
  insertDay,
  insertPart,
  markLogged,
  readDay,
  readPart,
  tryBuildLock,
  unloggedDays,
} from './store.ts'

const [compressed, expanded] = [promisify(gzip), promisify(gunzip)]

/**
 * Makes and stores the record of a past day in one transaction: a crash leaves nothing, and the next process makes the same
 * record. Does nothing when the record exists or another process is making it. The log must have passed the day. Throws the
 * signal's reason, or the statement's failure, when told to stop.
 */
export function buildDay(
  db: Db,
  day: string,
  signal: AbortSignal = NEVER,
): Promise<'made' | 'exists' | 'busy'> {
  return withSearch((usual) =>
    transact(
      db,
      async (tx) => {
        if (!(await tryBuildLock(tx))) return 'busy'
        if (await readDay(tx, day)) return 'exists'
        const release = await endOnAbort(db, tx, signal)
        try {
          await makeDay(tx, day, usual, signal)
        } finally {
          release()
        }
        return 'made'
      },
      { isolation: 'repeatable read' },
    ),
  )
}

const NEVER = new AbortController().signal

async function makeDay(tx: Tx, day: string, usual: boolean, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  let [part, size] = [0, 0]
  const record = await readDayLines(tx, day, usual, async (lines) => {
    signal.throwIfAborted()
    size += lines.length
    await insertPart(tx, day, part++, await compressed(lines))
  })
  const { orders, withdrawals, root, figures } = record
  await insertDay(tx, { day, orders, withdrawals, root: Buffer.from(bytesOfHex(root) ?? []), size }, figures)
}

/** Log entries for the records made since the last call, in order; call it before every tick. */
export async function collectRecords(tx: Tx): Promise<LogDraft[]> {
  const days = await unloggedDays(tx)
  return days.map(({ day, orders, withdrawals, root }) => ({
    entry: { kind: 'record', day, orders, withdrawals, root: root.toString('hex') },
    onLogged: (logTx, seq) => markLogged(logTx, day, seq),
  }))
}

/** The file of a day's record, piece by piece. */
export async function* fileOf(db: Db, day: string): AsyncGenerator<Buffer> {
  for (let part = 0; ; part++) {
    const lines = await readPart(db, day, part)
    if (!lines) return
    yield await expanded(lines)
  }
}
