import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import type { Reader } from '../db/pool.ts'
import type {} from './tables.ts'

/** Lines read at a time. */
const CHUNK = 2_000

/**
 * Lines of the action log whose number, link or hash does not follow from the line before and their own facts. The hashes are
 * computed here, because the owner of the tables can change the database's own function.
 */
export async function brokenLinks(reader: Reader, most: number): Promise<{ id: number; why: string }[]> {
  const broken: { id: number; why: string }[] = []
  let last: Pick<LinkRow, 'id' | 'hash'> = { id: 0n, hash: Buffer.alloc(32) }
  let after = LEAST_ID
  for (;;) {
    const { rows } = await sql<LinkRow>`
      select id, prev, hash, jsonb_build_array(id, at_ms, operator, action, subject, user_id, details)::text as facts
      from operator_action where id > ${after}::bigint order by id limit ${CHUNK}::int`.execute(reader)
    for (const row of rows) {
      const why = whyBroken(row, last)
      if (why !== null) broken.push({ id: Number(row.id), why })
      if (broken.length >= most) return broken
      last = row
    }
    if (rows.length < CHUNK) return broken
    after = last.id
  }
}

const LEAST_ID = -(2n ** 63n)

interface LinkRow {
  id: bigint
  prev: Buffer
  hash: Buffer
  facts: string
}

function whyBroken(row: LinkRow, last: Pick<LinkRow, 'id' | 'hash'>): string | null {
  if (row.id !== last.id + 1n) return 'a line before it is missing'
  if (!row.prev.equals(last.hash)) return 'it does not follow the line before'
  const hash = createHash('sha256').update(row.prev).update(row.facts, 'utf8').digest()
  return row.hash.equals(hash) ? null : 'its hash is of other facts'
}

/**
 * The newest action, by its number and hash (hex), when the public log lacks it and has logged none for a while; otherwise null.
 * Lines are written one at a time, so a visible line is the end of a complete chain.
 */
export async function unloggedHead(
  reader: Reader,
  sinceMs: number,
): Promise<{ count: number; head: string } | null> {
  const { rows } = await sql<{ id: string; head: string }>`
    with logged as (
      select at, (body::jsonb ->> 'count')::bigint as count from log_entry
      where kind = 'actions' and kind <> 'tick' order by seq desc limit 1)
    select id::text, encode(hash, 'hex') as head from operator_action
    where id > coalesce((select count from logged), 0) and coalesce((select at from logged), 0) <= ${BigInt(sinceMs)}::bigint
    order by operator_action.id desc limit 1`.execute(reader)
  return rows[0] ? { count: Number(rows[0].id), head: rows[0].head } : null
}

/** Entries of the public log about actions that differ from the chain at that number, or whose numbers do not increase. */
export async function wrongHeads(
  reader: Reader,
  most: number,
): Promise<{ seq: number; expected: string; found: string }[]> {
  const { rows } = await sql<{ seq: string; expected: string; found: string }>`
    with logged as (
      select seq, (body::jsonb ->> 'count')::bigint as count, body::jsonb ->> 'head' as head
      from log_entry where kind = 'actions' and kind <> 'tick'),
    turn as (select *, lag(count, 1, 0::bigint) over (order by seq) as before from logged)
    select seq::text, coalesce(encode(hash, 'hex'), 'no action ' || count) as expected, count || ' ' || head as found
    from turn left join operator_action on id = count
    where count <= before or encode(hash, 'hex') is distinct from head
    order by turn.seq limit ${most}`.execute(reader)
  return rows.map(({ seq, ...row }) => ({ seq: Number(seq), ...row }))
}

/** The public log must have the newest action within this time, far more than it needs. */
export const HEAD_WITHIN_MS = 300_000

/**
 * Actions that the public log went on without for longer than `HEAD_WITHIN_MS`: the oldest under each of its entries about
 * actions, and the oldest that it lacks (`seq` null). Measured by the log's own ticks, so that a stopped log is not late.
 */
export async function lateHeads(
  reader: Reader,
  most: number,
): Promise<{ seq: number | null; id: number; waitedMs: number }[]> {
  const { rows } = await sql<{ seq: string | null; id: string; waited: string }>`
    with logged as (
      select seq, (body::jsonb ->> 'count')::bigint as count from log_entry where kind = 'actions' and kind <> 'tick'),
    turn as (
      select seq, count, lag(count, 1, 0::bigint) over (order by seq) as before from logged
      union all select null, null, coalesce(max(count), 0) from logged)
    select turn.seq::text, oldest.id::text, (tick.at - oldest.at_ms)::text as waited
    from turn
    cross join lateral (
      select id, at_ms from operator_action
      where id > turn.before and (turn.count is null or id <= turn.count) order by at_ms, operator_action.id limit 1) oldest
    cross join lateral (
      select at from log_entry where kind = 'tick' and (turn.seq is null or log_entry.seq < turn.seq)
      order by log_entry.seq desc limit 1) tick
    where tick.at - oldest.at_ms > ${BigInt(HEAD_WITHIN_MS)}::bigint
    order by oldest.id limit ${most}`.execute(reader)
  return rows.map(({ seq, id, waited }) => ({
    seq: seq === null ? null : Number(seq),
    id: Number(id),
    waitedMs: Number(waited),
  }))
}
