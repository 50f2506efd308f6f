import { sql } from 'kysely'
import type { Reader } from '../db/pool.ts'
import type {} from './withdrawal/tables.ts'

/** Some of the hold accounts whose balance differs from amount and fee cap of their owner's pending withdrawals. */
export async function holdsOffPending(
  reader: Reader,
  most: number,
): Promise<{ id: bigint; held: string; owed: string }[]> {
  const { rows } = await sql<{ id: bigint; held: string; owed: string }>`
    select id, coalesce(held, 0)::text as held, coalesce(owed, 0)::text as owed
    from (select id, balance as held from account where (id & 15) = 5) a
    full join (select user_id * 1024 + currency * 16 + 5 as id, sum(amount + fee_cap) as owed
      from withdrawal where state <= 5 group by 1) w using (id)
    where coalesce(held, 0) <> coalesce(owed, 0) limit ${most}`.execute(reader)
  return rows
}

/** A transfer that the rows require, and the journal's transfer in its place; null where one of the two is missing. */
export interface TransferGap {
  ref: string
  cause: number
  leg: number
  due: string | null
  paid: string | null
}

/** Some of the missing or surplus transfers of withdrawals. */
export async function withdrawalTransferGaps(reader: Reader, most: number): Promise<TransferGap[]> {
  const { rows } = await sql<TransferGap>`
    with place as (
      select *, user_id * 1024 + currency * 16 as own, currency * 16 as house, amount + fee_cap as whole from withdrawal
    ), expected as (
      select id as ref, side.cause, side.leg, side.from_id, side.to_id, side.amount from place, lateral (values
        (7, 0, own + 1, own + 5, whole),
        (8, 0, own + 5, house, case when state = 6 then amount + case when gas_price = 0 then fee else 0 end end),
        (8, 1, own + 5, house + 4, case when state = 6 and gas_price > 0 then fee end),
        (8, 2, own + 5, own + 1, case when state = 6 then fee_cap - fee when state > 6 then whole end),
        -- Inventory or bankroll, whichever could.
        (8, 3, null, gas_currency * 16, gas)
      ) as side (cause, leg, from_id, to_id, amount) where side.amount > 0
    )
    select coalesce(e.ref, t.ref) as ref, coalesce(e.cause, t.cause)::int as cause, coalesce(e.leg, t.leg)::int as leg,
      coalesce(e.from_id, t.from_id) || ' -> ' || e.to_id || ': ' || e.amount as due,
      t.from_id || ' -> ' || t.to_id || ': ' || t.amount as paid
    from expected e
    full join (select * from transfer where cause in (7, 8)) t on t.ref = e.ref and t.cause = e.cause and t.leg = e.leg
    where (coalesce(e.from_id, t.from_id), e.to_id, e.amount) is distinct from (t.from_id, t.to_id, t.amount)
    limit ${most}`.execute(reader)
  return rows
}

/** Some of the withdrawals whose last step differs from their state, or that are signed without stored bytes. */
export async function withdrawalsOffSteps(
  reader: Reader,
  most: number,
): Promise<{ id: string; due: string; found: string }[]> {
  const { rows } = await sql<{ id: string; due: string; found: string }>`
    select w.id, w.state::text as due, coalesce(s.last, -1) || case when has_bytes then '' else ', no bytes' end as found
    from withdrawal w
    left join lateral (select max(state) filter (where at = latest) as last
      from (select state, at, max(at) over () as latest from withdrawal_step where withdrawal = w.id) one) s on true
    cross join lateral (select w.state not in (4, 5, 6, 9) or exists (
      select from withdrawal_tx t join withdrawal_slot o using (withdrawal) where t.withdrawal = w.id
        and (w.state <> 6 or t.txid = w.txid)) as has_bytes) b
    where s.last is distinct from w.state or not has_bytes
    limit ${most}`.execute(reader)
  return rows
}
