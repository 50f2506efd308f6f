import { KINDS } from '@tickmark/core/ledger/accounts'
import type { Exposure } from '@tickmark/core/orders/exposure'
import type { Observation, RealisedEdge } from '@tickmark/core/orders/realisedEdge'
import { sql } from 'kysely'
import { int2s, int4s, int8s } from '../../db/arrays.ts'
import type { Reader, Tx } from '../../db/pool.ts'

/** Adds to the observations and keeps the newest `most`. The caller holds the lock of the real book. */
export async function addObservations(tx: Tx, added: readonly Observation[], most: number): Promise<void> {
  await sql`
    insert into realised_edge as e
    select * from unnest(${int8s(added.map((one) => one.second))}::bigint[], ${int2s(added.map((one) => one.pid))}::smallint[],
      ${int4s(added.map((one) => one.orders))}::int[], ${int8s(added.map((one) => one.resultPpm))}::bigint[])
    on conflict (second, pid) do update
      set orders = e.orders + excluded.orders, result_ppm = e.result_ppm + excluded.result_ppm`.execute(tx)
  await sql`
    delete from realised_edge where (second, pid) <= (
      select second, pid from realised_edge order by second desc, pid desc offset ${most} limit 1)`.execute(
    tx,
  )
}

/** Possible winnings of the real book's open orders, and the remainder of its bankrolls, by currency id. */
export async function realExposure(reader: Reader): Promise<Map<number, Omit<Exposure, 'user'>>> {
  const { rows } = await sql<{ currency: number; profit: bigint; bankroll: bigint }>`
    select (a.id >> 4)::int as currency, a.balance as bankroll, coalesce(escrow.may_win, 0) as profit
    from account a left join account escrow on escrow.id = a.id - ${KINDS.bankroll - KINDS.escrow}
    where a.id < 512 and a.id & 15 = ${KINDS.bankroll}`.execute(reader)
  return new Map(rows.map((row) => [row.currency, { house: row.profit, bankroll: row.bankroll }]))
}

/** Sums over all observations. */
export async function readEdge(reader: Reader): Promise<RealisedEdge> {
  const { rows } = await sql<{ count: bigint; sum: number; square: number }>`
    select count(*) as count, coalesce(sum(mean), 0) as sum, coalesce(sum(mean * mean), 0) as square
    from (select result_ppm / 1e6::float8 / orders as mean from realised_edge) as one`.execute(reader)
  const { count = 0n, sum = 0, square = 0 } = rows[0] ?? {}
  return { count: Number(count), sum, square }
}
