import { sql } from 'kysely'
import type { AuditedEntry } from '@tickmark/core/log/audited'
import { parseEntry } from '@tickmark/core/log/log'
import type { Candle } from '@tickmark/core/market/candles'
import { PERIODS } from '@tickmark/core/market/candles'
import { int4s, int8s } from '../db/arrays.ts'
import type { Db, Reader, Tx } from '../db/pool.ts'
import type {} from './tables.ts'

/** A stored log entry. */
export interface LogRow {
  seq: number
  kind: string
  /** Milliseconds since 1970. */
  at: number
  body: string
  /** Hash of the body as a leaf of the log's tree. */
  leaf: Uint8Array
}

export interface CandleRow extends Candle {
  pid: number
  /** Seconds. */
  period: number
}

/** The newest entry; null before the first. */
export async function readHead(reader: Reader): Promise<LogRow | null> {
  const row = await reader
    .selectFrom('log_entry')
    .selectAll()
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? logRow(row) : null
}

/** Entries `fromSeq` to `toSeq`, both included, in order. */
export async function readEntries(reader: Reader, fromSeq: number, toSeq: number): Promise<LogRow[]> {
  const rows = await reader
    .selectFrom('log_entry')
    .selectAll()
    .where('seq', '>=', BigInt(fromSeq))
    .where('seq', '<=', BigInt(toSeq))
    .orderBy('seq')
    .execute()
  return rows.map(logRow)
}

/** The entries of runs, in their order. */
export async function readRuns(
  reader: Reader,
  runs: readonly { from: number; to: number }[],
): Promise<LogRow[]> {
  const { rows } = await sql<Parameters<typeof logRow>[0]>`
    select e.* from unnest(${runs.map((one) => BigInt(one.from))}::bigint[], ${runs.map((one) => BigInt(one.to))}::bigint[]) r (first, last)
    join log_entry e on e.seq between r.first and r.last order by e.seq`.execute(reader)
  return rows.map(logRow)
}

/**
 * Number of the first of the entries `fromSeq` to `toSeq` later than a time (ms); null without one. A binary search in one query,
 * which works because times never decrease.
 */
export async function readFirstAfter(
  reader: Reader,
  ms: number,
  fromSeq: number,
  toSeq: number,
): Promise<number | null> {
  const { rows } = await sql<{ seq: bigint }>`
    with recursive search (low, high) as (
      select ${fromSeq}::bigint, ${toSeq}::bigint + 1
      union all
      select case when e.at > ${ms}::bigint then s.low else e.seq + 1 end,
        case when e.at > ${ms}::bigint then e.seq else s.high end
      from search s join log_entry e on e.seq = (s.low + s.high) / 2
      where s.low < s.high)
    select low as seq from search where low >= high`.execute(reader)
  const seq = Number(rows[0]?.seq ?? toSeq + 1)
  return seq > toSeq ? null : seq
}

/** The newest entry of a kind other than ticks, at a size of the log. */
export async function readNewest(
  reader: Reader,
  kind: 'keys' | 'model',
  size: number,
): Promise<LogRow | null> {
  const row = await reader
    .selectFrom('log_entry')
    .selectAll()
    .where('kind', '=', kind)
    .where('kind', '<>', 'tick')
    .where('seq', '<=', BigInt(size))
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? logRow(row) : null
}

/** Number of the newest entry of a kind at or before a time (ms); 0 without one. */
export async function readNumberAt(reader: Reader, kind: 'model' | 'rules', ms: number): Promise<number> {
  const row = await reader
    .selectFrom('log_entry')
    .select('seq')
    .where('kind', '=', kind)
    .where('kind', '<>', 'tick')
    .where('at', '<=', BigInt(ms))
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return Number(row?.seq ?? 0)
}

/** All `rules` entries, in order. */
export function readRules(reader: Reader): Promise<LogRow[]> {
  return readKinds(reader, ['rules'])
}

/** All `rules` and `model` entries, in order. */
export function readAnnounced(reader: Reader): Promise<LogRow[]> {
  return readKinds(reader, ['rules', 'model'])
}

/** All `yield` entries, in order. */
export function readYields(reader: Reader): Promise<LogRow[]> {
  return readKinds(reader, ['yield'])
}

/** The newest `audited` entry, of the whole log or of its first `size` entries; null without one. */
export async function readNewestAudited(
  reader: Reader,
  size = Number.MAX_SAFE_INTEGER,
): Promise<AuditedEntry | null> {
  const query = reader.selectFrom('log_entry').select('body').where('kind', '=', 'audited')
  const newest = query
    .where('kind', '<>', 'tick')
    .where('seq', '<=', BigInt(size))
    .orderBy('seq', 'desc')
    .limit(1)
  const row = await newest.executeTakeFirst()
  const entry = row ? parseEntry(row.body) : null
  return entry?.kind === 'audited' ? entry : null
}

/** All entries of some kinds other than ticks, in order. */
export async function readKinds(reader: Reader, kinds: readonly string[]): Promise<LogRow[]> {
  const query = reader.selectFrom('log_entry').selectAll().where('kind', 'in', kinds)
  return (await query.where('kind', '<>', 'tick').orderBy('seq').execute()).map(logRow)
}

/** Texts of the newest `keys` entries up to a size of the log, at most 100, oldest first. */
export async function readKeysTexts(reader: Reader, size: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('log_entry')
    .select('body')
    .where('kind', '=', 'keys')
    .where('kind', '<>', 'tick')
    .where('seq', '<=', BigInt(size))
    .orderBy('seq', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => row.body).toReversed()
}

/** The text of the newest `release` entry; null before the first. */
export async function readNewestRelease(reader: Reader): Promise<string | null> {
  const query = reader.selectFrom('log_entry').select('body').where('kind', '=', 'release')
  const row = await query.where('kind', '<>', 'tick').orderBy('seq', 'desc').limit(1).executeTakeFirst()
  return row?.body ?? null
}

/** Ticks of [fromMs, toMs] in order. */
export async function readTicks(reader: Reader, fromMs: number, toMs: number): Promise<LogRow[]> {
  const rows = await reader
    .selectFrom('log_entry')
    .selectAll()
    .where('kind', '=', 'tick')
    .where('at', '>=', BigInt(fromMs))
    .where('at', '<=', BigInt(toMs))
    .orderBy('at')
    .execute()
  return rows.map(logRow)
}

/** The logged ticks of these times (ms), in order. */
export async function readTicksAt(reader: Reader, times: readonly number[]): Promise<LogRow[]> {
  const rows = await reader
    .selectFrom('log_entry')
    .selectAll()
    .where('kind', '=', 'tick')
    .where('at', '=', sql<bigint>`any(${times}::bigint[])`)
    .orderBy('at')
    .execute()
  return rows.map(logRow)
}

/** The newest tick before a time (ms) that has a price of a product; null before the first. */
export async function readLastTickWith(
  reader: Reader,
  pid: number,
  beforeMs: number,
): Promise<LogRow | null> {
  const row = await reader
    .selectFrom('log_entry')
    .selectAll()
    .where('kind', '=', 'tick')
    .where('at', '<', BigInt(beforeMs))
    .where(sql<boolean>`body::jsonb -> 'prices' ? ${String(pid)}`)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? logRow(row) : null
}

/** Time of the newest tick in ms; null before the first. */
export async function readLastTickAt(reader: Reader): Promise<number | null> {
  const query = reader.selectFrom('log_entry').select('at').where('kind', '=', 'tick').orderBy('at', 'desc')
  const row = await query.limit(1).executeTakeFirst()
  return row ? Number(row.at) : null
}

/** Commitments of days without a reveal, as the bodies of their entries. */
export async function readOpenDays(reader: Reader): Promise<string[]> {
  const { rows } = await sql<{ body: string }>`
    select e.body from log_day d join log_entry e on e.seq = d.seq
    where d.event = 'committed' and not exists
      (select from log_day r where r.day = d.day and r.event = 'revealed')
    order by d.day`.execute(reader)
  return rows.map((row) => row.body)
}

/** Commitments to days and reveals of days, as the bodies of their entries, in order. */
export async function readDays(reader: Reader): Promise<string[]> {
  const query = reader.selectFrom('log_entry').select('body').where('kind', 'in', ['day', 'reveal'])
  const rows = await query.where('kind', '<>', 'tick').orderBy('seq').execute()
  return rows.map((row) => row.body)
}

/** Appends entries; a taken position throws a unique violation. */
export async function insertEntries(tx: Tx, rows: readonly LogRow[]): Promise<void> {
  await sql`
    insert into log_entry (seq, kind, at, body, leaf)
    select * from unnest(${rows.map((row) => row.seq)}::bigint[], ${rows.map((row) => row.kind)}::text[],
      ${rows.map((row) => row.at)}::bigint[], ${rows.map((row) => row.body)}::text[],
      ${rows.map((row) => Buffer.from(row.leaf))}::bytea[])`.execute(tx)
}

export async function insertDay(
  tx: Tx,
  day: string,
  event: 'committed' | 'revealed',
  seq: number,
): Promise<void> {
  await tx
    .insertInto('log_day')
    .values({ day, event, seq: BigInt(seq) })
    .execute()
}

/** Writes candles; an existing one is replaced. */
export async function writeCandles(tx: Tx, rows: readonly CandleRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into candle (pid, period, opened_at, open, high, low, close)
    select * from unnest(${int4s(rows.map((row) => row.pid))}::int[], ${int4s(rows.map((row) => row.period))}::int[],
      ${int8s(rows.map((row) => row.openedAt))}::bigint[], ${int8s(rows.map((row) => row.open))}::bigint[],
      ${int8s(rows.map((row) => row.high))}::bigint[], ${int8s(rows.map((row) => row.low))}::bigint[],
      ${int8s(rows.map((row) => row.close))}::bigint[])
    on conflict (pid, period, opened_at) do update set
      open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close`.execute(tx)
}

/** The newest candles of every product and period, at most `limits` per period, in time order. */
export async function readCandles(reader: Reader, limits: ReadonlyMap<number, number>): Promise<CandleRow[]> {
  // One line of text per series: tens of thousands of rows would take longer to read than the rest of a start.
  const { rows } = await sql<{ pid: number; period: number; series: string }>`
    select p.pid, l.period, c.series
    from (select distinct pid from candle where period = ${PERIODS['1week']}) p
    cross join unnest(${[...limits.keys()]}::int[], ${[...limits.values()]}::int[]) l(period, most)
    cross join lateral (
      select string_agg(concat_ws(' ', opened_at, open, high, low, close), ' ' order by opened_at) as series
      from (select * from candle where pid = p.pid and period = l.period order by opened_at desc limit l.most) newest
    ) c
    where c.series is not null`.execute(reader)
  return rows.flatMap(({ pid, period, series }) =>
    candlesOfText(series).map((one) => ({ pid, period, ...one })),
  )
}

/** Start of a period's newest candle, in seconds; null without any. */
export async function readLastOpened(reader: Reader, period: number): Promise<number | null> {
  const { rows } = await sql<{ last: bigint | null }>`
    select max(last) as last from (select distinct pid from candle where period = ${PERIODS['1week']}) p
    cross join lateral (select max(opened_at) as last from candle where pid = p.pid and period = ${period}) c`.execute(
    reader,
  )
  return rows[0]?.last == null ? null : Number(rows[0].last)
}

/** Deletes candles of a period that opened before a second. */
export async function deleteCandles(db: Db, period: number, before: number): Promise<void> {
  await db.deleteFrom('candle').where('period', '=', period).where('opened_at', '<', BigInt(before)).execute()
}

function logRow(row: { seq: bigint; kind: string; at: bigint; body: string; leaf: Buffer }): LogRow {
  return { seq: Number(row.seq), kind: row.kind, at: Number(row.at), body: row.body, leaf: row.leaf }
}

function candlesOfText(series: string): Candle[] {
  const figures = series.split(' ')
  const candles: Candle[] = []
  for (let i = 0; i < figures.length; i += 5) {
    const [openedAt, open, high, low, close] = figures.slice(i, i + 5) as [
      string,
      string,
      string,
      string,
      string,
    ]
    candles.push({
      openedAt: Number(openedAt),
      open: BigInt(open),
      high: BigInt(high),
      low: BigInt(low),
      close: BigInt(close),
    })
  }
  return candles
}
