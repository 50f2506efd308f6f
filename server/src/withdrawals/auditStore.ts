import { sql } from 'kysely'
import type { Reader } from '../db/pool.ts'
import { MOVE_KINDS } from '../chains/deposits/store.ts'
import { auditedTransfers } from '../ledger/auditedTransfersStore.ts'
import type { AuditedPart } from '../module/auditRule.ts'
import type { Finding } from '../module/finding.ts'
import { findingsIn, type FindingRow } from '../module/findingStore.ts'
import type { WithdrawalRow } from './withdrawal/tables.ts'
import { withdrawalOfRow, type Withdrawal } from './withdrawal/withdrawal.ts'

/** Each hold account holds amount and fee cap of its owner's pending withdrawals. */
export function holdsOffPending(reader: Reader): Promise<Finding[]> {
  const query = sql<FindingRow>`
    select 'account ' || id as "where", coalesce(owed, 0)::text as expected, coalesce(held, 0)::text as found
    from (select id, balance as held from account where (id & 15) = 5) a
    full join (select user_id * 1024 + currency * 16 + 5 as id, sum(amount + fee_cap) as owed
      from withdrawal where state <= 5 group by 1) w using (id)
    where coalesce(held, 0) <> coalesce(owed, 0)`
  return findingsIn(reader, 'holds = pending withdrawals', query)
}

/** Every withdrawal has the transfers of its state; there are no others of these causes. */
export function withdrawalTransferGaps(reader: Reader, since: AuditedPart | null): Promise<Finding[]> {
  const transfers = auditedTransfers(['withdrawal', 'payout'], since, sql`select id from withdrawal`)
  const query = sql<FindingRow>`
    with place as (
      select *, user_id * 1024 + currency * 16 as own, currency * 16 as house, amount + fee_cap as whole,
        (select max(at) from withdrawal_step s where s.withdrawal = withdrawal.id) as ended_at from withdrawal
    ), expected as (
      select id as ref, side.cause, side.leg, side.from_id, side.to_id, side.amount, side.at from place, lateral (values
        (7, 0, own + 1, own + 5, whole, requested_at),
        -- State 9 with a fee: mined, but reverted.
        (8, 0, own + 5, house, case when state = 6 then amount else 0 end
          + case when state in (6, 9) and gas_price = 0 then coalesce(fee, 0) else 0 end, ended_at),
        (8, 1, own + 5, house + 4, case when state in (6, 9) and gas_price > 0 then fee end, ended_at),
        (8, 2, own + 5, own + 1, case when state = 6 then fee_cap - fee when state > 6 then whole - coalesce(fee, 0) end, ended_at),
        -- Inventory or bankroll, whichever had enough, and when; none while the house owes it.
        (8, 3, null, gas_currency * 16, gas, null)
      ) as side (cause, leg, from_id, to_id, amount, at) where side.amount > 0
    )
    select 'withdrawal ' || coalesce(e.ref, t.ref) || ' ' || coalesce(e.cause, t.cause) || '/' || coalesce(e.leg, t.leg) as "where",
      coalesce(coalesce((coalesce(e.from_id, t.from_id))::text, 'the house') || ' -> ' || e.to_id || ': ' || e.amount || coalesce(' at ' || e.at, ''), 'none') as expected,
      coalesce(t.from_id || ' -> ' || t.to_id || ': ' || t.amount || ' at ' || t.at_ms, 'none') as found
    from expected e
    full join ${transfers} t on t.ref = e.ref and t.cause = e.cause and t.leg = e.leg
    where (coalesce(e.from_id, t.from_id), e.to_id, e.amount, coalesce(e.at, t.at_ms)) is distinct from (t.from_id, t.to_id, t.amount, t.at_ms)`
  return findingsIn(reader, 'withdrawals = transfers', query)
}

/** A signed payment has its nonce and its bytes; the last step equals the state. */
export function withdrawalsOffSteps(reader: Reader): Promise<Finding[]> {
  const query = sql<FindingRow>`
    select 'withdrawal ' || w.id as "where", w.state::text as expected, coalesce(s.last, -1) || case when has_bytes then '' else ', no bytes' end as found
    from withdrawal w
    left join lateral (select max(state) filter (where at = latest) as last
      from (select state, at, max(at) over () as latest from withdrawal_step where withdrawal = w.id) one) s on true
    cross join lateral (select w.state not in (4, 5, 6, 9) or exists (
      select from withdrawal_tx t join withdrawal_slot o using (withdrawal) where t.withdrawal = w.id
        and (w.state <> 6 or t.txid = w.txid)) as has_bytes) b
    where s.last is distinct from w.state or not has_bytes`
  return findingsIn(reader, 'withdrawal = steps and bytes', query)
}

/** A withdrawal with its place among the requests and its owner's address. */
export interface OwnedWithdrawal {
  withdrawal: Withdrawal
  place: bigint
  owner: string
  /** Whether the owner's wallet has signed in by a key of its own: a contract could sign in any form, which no audit can check. */
  hasKey: boolean
}

const PAGE = 500

/** A page of the withdrawals requested after a time, by place, from after a place on. */
export async function withdrawalsAfter(
  reader: Reader,
  { sinceMs, place }: { sinceMs: number; place: bigint },
): Promise<OwnedWithdrawal[]> {
  const { rows } = await sql<WithdrawalRow & { owner: string; has_key: boolean }>`
    select withdrawal.*, users.address as owner,
      users.wallet_type = 2 or users.address in (select address from delegation where kind = 'evm') as has_key
    from withdrawal join users on users.id = user_id
    where requested_at > ${BigInt(sinceMs)} and place > ${place} order by place limit ${PAGE}`.execute(reader)
  return rows.map(({ owner, has_key: hasKey, ...row }) => {
    return { withdrawal: withdrawalOfRow(row), place: row.place, owner, hasKey }
  })
}

/** The smallest unit of a token with six decimals, to which a fee is rounded up. */
const FEE_UNIT = 100

/** Withdrawals of tokens whose owner was charged more than the gas that the house paid, at the price of the request. */
export function feesOffGas(reader: Reader): Promise<Finding[]> {
  const query = sql<FindingRow>`
    select 'withdrawal ' || id as "where", 'at most ' || most as expected, fee::text as found
    from withdrawal cross join lateral (
      select div(coalesce(gas, 0)::numeric * gas_price + 99999999, 100000000) + ${FEE_UNIT - 1}::int as most) bound
    where gas_price > 0 and fee > most`
  return findingsIn(reader, 'fee = gas', query)
}

/** A withdrawal whose transaction is in a block that was read, with the gas that it burned by the record of that block. */
export interface MinedWithdrawal {
  withdrawal: Withdrawal
  place: bigint
  burned: bigint
  isPaid: boolean
}

/** A page of the mined withdrawals that ended after a time, by place, from after a place on. */
export async function minedAfter(
  reader: Reader,
  { sinceMs, place }: { sinceMs: number; place: bigint },
): Promise<MinedWithdrawal[]> {
  const { rows } = await sql<WithdrawalRow & { burned: string }>`
    select w.*, (select coalesce(-sum(m.raw), 0)::text from chain_move m
      where m.chain = w.chain and m.txid = w.txid and m.kind = ${sql.lit(MOVE_KINDS.fee)}) as burned
    from withdrawal w join chain_state c on c.chain = w.chain and w.block > c.origin_number
    where w.state in (6, 9) and w.fee is not null and w.gas is not null and w.amount > 0 and w.fee_cap >= 0
      and w.state_at > ${BigInt(sinceMs)} and w.place > ${place}
      and w.block <= (select max(number) from chain_block b where b.chain = w.chain)
    order by w.place limit ${PAGE}`.execute(reader)
  return rows.map(({ burned, ...row }) => ({
    withdrawal: withdrawalOfRow(row),
    place: row.place,
    burned: BigInt(burned),
    isPaid: row.state === 6,
  }))
}
