import { bytesOfHex } from '@tickmark/core/bytes'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Db, Tx } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import type { LogDraft } from '../market/log/log.ts'
import { readDayLines, spanOf, withSearch } from './dayLines.ts'
import { takeWithdrawals } from './lineStore.ts'
import { insertDay, insertPart, markLogged, readDay, readPart, tryBuildLock, unloggedDays } from './store.ts'

const [compressed, expanded] = [promisify(gzip), promisify(gunzip)]

/**
 * Makes and stores the record of a day that is over, all in one transaction: a process that dies leaves nothing, and the
 * next one makes the same. Nothing happens when there is one, or while another process makes it. The log must have
 * passed the day.
 */
export function buildDay(db: Db, day: string): Promise<'made' | 'exists' | 'busy'> {
  return withSearch((usual) =>
    transact(
      db,
      async (tx) => {
        if (!(await tryBuildLock(tx))) return 'busy'
        if (await readDay(tx, day)) return 'exists'
        await takeWithdrawals(tx, day, spanOf(day).toMs)
        let [part, size] = [0, 0]
        const record = await readDayLines(tx, day, usual, async (lines) => {
          size += lines.length
          await insertPart(tx, day, part++, await compressed(lines))
        })
        const { orders, withdrawals, root, figures } = record
        await insertDay(
          tx,
          { day, orders, withdrawals, root: Buffer.from(bytesOfHex(root) ?? []), size },
          figures,
        )
        return 'made'
      },
      { isolation: 'repeatable read' },
    ),
  )
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
