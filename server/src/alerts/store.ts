import { assert } from '@tickmark/core/assert'
import { type Selectable, sql } from 'kysely'
import { lockUser } from '../db/locks.ts'
import type { Db, Reader, Tx } from '../db/pool.ts'
import type { MarketTick } from '../market/ticks.ts'
import { type Alert, alertOfRow, codeOfSide } from './alert.ts'
import type { PriceAlertTable } from './tables.ts'

// `fired_at_ms`, `fired_price` and `fired_seq` are set together; each query asks for the one that its index names.

/** Serializes the setting of one user's alerts, until the end of the transaction. */
export async function lockAlertsOf(tx: Tx, userId: number): Promise<void> {
  await lockUser(tx, 'alerts', userId)
}

/** Shared lock: delays the check of alerts until this transaction ends. Any number of transactions may hold it. */
export async function holdCursor(tx: Tx): Promise<void> {
  await sql`select seq from alert_cursor for share`.execute(tx)
}

/**
 * The tick up to which alerts were checked. Exclusive lock: only this transaction checks, and no alert is being set.
 */
export async function lockCursor(tx: Tx): Promise<number> {
  const { rows } = await sql<{ seq: bigint }>`select seq from alert_cursor for update`.execute(tx)
  assert(rows[0], 'the cursor of alerts has its row')
  return Number(rows[0].seq)
}

/** Needs the lock of `lockCursor`. */
export async function moveCursor(tx: Tx, seq: number): Promise<void> {
  await tx
    .updateTable('alert_cursor')
    .set({ seq: BigInt(seq) })
    .execute()
}

/** The tick at which the oldest pending alert was set; null when none is pending. */
export async function waitingSince(reader: Reader): Promise<number | null> {
  const { rows } = await sql<{ since: bigint | null }>`
    select min(set_seq) as since from price_alert where fired_seq is null`.execute(reader)
  return rows[0]?.since == null ? null : Number(rows[0].since)
}

/**
 * Fires the alerts that a tick reaches, each once. Needs the lock of `lockCursor`. `offset 0` forces one index scan for
 * each product and an update by id, whatever the planner estimates.
 */
export async function fireAt(tx: Tx, { seq, atMs, prices }: MarketTick): Promise<Alert[]> {
  const pids = [...prices.keys()]
  const { rows } = await sql<Selectable<PriceAlertTable>>`
    with hit as materialized (
      select found.id, tick.price
      from unnest(${pids}::int[], ${[...prices.values()]}::bigint[]) as tick (pid, price)
      cross join lateral (
        (select id from price_alert a where a.pid = tick.pid and a.level <= tick.price
          and a.side = 0 and a.fired_at_ms is null and a.set_seq < ${seq}::bigint offset 0)
        union all
        (select id from price_alert a where a.pid = tick.pid and a.level >= tick.price
          and a.side = 1 and a.fired_at_ms is null and a.set_seq < ${seq}::bigint offset 0)) as found)
    update price_alert p set fired_at_ms = ${atMs}::bigint, fired_price = hit.price, fired_seq = ${seq}::bigint
    from hit where p.id = hit.id
    returning p.*`.execute(tx)
  return rows.map(alertOfRow)
}

export async function insertAlert(tx: Tx, alert: Omit<Alert, 'fired'>): Promise<void> {
  const { id, pid, kind, value, level } = alert
  await tx
    .insertInto('price_alert')
    .values({
      id,
      user_id: BigInt(alert.userId),
      pid,
      kind,
      value,
      level,
      side: codeOfSide(alert.side),
      set_at_ms: BigInt(alert.setAtMs),
      set_seq: BigInt(alert.setSeq),
    })
    .execute()
}

export async function countWaiting(reader: Reader, userId: number): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from price_alert where user_id = ${BigInt(userId)} and fired_price is null`.execute(
    reader,
  )
  return Number(rows[0]?.count ?? 0n)
}

/** The user's alerts: pending ones newest first, then the latest fired. */
export async function listAlerts(reader: Reader, userId: number, mostFired: number): Promise<Alert[]> {
  const { rows } = await sql<Selectable<PriceAlertTable>>`
    (select * from price_alert where user_id = ${BigInt(userId)} and fired_price is null order by id desc)
    union all
    (select * from price_alert where user_id = ${BigInt(userId)} and fired_at_ms is not null
      order by fired_at_ms desc, id desc limit ${mostFired})`.execute(reader)
  return rows.map(alertOfRow)
}

/** False when the user has no alert with that id. */
export async function deleteAlert(db: Db, userId: number, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('price_alert')
    .where('user_id', '=', BigInt(userId))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
