import { HOUSE } from '@tickmark/core/ledger/accounts'
import { MOST } from '@tickmark/core/money/money'
import { DEPOSIT_STATES } from '@tickmark/core/wallet/deposits'
import { sql } from 'kysely'
import type { Reader } from '../db/pool.ts'
import type { AuditedPart } from '../module/auditRule.ts'
import type { Finding } from '../module/finding.ts'
import { findingsIn, type FindingRow } from '../module/findingStore.ts'
import { CREDIT_EVERY_BLOCKS } from './deposits/credit.ts'
import { MOVE_KINDS } from './deposits/store.ts'
import type {} from './deposits/tables.ts'
import { type Chain, coinsOf } from './node/network.ts'

/** How long before its checkpoint a step begins to read deposits: most are credited within minutes. */
const CREDITED_WITHIN_MS = 86_400_000

/**
 * Deposits of another user than their address belongs to, or whose credit is not the sum that came in. A step reads those that
 * wait for their credit, and those first seen since a day before its checkpoint.
 */
export function depositsOffAddresses(
  reader: Reader,
  chains: readonly Chain[],
  since: AuditedPart | null,
): Promise<Finding[]> {
  const asked =
    since === null
      ? sql`deposit`
      : sql`(select * from deposit where state = ${sql.lit(DEPOSIT_STATES.seen)}
          union all select * from deposit where state <> ${sql.lit(DEPOSIT_STATES.seen)}
            and seen_at_ms > ${since.atMs - CREDITED_WITHIN_MS}::bigint)`
  const coins = chains.flatMap((chain) => coinsOf(chain).map((coin) => ({ ...coin, chain: chain.id })))
  const query = sql<FindingRow>`
    with coin as (
      select * from jsonb_to_recordset(${JSON.stringify(coins)}::jsonb) as coin (chain smallint, currency smallint, decimals int))
    select 'deposit ' || id as "where", due || ' to user ' || owner as expected,
      coalesce(posted, amount) || ' to user ' || user_id as found
    from (
      select d.*, coalesce(a.user_id, ${HOUSE}::bigint) as owner, case
        when coin.decimals is null then amount
        when units > ${MOST}::numeric then 0 else units end as due
      from ${asked} d left join deposit_address a on a.address = d.address
        left join coin on coin.chain = d.chain and coin.currency = d.currency
        cross join lateral (select div(raw * 1e8, power(10::numeric, decimals)) as units) one) one
    where user_id <> owner or amount <> due or (user_id <> ${HOUSE}::bigint and posted <> amount)`
  return findingsIn(reader, 'deposits = addresses', query)
}

/**
 * Payments recorded at a user's address for which there is no deposit. A step reads those after the given block of their chain;
 * all of a chain that has none given.
 */
export function paymentsUncounted(
  reader: Reader,
  after: Readonly<Record<string, number>> | null,
): Promise<Finding[]> {
  const moves =
    after === null
      ? sql`chain_move`
      : sql`(select one.* from chain_state c join chain_move one on one.chain = c.chain
          and one.block > coalesce((${JSON.stringify(after)}::jsonb ->> c.chain::text)::bigint, -1))`
  const query = sql<FindingRow>`
    select 'transaction ' || m.txid || ' ' || m.index as "where", m.raw || ' of ' || m.currency as expected, 'no deposit' as found
    from deposit_address a join ${moves} m on m.address = a.address
    where m.kind = ${sql.lit(MOVE_KINDS.in)} and not exists (
      select from deposit d where (d.chain, d.txid, d.index) = (m.chain, m.txid, m.index)
        and d.state <> ${sql.lit(DEPOSIT_STATES.orphaned)} and (d.state = ${sql.lit(DEPOSIT_STATES.lost)}
          or (d.address, d.currency, d.raw, d.block) = (m.address, m.currency, m.raw, m.block)))`
  return findingsIn(reader, 'payments = deposits', query)
}

/** A deposit must be credited within this many blocks after its confirmations: twice what the watcher takes at most. */
export const CREDITED_WITHIN_BLOCKS = 2 * CREDIT_EVERY_BLOCKS

/** Deposits that have no credit, although the house has read enough blocks after theirs. A halted network credits nothing. */
export function depositsOverdue(reader: Reader, chains: readonly Chain[]): Promise<Finding[]> {
  const waits = chains.map(({ id, confirmations }) => ({
    chain: id,
    blocks: confirmations + CREDITED_WITHIN_BLOCKS,
  }))
  const query = sql<FindingRow>`
    select 'deposit ' || d.id as "where", 'a credit in block ' || (d.block + wait.blocks) as expected,
      'none in block ' || head.number as found
    from jsonb_to_recordset(${JSON.stringify(waits)}::jsonb) as wait (chain smallint, blocks int)
    join chain_state on chain_state.chain = wait.chain and halted_because is null
    cross join lateral (select max(number) as number from chain_block where chain_block.chain = wait.chain) head
    join deposit d on d.chain = wait.chain and d.state = ${sql.lit(DEPOSIT_STATES.seen)} and d.block + wait.blocks < head.number`
  return findingsIn(reader, 'deposits = credited', query)
}

/** The newest block that was read of each of these chains. */
export async function readBlocks(reader: Reader, chains: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ chain: number; number: bigint }>`
    select chain, max(number) as number from chain_block
    where chain = any (${[...chains]}::smallint[]) group by chain`.execute(reader)
  return new Map(rows.map((row) => [row.chain, Number(row.number)]))
}
