import { parseEntry } from '@tickmark/core/log/log'
import { bookOfCode, type Book } from '@tickmark/core/money/currencies'
import type { Amount } from '@tickmark/core/money/money'
import { sql, type Selectable } from 'kysely'
import type { Reader } from '../db/pool.ts'
import { orderOfRow } from './order/store.ts'
import type { HostingOrder } from './order/order.ts'
import type { HostingOrderTable } from './tables.ts'

const MOST = 100

/** Numbers of the statements made before a time that the log lacks. */
export async function lateStatements(reader: Reader, beforeMs: number): Promise<number[]> {
  const { rows } = await sql<{ number: bigint }>`
    select number from hosting_statement where log_seq is null and at_ms < ${beforeMs}::bigint
    order by number limit ${MOST}::int`.execute(reader)
  return rows.map((row) => Number(row.number))
}

/** The last statement under the `hostings` entries up to an entry of the log, with its entry; 0 when there is none. */
export async function lastStatedUpTo(
  reader: Reader,
  logSize: number,
): Promise<{ seq: number; number: number }> {
  const { rows } = await sql<{ body: string }>`
    select body from log_entry where kind = 'hostings' and kind <> 'tick' and seq <= ${logSize}::bigint
    order by seq desc limit 1`.execute(reader)
  const entry = parseEntry(rows[0]?.body ?? '')
  return entry?.kind === 'hostings' ? { seq: entry.seq, number: entry.last } : { seq: 0, number: 0 }
}

/** The next statements after a number, each with its order and the hash of the owner's signed text ('' for none). */
export async function statedOrders(
  reader: Reader,
  after: number,
  most: number,
): Promise<
  { number: number; kind: 'hosting' | 'exit'; text: string; order: HostingOrder; consent: string }[]
> {
  const { rows } = await sql<
    Selectable<HostingOrderTable> & { stated: bigint; kind: number; text: string; hash: Buffer | null }
  >`
    select o.*, s.number as stated, s.kind, s.text, c.hash from hosting_statement s
    join hosting_order o on o.id = s.order_id
    left join order_consent c on c.order_id = s.order_id and c.closes = (s.kind = 1) and c.hosts and not c.refused
    where s.number > ${after}::bigint order by s.number limit ${most}::int`.execute(reader)
  return rows.map(({ stated, kind, text, hash, ...row }) => ({
    number: Number(stated),
    kind: kind === 0 ? 'hosting' : 'exit',
    text,
    order: orderOfRow(row),
    consent: hash?.toString('hex') ?? '',
  }))
}

/** Total early-exit fees under one sign-in in one book, above what its text allows. Amounts in units of USDT. */
export interface ExitFeesBeyond {
  /** SHA-256 of the session's key, in hex. */
  session: string
  book: Book
  taken: Amount
  most: Amount
}

/** The sign-ins under which a statement after a number ended an order early, and whose exits took too much in total. */
export async function exitFeesBeyond(reader: Reader, after: number): Promise<ExitFeesBeyond[]> {
  const { rows } = await sql<{ session: string; book: number; taken: bigint; most: bigint }>`
    with ended as (
      select distinct c.session, c.book from hosting_statement s
      join order_consent c on c.order_id = s.order_id and c.closes and c.hosts and not c.refused
      where s.kind = 1 and s.number > ${after}::bigint
    ), sums as (
      select c.session, c.book, sum(o.fee)::bigint as taken from ended
      join order_consent c on c.session = ended.session and c.book = ended.book
      join hosting_order o on o.id = c.order_id
      where c.closes and c.hosts and not c.refused
      group by c.session, c.book
    )
    -- Matches the same resource of the text as grant.ts, so that the database returns no text of an honest sign-in.
    select encode(session, 'hex') as session, book, taken, most from sums join delegation using (session)
    cross join lateral (
      select coalesce(substring(text from 'urn:tickmark:may:[^\n]*[=,]USDT:([0-9]+)'), '0')::bigint as most
    ) allowed
    where taken > most order by session, book limit ${MOST}::int`.execute(reader)
  return rows.map(({ book, ...row }) => ({ ...row, book: bookOfCode(book) }))
}
