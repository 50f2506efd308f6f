import { type Selectable, sql } from 'kysely'
import type { RawAmount } from '@tickmark/core/money/rawUnits'
import { HOUSE } from '@tickmark/core/ledger/accounts'
import type { Amount } from '@tickmark/core/money/money'
import {
  DEPOSIT_STATES,
  DEPOSIT_STEPS,
  depositState,
  type DepositEvent,
  type DepositState,
} from '@tickmark/core/wallet/deposits'
import type { Reader, Tx } from '../../db/pool.ts'
import { int8s, uuids } from '../../db/arrays.ts'
import type { DepositTable } from './tables.ts'

/** A payment received at one of our addresses. */
export interface Deposit {
  /** Also the ref of the deposit's posting. */
  id: string
  chain: number
  txid: string
  index: number
  /** HOUSE for the hot address. */
  userId: number
  /** Raw form: 0x and lower-case digits. */
  address: string
  currency: number
  raw: RawAmount
  /** Ledger units, rounded down. */
  amount: Amount
  /** Amount posted in the books; null until the deposit is credited. */
  posted: Amount | null
  state: DepositState
  block: number
  blockHash: string
  seenAtMs: number
  creditedAtMs: number | null
  orphanedAtMs: number | null
}

export type NewDeposit = Omit<Deposit, 'posted' | 'state' | 'creditedAtMs' | 'orphanedAtMs'>

/** A deposit that was seen, perhaps repeatedly, and its state before; null when it is new. */
export interface SeenDeposit {
  deposit: Deposit
  before: { state: DepositState; blockHash: string } | null
}

/**
 * Stores deposits as seen in their block. An orphaned deposit that reappears waits again, with its new content: a
 * transaction may have another effect in another block. A lost deposit counts as credited again only when it is
 * unchanged, because the books already hold it. Returns the new and the changed deposits.
 */
export async function insertDeposits(tx: Tx, deposits: readonly NewDeposit[]): Promise<SeenDeposit[]> {
  if (deposits.length === 0) return []
  const { rows } = await sql<
    Selectable<DepositTable> & { old_state: number | null; old_hash: string | null }
  >`
    with item as (
      select * from jsonb_to_recordset(${JSON.stringify(deposits.map(jsonOf))}::jsonb) as item (
        id uuid, chain smallint, txid text, index int, user_id bigint, address text, currency smallint,
        raw numeric, amount bigint, block bigint, block_hash text, seen_at_ms bigint)),
    known as (
      select deposit.id, deposit.state, deposit.block_hash from item
      join deposit on (deposit.chain, deposit.txid, deposit.index) = (item.chain, item.txid, item.index)),
    done as (
      insert into deposit
        (id, chain, txid, index, user_id, address, currency, raw, amount, block, block_hash, seen_at_ms)
      select * from item
      on conflict (chain, txid, index) do update set
        state = ${stateAfter('read')},
        user_id = excluded.user_id, address = excluded.address, currency = excluded.currency,
        raw = excluded.raw, amount = excluded.amount,
        block = excluded.block, block_hash = excluded.block_hash, orphaned_at_ms = null
        where deposit.state in (${statesBefore('read')}) and (deposit.state <> ${DEPOSIT_STATES.lost}
          or (deposit.user_id, deposit.address, deposit.currency, deposit.raw, deposit.amount)
            = (excluded.user_id, excluded.address, excluded.currency, excluded.raw, excluded.amount))
      returning *)
    select done.*, known.state as old_state, known.block_hash as old_hash
    from done left join known on known.id = done.id`.execute(tx)
  return rows.map((row) => ({
    deposit: depositOf(row),
    before:
      row.old_state === null ? null : { state: depositState(row.old_state), blockHash: row.old_hash ?? '' },
  }))
}

/** The state after an event, as SQL. */
function stateAfter(event: DepositEvent) {
  const cases = stepsOf(event).map(([from, to]) => sql`when ${sql.lit(from)} then ${sql.lit(to)}`)
  return sql`case deposit.state ${sql.join(cases, sql` `)} end`
}

/** The states that an event changes, as a list in SQL. */
function statesBefore(event: DepositEvent) {
  return sql.join(stepsOf(event).map(([from]) => sql.lit(from)))
}

function stepsOf(event: DepositEvent): [from: number, to: number][] {
  const steps = Object.entries(DEPOSIT_STEPS[event]) as [DepositState, DepositState][]
  return steps.map(([from, to]) => [DEPOSIT_STATES[from], DEPOSIT_STATES[to]])
}

function jsonOf(one: NewDeposit) {
  return {
    id: one.id,
    chain: one.chain,
    txid: one.txid,
    index: one.index,
    user_id: one.userId,
    address: one.address,
    currency: one.currency,
    raw: String(one.raw),
    amount: String(one.amount),
    block: one.block,
    block_hash: one.blockHash,
    seen_at_ms: one.seenAtMs,
  }
}

/** Waiting deposits in canonical blocks up to `upTo`, locked until the transaction ends. */
export async function lockDue(tx: Tx, chain: number, upTo: number, most: number): Promise<Deposit[]> {
  const rows = await tx
    .selectFrom('deposit')
    .innerJoin('chain_block', (join) =>
      join
        .onRef('chain_block.chain', '=', 'deposit.chain')
        .onRef('chain_block.number', '=', 'deposit.block')
        .onRef('chain_block.hash', '=', 'deposit.block_hash'),
    )
    .selectAll('deposit')
    .where('deposit.chain', '=', chain)
    .where('deposit.state', '=', DEPOSIT_STATES.seen)
    .where('deposit.block', '<=', BigInt(upTo))
    .orderBy('deposit.block')
    .orderBy('deposit.id')
    .limit(most)
    .forUpdate('deposit')
    .execute()
  return rows.map(depositOf)
}

export async function markCredited(
  tx: Tx,
  credited: readonly { id: string; posted: Amount }[],
  nowMs: number,
): Promise<void> {
  if (credited.length === 0) return
  await sql`
    update deposit set state = ${stateAfter('confirmed')}, posted = item.posted, credited_at_ms = ${BigInt(nowMs)}
    from unnest(${uuids(credited.map((one) => one.id))}::uuid[], ${int8s(credited.map((one) => one.posted))}::bigint[])
      as item (id, posted)
    where deposit.id = item.id`.execute(tx)
}

/**
 * Removes deposits above a block from the chain: waiting ones become orphaned, credited ones lost. Returns all of them.
 */
export async function orphanAbove(tx: Tx, chain: number, number: number, nowMs: number): Promise<Deposit[]> {
  const { rows } = await sql<Selectable<DepositTable>>`
    update deposit set state = ${stateAfter('gone')}, orphaned_at_ms = ${BigInt(nowMs)}
    where chain = ${chain} and block > ${BigInt(number)} and state in (${statesBefore('gone')})
    returning *`.execute(tx)
  return rows.map(depositOf)
}

/** Totals of all house deposits on any chain: amount received and amount posted. */
export async function houseTotals(
  reader: Reader,
  currency: number,
): Promise<{ amount: Amount; posted: Amount }> {
  const { rows } = await sql<{ amount: bigint; posted: bigint }>`
    select coalesce(sum(amount), 0)::bigint as amount, coalesce(sum(posted), 0)::bigint as posted
    from deposit where user_id = ${BigInt(HOUSE)} and currency = ${currency}
      and state = ${DEPOSIT_STATES.credited}`.execute(reader)
  return rows[0] ?? { amount: 0n, posted: 0n }
}

export interface DepositPage {
  list: Deposit[]
  total: number
}

/** A user's deposits, newest first; `page` counts from 0. */
export async function depositsOf(
  reader: Reader,
  query: { userId: number; currency: number | null; page: number; pageSize: number },
): Promise<DepositPage> {
  let mine = reader.selectFrom('deposit').where('user_id', '=', BigInt(query.userId))
  if (query.currency !== null) mine = mine.where('currency', '=', query.currency)
  const counted = await mine.select((all) => all.fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow()
  const rows = await mine
    .selectAll()
    .orderBy('seen_at_ms', 'desc')
    .orderBy('id')
    .offset(query.page * query.pageSize)
    .limit(query.pageSize)
    .execute()
  return { list: rows.map(depositOf), total: Number(counted.total) }
}

/** A user's own deposit; null when the id is unknown or belongs to another user. */
export async function ownDeposit(reader: Reader, userId: number, id: string): Promise<Deposit | null> {
  const row = await reader
    .selectFrom('deposit')
    .selectAll()
    .where('user_id', '=', BigInt(userId))
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? depositOf(row) : null
}

/** A deposit of a row. */
export function depositOf(row: Selectable<DepositTable>): Deposit {
  return {
    id: row.id,
    chain: row.chain,
    txid: row.txid,
    index: row.index,
    userId: Number(row.user_id),
    address: row.address,
    currency: row.currency,
    raw: BigInt(row.raw),
    amount: row.amount,
    posted: row.posted,
    state: depositState(row.state),
    block: Number(row.block),
    blockHash: row.block_hash,
    seenAtMs: Number(row.seen_at_ms),
    creditedAtMs: row.credited_at_ms === null ? null : Number(row.credited_at_ms),
    orphanedAtMs: row.orphaned_at_ms === null ? null : Number(row.orphaned_at_ms),
  }
}

/** Anybody's deposit; null for an unknown id. */
export async function depositById(reader: Reader, id: string): Promise<Deposit | null> {
  const row = await reader.selectFrom('deposit').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? depositOf(row) : null
}

/** The deposits of a transaction, which may be on any of these chains. */
export async function depositsOfTx(
  reader: Reader,
  chains: readonly number[],
  txid: string,
): Promise<Deposit[]> {
  if (chains.length === 0) return []
  const rows = await reader
    .selectFrom('deposit')
    .selectAll()
    .where('chain', 'in', chains)
    .where('txid', '=', txid)
    .limit(10)
    .execute()
  return rows.map(depositOf)
}

/** Deposits whose loss the house bears, newest blocks first. */
export async function lostDeposits(reader: Reader): Promise<Deposit[]> {
  const rows = await reader
    .selectFrom('deposit')
    .selectAll()
    .where('state', '=', sql.lit(DEPOSIT_STATES.lost))
    .orderBy('block', 'desc')
    .limit(100)
    .execute()
  return rows.map(depositOf)
}

/** Number of the user's deposits. */
export async function countDeposits(reader: Reader, userId: number): Promise<number> {
  const own = reader.selectFrom('deposit').where('user_id', '=', BigInt(userId))
  const row = await own.select((all) => all.fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow()
  return Number(row.count)
}
