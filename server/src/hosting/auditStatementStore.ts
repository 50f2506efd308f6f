import type { SignedDelegation } from '@tickmark/core/consent/delegation'
import { parseEntry } from '@tickmark/core/log/log'
import { bookOfCode, type Book } from '@tickmark/core/money/currencies'
import type { Amount } from '@tickmark/core/money/money'
import { sql, type Selectable } from 'kysely'
import type { Reader } from '../db/pool.ts'
import type { AuditedPart } from '../module/auditRule.ts'
import type { UnsignedActs } from '../module/proof/unsignedStore.ts'
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

/** A statement with its order and what its owner signed. */
export interface StatedOrder {
  number: number
  kind: 'hosting' | 'exit'
  text: string
  order: HostingOrder
  /** Whether the owner signed the hosting order. */
  isOrderSigned: boolean
  /** What was signed for what is stated; null when nothing was. */
  signed: SignedAct | null
}

export interface SignedAct {
  text: string
  /** The id that was given to the text. */
  asked: string
  /** Of the text, the key's signature and the delegation, in hex, as the statement names it. */
  hash: string
  /** r ‖ s, in hex. */
  signature: string
  /** To the key that signed; null when there is none. */
  delegation: SignedDelegation | null
  /** Whether the owner of the order delegated to the key that signed. */
  isOwners: boolean
}

/** The next statements after a number. */
export async function statedOrders(reader: Reader, after: number, most: number): Promise<StatedOrder[]> {
  const { rows } = await sql<Selectable<HostingOrderTable> & StatedRow>`
    select o.*, s.number as stated, s.kind, s.text, c.text as signed_text, c.asked, c.hash, encode(c.signature, 'hex') as signature,
      d.text as delegated, d.signature as delegated_by, d.address, d.kind as wallet,
      h.order_id is not null as is_order_signed,
      coalesce(d.address = u.address, false) as is_owners
    from hosting_statement s
    join hosting_order o on o.id = s.order_id
    left join order_consent c on c.order_id = s.order_id and c.closes = (s.kind = 1) and c.hosts and not c.refused
    left join order_consent h on h.order_id = s.order_id and not h.closes and h.hosts and not h.refused
    left join users u on u.id = o.user_id left join delegation d on d.session = c.session
    where s.number > ${after}::bigint order by s.number limit ${most}::int`.execute(reader)
  return rows.map((row) => ({
    number: Number(row.stated),
    kind: row.kind === 0 ? 'hosting' : 'exit',
    text: row.text,
    order: orderOfRow(row),
    isOrderSigned: row.is_order_signed,
    signed: signedActOf(row),
  }))
}

function signedActOf(row: StatedRow): SignedAct | null {
  const { signed_text: text, asked, hash, signature, is_owners: isOwners } = row
  if (text === null || asked === null || hash === null || signature === null) return null
  return { text, asked, hash: hash.toString('hex'), signature, delegation: delegationOf(row), isOwners }
}

function delegationOf({ delegated, delegated_by, address, wallet }: StatedRow): SignedDelegation | null {
  if (delegated === null || delegated_by === null || address === null || wallet === null) return null
  return { text: delegated, signature: delegated_by, address, kind: wallet }
}

interface StatedRow {
  stated: bigint
  kind: number
  text: string
  signed_text: string | null
  asked: string | null
  hash: Buffer | null
  signature: string | null
  delegated: string | null
  delegated_by: string | null
  address: string | null
  wallet: SignedDelegation['kind'] | null
  is_order_signed: boolean
  is_owners: boolean
}

/** Hosting orders in the real book without a signed text; with `since`, those placed after that audit. */
export const unsignedHostings = (since: AuditedPart | null): UnsignedActs => sql`
  select user_id, placed_at_ms as at_ms, 'hosting order ' || id as name from hosting_order
  where book = 0 and placed_at_ms > ${BigInt(since?.atMs ?? -1)} and not exists (
    select from order_consent c where c.order_id = hosting_order.id and not c.closes and c.hosts and not c.refused)`

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
