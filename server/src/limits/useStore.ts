import { HOUR_MS } from '@tickmark/core/days'
import { minutesUsed, type UsedHour as StoredHour, WEEK_HOURS } from '@tickmark/core/limits/use'
import { sql } from 'kysely'
import type { Db, Reader } from '../db/pool.ts'

/** Minutes of one hour in which a user used the product. */
export interface UsedHour extends StoredHour {
  userId: number
}

/** Adds minutes of use; minutes already stored stay. */
export async function addUse(db: Db, used: readonly UsedHour[]): Promise<void> {
  const list = (pick: (one: UsedHour) => bigint | number) => `{${used.map(pick).join(',')}}`
  await sql`
    insert into use_hour as u (user_id, hour, minutes)
    select * from unnest(${list((one) => one.userId)}::bigint[], ${list((one) => one.hour)}::int[],
      ${list((one) => one.minutes)}::bigint[]) order by 1, 2
    on conflict (user_id, hour) do update set minutes = u.minutes | excluded.minutes
      where u.minutes | excluded.minutes <> u.minutes`.execute(db)
}

/** Minutes of use in the last 24 hours and 7 days, counted in whole hours. */
export async function minutesOf(
  reader: Reader,
  userId: number,
  nowMs: number,
): Promise<{ day: number; week: number }> {
  const nowHour = Math.floor(nowMs / HOUR_MS)
  const { rows } = await sql<StoredHour>`
    select hour, minutes from use_hour where user_id = ${userId}::bigint and hour >= ${nowHour - WEEK_HOURS}`.execute(
    reader,
  )
  return minutesUsed(rows, nowHour)
}

/**
 * Which of these users get a reality check for another full hour of use in the running UTC day. Each hour is claimed
 * once.
 */
export async function claimRealityChecks(
  db: Db,
  users: readonly number[],
  nowMs: number,
): Promise<{ userId: number; minutes: number }[]> {
  const day = Math.floor(nowMs / (24 * HOUR_MS))
  const { rows } = await sql<{ user_id: bigint; minutes: number }>`
    with used as (
      select user_id, sum(bit_count(minutes::bit(64)))::int as minutes from use_hour
      where user_id = any(${`{${users.join(',')}}`}::bigint[]) and hour between ${day * 24} and ${day * 24 + 23}
      group by user_id),
    told as (
      insert into reality_check (user_id, day, hours)
      select user_id, ${day}, minutes / 60 from used where minutes >= 60 order by 1 on conflict do nothing
      returning user_id)
    select user_id, minutes from told join used using (user_id)`.execute(db)
  return rows.map((row) => ({ userId: Number(row.user_id), minutes: row.minutes }))
}

/** A day more than the longest limit looks back. */
const KEPT_DAYS = 8

/** Deletes hours that no limit needs, counted from now or from the latest stored hour, whichever is earlier. */
export async function dropOldHours(db: Db, nowMs: number): Promise<void> {
  const hour = Math.floor(nowMs / HOUR_MS)
  for (const table of ['use_hour', 'result_hour']) {
    await sql`delete from ${sql.table(table)}
      where hour < least(${hour}, (select max(hour) from ${sql.table(table)})) - ${KEPT_DAYS * 24}::int`.execute(
      db,
    )
  }
  await sql`delete from reality_check where day < ${Math.floor(hour / 24) - KEPT_DAYS}`.execute(db)
}
