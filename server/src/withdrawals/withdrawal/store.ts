import { assert } from '@tickmark/core/assert'
import { KINDS } from '@tickmark/core/ledger/accounts'
import type { Amount } from '@tickmark/core/money/money'
import {
  CANCELLED_BY_OWNER,
  mayBecome,
  movesAtMs,
  SILENCE_MS,
  WITHDRAWAL_STATES,
  type WithdrawalState,
} from '@tickmark/core/wallet/withdrawals'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/pool.ts'
import type {} from './tables.ts'
import { stateOf, withdrawalOfRow, type Withdrawal, type WithdrawalTerms } from './withdrawal.ts'

const FAILED = [WITHDRAWAL_STATES.cancelled, WITHDRAWAL_STATES.rejected, WITHDRAWAL_STATES.dead]

/** Adds a withdrawal. Returns the number for its promise, which is certain under the real book's lock. */
export async function insertWithdrawal(
  tx: Tx,
  terms: WithdrawalTerms,
  state: WithdrawalState,
): Promise<number> {
  const at = BigInt(terms.requestedAtMs)
  const row = await tx
    .insertInto('withdrawal')
    .values({
      id: terms.id,
      user_id: BigInt(terms.userId),
      chain: terms.chainId,
      currency: terms.currencyId,
      amount: terms.amount,
      fee_cap: terms.feeCap,
      gas_currency: terms.gasCurrencyId,
      gas_price: terms.gasPrice ?? 0n,
      gas_cap: String(terms.gasCap),
      destination: terms.to,
      account: terms.account,
      wallet_type: terms.walletType,
      intent: terms.intent,
      nonce: terms.nonce,
      signature: terms.signature,
      requested_at: at,
      address_from: BigInt(terms.addressFromMs),
      needs_approval: terms.needsApproval,
      state: WITHDRAWAL_STATES[state],
      state_at: at,
      retry_at: BigInt(movesAtMs({ ...terms, silenceMs: SILENCE_MS }, state)),
    })
    .returning(sql<string>`(select coalesce(max(number), 0) + 1 from withdrawal_promise)`.as('promise'))
    .executeTakeFirstOrThrow()
  return Number(row.promise)
}

export async function isNonceUsed(reader: Reader, nonce: string): Promise<boolean> {
  const row = await reader.selectFrom('withdrawal').select('id').where('nonce', '=', nonce).executeTakeFirst()
  return row !== undefined
}

/** A user's own withdrawal; null when the id is unknown or belongs to another user. */
export async function ownWithdrawal(reader: Reader, userId: number, id: string): Promise<Withdrawal | null> {
  const row = await reader
    .selectFrom('withdrawal')
    .selectAll()
    .where('user_id', '=', BigInt(userId))
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? withdrawalOfRow(row) : null
}

/** Locks the row until the end of the transaction. */
export async function lockWithdrawal(tx: Tx, id: string): Promise<Withdrawal | null> {
  const row = await tx
    .selectFrom('withdrawal')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ? withdrawalOfRow(row) : null
}

/**
 * Sum of the user's withdrawals in a currency since a moment, without released ones. Those cancelled by the user still count if
 * no operator was asked about them.
 */
export async function withdrawnSince(
  reader: Reader,
  userId: number,
  currencyId: number,
  sinceMs: number,
): Promise<Amount> {
  const row = await reader
    .selectFrom('withdrawal')
    .select(sql<string>`coalesce(sum(amount), 0)`.as('total'))
    .where('user_id', '=', BigInt(userId))
    .where('currency', '=', currencyId)
    .where('requested_at', '>', BigInt(sinceMs))
    .where((is) =>
      is.or([
        is('state', 'not in', FAILED),
        is.and([is('reason', '=', CANCELLED_BY_OWNER), is('needs_approval', '=', false)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return BigInt(row.total)
}

/** Sum of all users' withdrawals in a currency since a moment that needed no approval, without released ones. */
export async function withdrawnUnasked(reader: Reader, currencyId: number, sinceMs: number): Promise<Amount> {
  const row = await reader
    .selectFrom('withdrawal')
    .select(sql<string>`coalesce(sum(amount), 0)`.as('total'))
    .where('currency', '=', currencyId)
    .where('requested_at', '>', BigInt(sinceMs))
    .where('needs_approval', '=', false)
    .where('state', 'not in', FAILED)
    .executeTakeFirstOrThrow()
  return BigInt(row.total)
}

/** Whether a deadline of a withdrawal or its protection lies ahead: the clock must not skip it. */
export async function hasDeadline(reader: Reader, nowMs: number): Promise<boolean> {
  const now = BigInt(nowMs)
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from withdrawal where state <= ${WITHDRAWAL_STATES.broadcast})
        or exists (select from security_hold where until > ${now})
        or exists (select from authenticator where off_at > ${now})
        or exists (select from address_book_entry where usable_at > ${now}) as waits`.execute(reader)
  return rows[0]?.waits ?? false
}

/** Columns that a step writes beside the state. */
export interface StepFacts {
  reason?: string
  end?: { txid: string; block: number; fee: Amount; gas: Amount }
}

/** Writes the next state of a locked withdrawal. */
export async function setState(
  tx: Tx,
  withdrawal: Withdrawal,
  state: WithdrawalState,
  atMs: number,
  { reason, end }: StepFacts,
): Promise<void> {
  const { id, state: from } = withdrawal
  assert(mayBecome(from, state), `a withdrawal goes from ${from} to ${state}`)
  const { numUpdatedRows } = await tx
    .updateTable('withdrawal')
    .set({
      state: WITHDRAWAL_STATES[state],
      state_at: BigInt(atMs),
      // Silence may have to last longer by then: the sweep checks again.
      retry_at: BigInt(movesAtMs({ ...withdrawal, silenceMs: SILENCE_MS }, state)),
      ...(reason !== undefined && { reason }),
      ...(end && { txid: end.txid, block: BigInt(end.block), fee: end.fee, gas: end.gas }),
    })
    .where('id', '=', id)
    .where('state', '=', WITHDRAWAL_STATES[from])
    .executeTakeFirstOrThrow()
  assert(numUpdatedRows === 1n, 'a step is taken under the lock of its row')
}

/** Postpones the next attempt; does nothing when the withdrawal ended meanwhile. */
export async function putOff(tx: Tx, id: string, untilMs: number): Promise<void> {
  await tx
    .updateTable('withdrawal')
    .set({ retry_at: BigInt(untilMs) })
    .where('id', '=', id)
    .where('state', '<=', WITHDRAWAL_STATES.broadcast)
    .execute()
}

/** Records the transaction and block of the payment, or that it is in no block any more; the end records it again. */
export async function noteBlock(
  tx: Tx,
  id: string,
  seen: { txid: string; block: number } | null,
): Promise<void> {
  await tx
    .updateTable('withdrawal')
    .set({ txid: seen?.txid ?? null, block: seen ? BigInt(seen.block) : null })
    .where('id', '=', id)
    .where('state', '<=', WITHDRAWAL_STATES.broadcast)
    .execute()
}

/** Withdrawals of a chain in these states, in request order. */
export async function listByState(
  reader: Reader,
  chainId: number,
  states: readonly WithdrawalState[],
): Promise<Withdrawal[]> {
  const rows = await reader
    .selectFrom('withdrawal')
    .selectAll()
    .where('chain', '=', chainId)
    .where('state', '<=', WITHDRAWAL_STATES.broadcast)
    .where(
      'state',
      'in',
      states.map((state) => WITHDRAWAL_STATES[state]),
    )
    .orderBy('place')
    .execute()
  return rows.map(withdrawalOfRow)
}

/** Ids of all withdrawals that elapsed time may advance; votes advance theirs when cast. */
export async function listDue(reader: Reader, nowMs: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('withdrawal')
    .select('id')
    .where('state', '<=', WITHDRAWAL_STATES.broadcast)
    .where('state', 'in', [WITHDRAWAL_STATES.requested, WITHDRAWAL_STATES.held_new_address])
    .where('retry_at', '<=', BigInt(nowMs))
    .execute()
  return rows.map((row) => row.id)
}

/** Records that the house has not paid for the gas of a withdrawal that ended. */
export async function insertGasOwed(tx: Tx, id: string): Promise<void> {
  await tx.insertInto('gas_owed').values({ withdrawal: id }).execute()
}

export async function deleteGasOwed(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('gas_owed').where('withdrawal', '=', id).execute()
}

/** Ids of the withdrawals whose gas the house owes and can now pay from one of its accounts. */
export async function listGasPayable(reader: Reader): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.id from gas_owed join withdrawal w on w.id = gas_owed.withdrawal
    where exists (select from account where balance >= w.gas
      and account.id in (w.gas_currency * 16 + ${KINDS.inventory}, w.gas_currency * 16 + ${KINDS.bankroll}))
    order by w.place`.execute(reader)
  return rows.map((row) => row.id)
}

interface PageOf {
  userId: number
  currencyId?: number | undefined
  pageSize: number
  /** Counted from 0. */
  page: number
}

/** The user's withdrawals, newest first. */
export async function listWithdrawals(
  reader: Reader,
  { userId, currencyId, pageSize, page }: PageOf,
): Promise<{ list: Withdrawal[]; total: number }> {
  const own = reader.selectFrom('withdrawal').where('user_id', '=', BigInt(userId))
  const asked = currencyId === undefined ? own : own.where('currency', '=', currencyId)
  const rows = await asked
    .selectAll()
    .orderBy('place', 'desc')
    .limit(pageSize)
    .offset(page * pageSize)
    .execute()
  const { total } = await asked
    .select((count) => count.fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow()
  return { list: rows.map(withdrawalOfRow), total: Number(total) }
}

/** Number of the user's withdrawals. */
export async function countWithdrawals(reader: Reader, userId: number): Promise<number> {
  const own = reader.selectFrom('withdrawal').where('user_id', '=', BigInt(userId))
  const row = await own.select((all) => all.fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow()
  return Number(row.count)
}

export interface Step {
  withdrawal: string
  state: WithdrawalState
  atMs: number
}

/** State changes of these withdrawals, in order. */
export async function stepsOf(reader: Reader, ids: readonly string[]): Promise<Step[]> {
  if (ids.length === 0) return []
  const rows = await reader
    .selectFrom('withdrawal_step')
    .selectAll()
    .where('withdrawal', 'in', ids)
    .orderBy('at')
    .orderBy('state')
    .execute()
  return rows.map((row) => ({ withdrawal: row.withdrawal, state: stateOf(row.state), atMs: Number(row.at) }))
}
