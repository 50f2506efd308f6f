import type { Moved } from '@tickmark/core/arbitrage/evidence'
import { currencyOfPid } from '@tickmark/core/arbitrage/currencies'
import { PROGRAMME } from '@tickmark/core/arbitrage/programme'
import { TRADED_PIDS } from '@tickmark/core/arbitrage/simulated/venues'
import { lineText, parseTradeLine } from '@tickmark/core/arbitrage/readLines'
import { isSoundLine, profitOf } from '@tickmark/core/arbitrage/day/soundTrade'
import { sql } from 'kysely'
import { int4s } from '../db/arrays.ts'
import type { Reader } from '../db/pool.ts'
import { auditedTransfers } from '../ledger/auditedTransfersStore.ts'
import type { AuditedPart } from '../module/auditRule.ts'
import type { Finding } from '../module/finding.ts'
import { findingsIn, type FindingRow } from '../module/findingStore.ts'
import { numberOfMove } from './lines/lineStore.ts'
import { legOf } from './trading/finishTrade.ts'
import { readTrade } from './trading/tradeStore.ts'
import type {} from './simulated/tables.ts'
import type {} from './tables.ts'

/** Id of a venue's account in the books: owner 0, real book, kinds 8 to 12. */
const account = (venue: string, currency: string) => sql.raw(`(${currency})::bigint * 16 + 7 + ${venue}`)
const outside = (currency: string) => sql.raw(`(${currency})::bigint * 16`)

const coins = sql`unnest(${int4s(TRADED_PIDS)}::int[], ${int4s(TRADED_PIDS.map(currencyOfPid))}::int[]) as coin (pid, currency)`

/** Every answered order has the transfers of its fill, and no other fill has transfers. */
export function fillsOffTransfers(reader: Reader, since: AuditedPart | null): Promise<Finding[]> {
  const fills = auditedTransfers(['fill'], since, sql`select id from arbitrage_order`)
  const query = sql<FindingRow>`
    with told as (
      select one.*, coin.currency from arbitrage_order one join arbitrage_trade trade on trade.id = one.trade
      join ${coins} on coin.pid = trade.pid where one.state is not null
    ), part as (
      select id as ref, 0 as leg, venue, currency, side = 0 as enters, filled as amount from told
      union all select id, 1, venue, ${PROGRAMME.currency}::int, side = 1, quote from told
      union all select id, 2, venue, ${PROGRAMME.currency}::int, false, fee from told
    ), expected as (
      select ref, leg, amount,
        case when enters then ${outside('currency')} else ${account('venue', 'currency')} end as from_id,
        case when enters then ${account('venue', 'currency')} else ${outside('currency')} end as to_id
      from part where amount > 0
    )
    select 'fill ' || coalesce(e.ref, t.ref) || '/' || coalesce(e.leg, t.leg) as "where",
      coalesce(e.from_id || ' -> ' || e.to_id || ': ' || e.amount, 'none') as expected,
      coalesce(t.from_id || ' -> ' || t.to_id || ': ' || t.amount, 'none') as found
    from expected e
    full join ${fills} t on t.ref = e.ref and t.leg = e.leg
    where (e.from_id, e.to_id, e.amount) is distinct from (t.from_id, t.to_id, t.amount)`
  return findingsIn(reader, 'orders = fills', query)
}

/** Every move has the transfers of what it took and, once it arrived, of its arrival; no other move has any. */
export function movesOffTransfers(reader: Reader, since: AuditedPart | null): Promise<Finding[]> {
  const moves = auditedTransfers(['move'], since, sql`select id from arbitrage_move`)
  const usdt = sql.raw(String(PROGRAMME.currency))
  const query = sql<FindingRow>`
    with expected as (
      select id as ref, 0 as leg, ${account('from_venue', 'currency')} as from_id,
        ${outside('currency')} as to_id, amount from arbitrage_move
      union all
      select id, 1, ${usdt} * 16 + 7 + from_venue, ${usdt} * 16, cost from arbitrage_move where cost > 0
      union all
      select id, 2, ${outside('currency')}, ${account('to_venue', 'currency')}, amount from arbitrage_move
      where ended_at_ms is not null
    )
    select 'move ' || coalesce(e.ref, t.ref) || '/' || coalesce(e.leg, t.leg) as "where",
      coalesce(e.from_id || ' -> ' || e.to_id || ': ' || e.amount, 'none') as expected,
      coalesce(t.from_id || ' -> ' || t.to_id || ': ' || t.amount, 'none') as found
    from expected e
    full join ${moves} t on t.ref = e.ref and t.leg = e.leg
    where (e.from_id, e.to_id, e.amount) is distinct from (t.from_id, t.to_id, t.amount)`
  return findingsIn(reader, 'moves = transfers', query)
}

/**
 * The balances that simulated venues report equal the books, plus what is assigned to the programme's account, plus what the
 * venues did and the house has not heard of yet, plus what moves that they have not heard of will take. Nothing to compare
 * without simulated venues.
 */
export function venuesOffBooks(reader: Reader): Promise<Finding[]> {
  const query = sql<FindingRow>`
    with unheard as (
      select done.venue, coin.currency, case when done.side = 0 then done.filled else -done.filled end as amount
      from simulated_venue_order done join ${coins} on coin.pid = done.pid
      join arbitrage_order one on one.id = done.id and one.state is null
      union all
      select done.venue, ${PROGRAMME.currency}::int,
        case when done.side = 0 then -done.quote else done.quote end - done.fee
      from simulated_venue_order done join arbitrage_order one on one.id = done.id and one.state is null
      union all
      select place.venue, place.currency, place.amount
      from arbitrage_move one left join simulated_venue_transfer done on done.id = one.id,
      lateral (select one.to_venue, one.currency, one.amount where done.id is not null
        union all select one.from_venue, one.currency, one.amount where done.id is null
        union all select one.from_venue, ${PROGRAMME.currency}::smallint, one.cost where done.id is null
      ) as place (venue, currency, amount)
      where one.ended_at_ms is null
    ), books as (
      select (id & 15)::int - 7 as venue, ((id >> 4) & 31)::int as currency, balance as amount from account
      where id < 512 and (id & 15) between 8 and 12
      union all
      select (from_id & 15)::int - 7, ((from_id >> 4) & 31)::int, amount from transfer where cause = 16
      union all select venue, currency, amount from unheard
    ), sums as (
      select venue, currency, sum(amount) as amount from books group by 1, 2
    )
    select 'venue ' || coalesce(s.venue, v.venue) || ' currency ' || coalesce(s.currency, v.currency) as "where",
      coalesce(s.amount, 0)::text as expected, coalesce(v.amount, 0)::text as found
    from sums s full join simulated_venue_balance v on v.venue = s.venue and v.currency = s.currency
    where coalesce(s.amount, 0) <> coalesce(v.amount, 0) and exists (select from simulated_venue_balance)`
  return findingsIn(reader, 'venues = books', query)
}

/** A trade has a line exactly when it ended, a move has one and another exactly when it arrived, and numbers have no gap. */
export function unreportedTrades(reader: Reader): Promise<Finding[]> {
  const query = sql<FindingRow>`
    select coalesce(what || ' ' || id, 'line ' || number) as "where", coalesce('ended at ' || ended, 'open') as expected,
      coalesce('line at ' || at_ms, 'no line') as found
    from (
      select 'trade' as what, 0 as of_kind, id, ended_at_ms as ended from arbitrage_trade
      union all select 'move', 1, id, asked_at_ms from arbitrage_move
      union all select 'arrival', 2, id, ended_at_ms from arbitrage_move
    ) done full join arbitrage_line on about = id and kind = of_kind
    where ended is distinct from at_ms
    union all
    select 'line ' || number, 'number ' || place, 'number ' || number
    from (select number, row_number() over (order by number) as place from arbitrage_line) numbered
    where number <> place`
  return findingsIn(reader, 'trades = lines', query)
}

/** Each line agrees with its orders or its move. With `since`, checks only the lines that the log lacked at that audit. */
export async function linesOffOrders(reader: Reader, since: AuditedPart | null): Promise<Finding[]> {
  const found: Finding[] = []
  for await (const row of lineRows(reader, since)) {
    const again = await textAgain(reader, row)
    const line = parseTradeLine(row.text)
    const isSound = line !== null && isSoundLine(line) && profitOf(line) === row.profit
    if (again === row.text && isSound) continue
    found.push({
      rule: 'lines = orders',
      where: `line ${row.number}`,
      expected: again ?? 'a trade or a move',
      found: row.text,
    })
  }
  return found
}

interface LineRow {
  number: bigint
  about: string
  kind: number
  at_ms: bigint
  profit: bigint
  text: string
}

const PAGE = 500

async function* lineRows(reader: Reader, since: AuditedPart | null): AsyncGenerator<LineRow> {
  let after = 0n
  for (;;) {
    const rows = await reader
      .selectFrom('arbitrage_line')
      .select(['number', 'about', 'kind', 'at_ms', 'profit', 'text'])
      .where('number', '>', after)
      .$if(since !== null, (query) =>
        query.where((one) =>
          one.or([one('log_seq', 'is', null), one('log_seq', '>', BigInt(since?.logSize ?? 0))]),
        ),
      )
      .orderBy('number')
      .limit(PAGE)
      .execute()
    yield* rows
    if (rows.length < PAGE) return
    after = rows.at(-1)?.number ?? after
  }
}

async function textAgain(reader: Reader, { number, about, kind, at_ms: at, profit }: LineRow) {
  const head = { v: 1 as const, number: Number(number), at: Number(at) }
  if (kind === 0) {
    const trade = await readTrade(reader, about)
    if (!trade) return null
    const legs = trade.orders.map(legOf)
    return lineText({ ...head, kind: 'trade', pid: trade.pid, legs, profit: String(profit) })
  }
  const row = await reader.selectFrom('arbitrage_move').selectAll().where('id', '=', about).executeTakeFirst()
  if (!row) return null
  const { from_venue: from, to_venue: to, currency } = row
  const moved: Moved = { from, to, currency, amount: String(row.amount) }
  if (kind === 1) return lineText({ ...head, kind: 'move', ...moved, cost: String(row.cost) })
  return lineText({ ...head, kind: 'arrival', ...moved, move: await numberOfMove(reader, about) })
}
