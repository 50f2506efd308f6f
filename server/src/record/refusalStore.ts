import { DAY_MS, startOfDay } from '@tickmark/core/days'
import { MODEL_GRACE_MS } from '@tickmark/core/log/announced'
import { parseEntry, type LogEntry } from '@tickmark/core/log/log'
import { sql } from 'kysely'
import type { Reader } from '../db/pool.ts'
import { readRules, readTicksAt, type LogRow } from '../market/store.ts'
import type {} from '../orders/consent/tables.ts'
import { lastTickBefore, type Span } from './lineStore.ts'

/** A logged refusal with the text that the owner signed. */
export interface RefusalRow {
  number: bigint
  log_seq: bigint
  leaf: Buffer
  at_ms: bigint
  text: string
}

const PAGE = 500

/** The refusals that the log has in a span, in its order. The log must have passed the span. */
export async function* loggedRefusals(reader: Reader, { fromMs, toMs }: Span): AsyncGenerator<RefusalRow[]> {
  const bounds = sql<{ after: bigint; last: bigint }>`
    select ${lastTickBefore(fromMs)} as after, ${lastTickBefore(toMs)} as last`
  const [found] = (await bounds.execute(reader)).rows
  const last = found?.last ?? 0n
  let from = { seq: found?.after ?? 0n, number: MOST_NUMBER }
  for (;;) {
    const { rows } = await sql<RefusalRow>`
      select r.number, r.log_seq, r.leaf, r.at_ms, c.text
      from order_refusal r join order_consent c using (order_id, asked)
      where (r.log_seq, r.number) > (${from.seq}::bigint, ${from.number}::bigint) and r.log_seq <= ${last}::bigint
      order by r.log_seq, r.number limit ${PAGE}`.execute(reader)
    if (rows.length > 0) yield rows
    const end = rows.at(-1)
    if (!end || rows.length < PAGE) return
    from = { seq: end.log_seq, number: end.number }
  }
}

const MOST_NUMBER = 2n ** 63n - 1n

/** The models that may price an order of these times, in order, and all rules. */
export async function announcedIn(reader: Reader, { fromMs, toMs }: Span) {
  const startMs = startOfDay(fromMs - MODEL_GRACE_MS - DAY_MS)
  const models = sql<{ body: string }>`
    select body from log_entry where kind = 'model' and kind <> 'tick'
      and at >= ${startMs}::bigint and at < ${toMs}::bigint order by seq`
  return {
    models: (await models.execute(reader)).rows.flatMap((row) => entryOf(row, 'model')),
    rules: (await readRules(reader)).flatMap((row) => entryOf(row, 'rules')),
  }
}

/** The logged ticks of these times (ms), by time. */
export async function ticksAt(reader: Reader, times: readonly number[]) {
  const ticks = (await readTicksAt(reader, times)).flatMap((row) => entryOf(row, 'tick'))
  return new Map(ticks.map((one) => [one.at, one]))
}

function entryOf<Kind extends LogEntry['kind']>({ body }: Pick<LogRow, 'body'>, kind: Kind) {
  const entry = parseEntry(body)
  return entry?.kind === kind ? [entry as Extract<LogEntry, { kind: Kind }>] : []
}
