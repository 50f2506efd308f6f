import type { RawAmount } from '@tickmark/core/money/rawUnits'
import { DEPOSIT_STATES, type DepositState } from '@tickmark/core/wallet/deposits'
import { type RawBuilder, sql, type Selectable } from 'kysely'
import type { Reader } from '../../db/pool.ts'
import { depositOf, type Deposit } from '../deposits/depositStore.ts'
import type { DepositTable } from '../deposits/tables.ts'

/** A halt that two operators have to clear. */
export interface StoredHalt {
  because: string
  atMs: number
}

/** The halts of all chains that wait for operators, by chain. */
export async function storedHalts(reader: Reader): Promise<Map<number, StoredHalt>> {
  const rows = await reader
    .selectFrom('chain_state')
    .select(['chain', 'halted_because', 'halted_at_ms'])
    .where('halted_because', 'is not', null)
    .execute()
  return new Map(
    rows.map((row) => [
      row.chain,
      { because: row.halted_because ?? '', atMs: Number(row.halted_at_ms ?? 0n) },
    ]),
  )
}

/** Holdings of our addresses on a chain by our records, in its smallest units: the paying address, and all others. */
export interface HeldSum {
  chain: number
  currency: number
  hot: RawAmount
  others: RawAmount
}

/** Holdings by chain and currency; `hots` has the raw paying address of each chain that has one. */
export async function heldSums(reader: Reader, hots: ReadonlyMap<number, string>): Promise<HeldSum[]> {
  const { rows } = await sql<{ chain: number; currency: number; hot: string; others: string }>`
    select chain, currency,
      coalesce(sum(raw) filter (where address = ${JSON.stringify(Object.fromEntries(hots))}::jsonb ->> chain::text), 0)::text as hot,
      coalesce(sum(raw) filter (where address is distinct from ${JSON.stringify(Object.fromEntries(hots))}::jsonb ->> chain::text), 0)::text
        as others
    from chain_move group by 1, 2 order by 1, 2`.execute(reader)
  return rows.map((row) => ({ ...row, hot: BigInt(row.hot), others: BigInt(row.others) }))
}

/** Deposits that wait for their confirmations, by chain. */
export async function unconfirmedDeposits(reader: Reader): Promise<Map<number, number>> {
  const { rows } = await sql<{ chain: number; count: bigint }>`
    select chain, count(*) as count from deposit where state = ${sql.lit(DEPOSIT_STATES.seen)} group by 1`.execute(
    reader,
  )
  return new Map(rows.map((row) => [row.chain, Number(row.count)]))
}

/** Number of users' deposits that a halt's reorganisation took back after their credit and that are still missing. */
export async function lostDeposits(reader: Reader, chain: number): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from deposit
    where chain = ${chain} and state = ${sql.lit(DEPOSIT_STATES.lost)}`.execute(reader)
  return Number(rows[0]?.count ?? 0n)
}

export interface DepositQuery {
  /** When the last deposit of the previous page was seen (ms), and its id; null for the first page. */
  after: { seenAtMs: number; id: string } | null
  most: number
  state?: DepositState | undefined
  chain?: number | undefined
  currencyId?: number | undefined
  /** 0 for the house's own. */
  userId?: number | undefined
  /** Raw: the beginning of a deposit address or of a transaction's hash. */
  begins?: string | undefined
}

/** A page of deposits, newest first. */
export async function consoleDeposits(reader: Reader, query: DepositQuery): Promise<Deposit[]> {
  const { after, state, chain, currencyId, userId, begins } = query
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  if (after) conditions.push(sql`(seen_at_ms, id) < (${BigInt(after.seenAtMs)}, ${after.id}::uuid)`)
  if (state !== undefined) conditions.push(sql`state = ${DEPOSIT_STATES[state]}`)
  if (chain !== undefined) conditions.push(sql`chain = ${chain}`)
  if (currencyId !== undefined) conditions.push(sql`currency = ${currencyId}`)
  if (userId !== undefined) conditions.push(sql`user_id = ${BigInt(userId)}`)
  if (begins !== undefined)
    conditions.push(sql`(starts_with(address, ${begins}) or starts_with(txid, ${begins}))`)
  const { rows } = await sql<Selectable<DepositTable>>`
    select * from deposit where ${sql.join(conditions, sql` and `)}
    order by seen_at_ms desc, id desc limit ${query.most}`.execute(reader)
  return rows.map(depositOf)
}
