import { hexOf } from '@tickmark/core/bytes'
import type { SignedDelegation } from '@tickmark/core/consent/delegation'
import { type RawBuilder, sql } from 'kysely'
import { uuids } from '../../db/arrays.ts'
import type { Reader } from '../../db/pool.ts'
import { FIRST_ID } from '../../db/timeId.ts'
import { type Finding, MOST_FINDINGS } from '../../module/finding.ts'
import { findingsIn, type FindingRow } from '../../module/findingStore.ts'
import { pagesAhead } from '../../module/pagesAhead.ts'
import type { AuditedPart } from '../../module/auditRule.ts'
import type { UnsignedActs } from '../../module/proof/unsignedStore.ts'
import { ofTouched } from './auditTouchedStore.ts'
import type { OrderConsentTable } from '../consent/tables.ts'
import type { OrderRow } from '../order/tables.ts'

/** A text that an owner signed for an order or its early close, and that was carried out, with the order; null without one. */
export type ActedOn = Pick<OrderConsentTable, 'order_id' | 'asked' | 'closes' | 'text'> &
  InHex &
  (Signed | { [Column in keyof Signed]: null })

/** Bytes in hex: the hash of the key that signed the text, the signature, and the consent's hash in ticket or settlement. */
type InHex = Record<'session' | 'signature' | 'hash', string>

/** What the text decides: the order's terms, or the paid bid; and by whom it was signed. */
type Signed = Pick<
  OrderRow,
  | 'book'
  | 'currency'
  | 'pid'
  | 'duration_id'
  | 'direction'
  | 'barrier_ppm'
  | 'rate_pct'
  | 'chance_ppm'
  | 'margin_ppm'
  | 'stake'
> & { bid: bigint | null; is_owners: boolean }

/** Before every text. */
const FIRST = { order_id: FIRST_ID, asked: FIRST_ID }

const PAGE = 5_000

/** All texts that were carried out, by their orders; with `since`, those of orders placed, finished or open since that audit. */
export function actedOn(reader: Reader, since: AuditedPart | null): AsyncGenerator<ActedOn[]> {
  const isActedOn = sql`not hosts and not refused`
  if (since !== null)
    return ofTouched(reader, since, PAGE, (ids) =>
      actedOnOf(
        reader,
        sql`select one.* from (select id from unnest(${uuids(ids)}::uuid[]) as each (id) offset 0) as begun
          cross join lateral (select * from order_consent where order_id = begun.id and ${isActedOn} offset 0) as one`,
      ),
    )
  return pagesAhead<ActedOn>(PAGE, (last) => {
    const { order_id: order, asked } = last ?? FIRST
    return actedOnOf(
      reader,
      sql`select * from order_consent where (order_id, asked) > (${order}::uuid, ${asked}::uuid) and ${isActedOn}
        order by order_id, asked limit ${PAGE}`,
    )
  })
}

async function actedOnOf(reader: Reader, page: RawBuilder<unknown>): Promise<ActedOn[]> {
  const { rows } = await sql<ActedOn>`
    select c.order_id, c.asked, c.closes, c.text, encode(c.session, 'hex') as session, encode(c.signature, 'hex') as signature, encode(c.hash, 'hex') as hash, p.book, p.currency, p.pid, p.duration_id, p.direction, p.barrier_ppm, p.rate_pct,
      p.chance_ppm, p.margin_ppm, p.stake, coalesce(d.address = u.address, false) as is_owners,
      case when c.closes then (select bid from settled_order s where s.id = c.order_id) end as bid
    from (${page}) c
    left join placed_order p on p.id = c.order_id
    left join users u on u.id = p.user_id left join delegation d on d.session = c.session
    order by c.order_id, c.asked`.execute(reader)
  return rows
}

/** Orders that their owner signed and that were closed early without another signature. */
export function closedUnasked(reader: Reader, since: AuditedPart | null): Promise<Finding[]> {
  const query = sql<FindingRow>`
    select 'order ' || s.id as "where", 'a signed close' as expected, 'none' as found
    from settled_order s join order_consent c on c.order_id = s.id and not c.closes and not c.hosts and not c.refused
    where s.outcome = 5 and s.outcome >= 3 /* as the index of them says */ and ${since === null ? sql`true` : sql`s.settled_at_ms > ${since.atMs}::bigint`}
      and not exists (
        select from order_consent k where k.order_id = s.id and k.closes and not k.hosts and not k.refused)
    limit ${MOST_FINDINGS}`
  return findingsIn(reader, 'closed = signed', query)
}

/** Orders in the real book without a signed text; with `since`, those accepted after that audit. */
export const unsignedOrders = (since: AuditedPart | null): UnsignedActs => sql`
  select user_id, accepted_at_ms as at_ms, 'order ' || id as name from placed_order
  where book = 0 and accepted_at_ms > ${BigInt(since?.atMs ?? -1)} and not exists (
    select from order_consent c where c.order_id = placed_order.id and not c.closes and not c.hosts and not c.refused)`

/** A signed text with its signature and the hash of its session's key, both in hex. */
export type KeptConsent = Pick<OrderConsentTable, 'order_id' | 'asked' | 'text'> & Omit<InHex, 'hash'>

/** All signed texts, of hosting orders and refused ones too, by their orders. */
export function keptConsents(reader: Reader): AsyncGenerator<KeptConsent[]> {
  return pagesAhead<KeptConsent>(PAGE, async (last) => {
    const { order_id: order, asked } = last ?? FIRST
    const { rows } = await sql<KeptConsent>`
      select order_id, asked, text, encode(session, 'hex') as session, encode(signature, 'hex') as signature
      from order_consent where (order_id, asked) > (${order}::uuid, ${asked}::uuid) order by order_id, asked limit ${PAGE}`.execute(
      reader,
    )
    return rows
  })
}

/** The delegations to keys, by the keys' hashes, which are in hex. */
export async function delegationsTo(
  reader: Reader,
  sessions: readonly string[],
): Promise<Map<string, SignedDelegation>> {
  const { rows } = await sql<SignedDelegation & { session: Buffer }>`
    select session, text, signature, address, kind from delegation
    where session = any (${sessions.map((one) => Buffer.from(one, 'hex'))}::bytea[])`.execute(reader)
  return new Map(rows.map(({ session, ...delegation }) => [hexOf(session), delegation]))
}
