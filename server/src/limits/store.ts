import { CURRENCIES } from '@tickmark/core/money/currencies'
import type { LimitKind } from '@tickmark/core/limits/limitKinds'
import type { Limit } from '@tickmark/core/limits/limits'
import type { Amount } from '@tickmark/core/money/money'
import { sql } from 'kysely'
import type { Reader, Tx } from '../db/pool.ts'
import type {} from './tables.ts'

/** Has the user's orders checked from here on, and keeps the books until the commit. Before anything of his is read. */
export async function bindUser(tx: Tx, userId: number, nowMs: number): Promise<void> {
  await sql`select bind_user(${userId}::bigint, ${nowMs}::bigint)`.execute(tx)
}

export interface StoredLimit extends Limit {
  changedAtMs: number
}

/** Limits that the user has ever set, as they were last written: a pending one may be in force by now. */
export async function storedLimits(reader: Reader, userId: number): Promise<Map<LimitKind, StoredLimit>> {
  const rows = await reader
    .selectFrom('user_limit')
    .selectAll()
    .where('user_id', '=', BigInt(userId))
    .execute()
  const whole = (value: bigint | null) => (value === null ? null : Number(value))
  return new Map(
    rows.map((row) => [
      row.kind,
      {
        value: whole(row.value),
        pending:
          row.pending_from_ms === null
            ? null
            : { value: whole(row.pending_value), fromMs: Number(row.pending_from_ms) },
        changedAtMs: Number(row.changed_at_ms),
      },
    ]),
  )
}

/** Writes a limit whose row is there. */
export async function updateLimit(
  tx: Tx,
  userId: number,
  kind: LimitKind,
  limit: StoredLimit,
): Promise<void> {
  await tx
    .updateTable('user_limit')
    .set(limitColumns(limit))
    .where('user_id', '=', BigInt(userId))
    .where('kind', '=', kind)
    .execute()
}

/** Writes a limit that the user sets for the first time. */
export async function insertLimit(
  tx: Tx,
  userId: number,
  kind: LimitKind,
  limit: StoredLimit,
): Promise<void> {
  await tx
    .insertInto('user_limit')
    .values({ user_id: BigInt(userId), kind, ...limitColumns(limit) })
    .execute()
}

function limitColumns({ value, pending, changedAtMs }: StoredLimit) {
  const whole = (one: number | null | undefined) => (one === null || one === undefined ? null : BigInt(one))
  return {
    value: whole(value),
    pending_value: whole(pending?.value),
    pending_from_ms: whole(pending?.fromMs),
    changed_at_ms: BigInt(changedAtMs),
  }
}

/** Ends of a break and of a self-exclusion, ms since 1970; 0 when there never was one. */
export interface Pauses {
  breakUntilMs: number
  excludedUntilMs: number
  changedAtMs: number
}

export async function pausesOf(reader: Reader, userId: number): Promise<Pauses> {
  const row = await reader
    .selectFrom('user_break')
    .selectAll()
    .where('user_id', '=', BigInt(userId))
    .executeTakeFirst()
  return {
    breakUntilMs: Number(row?.until_ms ?? 0n),
    excludedUntilMs: Number(row?.excluded_until_ms ?? 0n),
    changedAtMs: Number(row?.changed_at_ms ?? 0n),
  }
}

export async function writePauses(tx: Tx, userId: number, pauses: Pauses): Promise<void> {
  const columns = {
    until_ms: BigInt(pauses.breakUntilMs),
    excluded_until_ms: BigInt(pauses.excludedUntilMs),
    changed_at_ms: BigInt(pauses.changedAtMs),
  }
  await tx
    .insertInto('user_break')
    .values({ user_id: BigInt(userId), ...columns })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
    .execute()
}

/** Price of one unit of a currency in USDT, 1e-8; null when it was never known. */
export type UsdtPrice = (currencyId: number) => Amount | null

/** What counts for each limit up to a moment: 1e-8 USDT rounded up, or minutes. What is open counts as lost. */
export async function usedOf(
  reader: Reader,
  userId: number,
  nowMs: number,
  price: UsdtPrice,
): Promise<Record<LimitKind, bigint>> {
  const { rows } = await sql<Record<LimitKind, bigint>>`
    select ceil((greatest(lost_day, 0) + at_stake) / 100000000)::bigint as "lossDay",
      ceil((greatest(lost_week, 0) + at_stake) / 100000000)::bigint as "lossWeek",
      ceil(stake_day / 100000000)::bigint as "stakeDay", ceil(stake_week / 100000000)::bigint as "stakeWeek",
      in_day as "minutesDay", in_week as "minutesWeek"
    from money_use(${userId}::bigint, ${nowMs}::bigint, ${pricesText(price)}::bigint[]),
      minutes_used(${userId}::bigint, ${nowMs}::bigint)`.execute(reader)
  const none = { lossDay: 0n, lossWeek: 0n, stakeDay: 0n, stakeWeek: 0n, minutesDay: 0n, minutesWeek: 0n }
  return { ...none, ...rows[0] }
}

export interface Result {
  /** 1e-8 USDT at the index, rounded down; below zero when more was lost than won. */
  net: Amount
  /** Orders that were settled or closed. */
  orders: number
}

/** What came of the user's orders of the real book in both spans, in whole hours. */
export async function resultsOf(
  reader: Reader,
  userId: number,
  nowMs: number,
  price: UsdtPrice,
): Promise<{ day: Result; week: Result }> {
  const hour = Math.floor(nowMs / 3_600_000)
  const { rows } = await sql<{ net_day: bigint; net_week: bigint; day: bigint; week: bigint }>`
    with valued as (
      select hour, (won - lost)::numeric * coalesce((${pricesText(price)}::bigint[])[currency], 0) as net, settled
      from order_hours(${userId}::bigint, ${hour - 168}))
    select coalesce(floor(sum(net) filter (where hour >= ${hour - 24}) / 100000000), 0)::bigint as net_day,
      coalesce(floor(sum(net) / 100000000), 0)::bigint as net_week,
      coalesce(sum(settled) filter (where hour >= ${hour - 24}), 0)::bigint as day, coalesce(sum(settled), 0)::bigint as week
    from valued`.execute(reader)
  const [row] = rows
  return {
    day: { net: row?.net_day ?? 0n, orders: Number(row?.day ?? 0n) },
    week: { net: row?.net_week ?? 0n, orders: Number(row?.week ?? 0n) },
  }
}

const MOST_CURRENCY = Math.max(...CURRENCIES.map((one) => one.id))

/** Prices by currency id as the text of an array. */
function pricesText(price: UsdtPrice): string {
  return `{${Array.from({ length: MOST_CURRENCY }, (_, i) => price(i + 1) ?? 0n).join(',')}}`
}
