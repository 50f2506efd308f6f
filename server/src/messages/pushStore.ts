import { type Selectable, sql } from 'kysely'
import { lockName, lockUser } from '../db/locks.ts'
import type { Db, Reader, Tx } from '../db/pool.ts'
import { type Message, messageOfRow } from './store.ts'
import type { MessageTable } from './tables.ts'

/** A browser that receives pushes. */
export interface Subscription {
  id: string
  userId: number
  endpoint: string
  p256dh: Buffer
  auth: Buffer
}

/** A browser with the session that subscribed it. */
export interface NewSubscription extends Subscription {
  sessionId: string
}

/** Serializes changes to the subscriptions of one user or of one endpoint, until the end of the transaction. */
export async function lockSubscriptions(tx: Tx, userId: number, endpoint: string): Promise<void> {
  await lockUser(tx, 'pushUser', userId)
  await lockName(tx, 'pushEndpoint', endpoint)
}

/**
 * Adds a browser, or renews its keys and session. Two people may use one browser: if another user subscribed it, that
 * subscription and its pending pushes are deleted. Beyond `most` the oldest is deleted. Needs the locks of
 * `lockSubscriptions`.
 */
export async function putSubscription(
  tx: Tx,
  given: NewSubscription,
  most: number,
  nowMs: number,
): Promise<void> {
  const { id, userId, sessionId, endpoint, p256dh, auth } = given
  const user = BigInt(userId)
  await tx
    .deleteFrom('push_subscription')
    .where('endpoint', '=', endpoint)
    .where('user_id', '<>', user)
    .execute()
  const added = { p256dh, auth, session_id: sessionId, added_at_ms: BigInt(nowMs) }
  await tx
    .insertInto('push_subscription')
    .values({ id, user_id: user, endpoint, ...added })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(added))
    .execute()
  await sql`
    delete from push_subscription where id in (
      select id from push_subscription where user_id = ${user}
      order by endpoint = ${endpoint} desc, added_at_ms desc, id desc offset ${most})`.execute(tx)
}

export async function deleteSubscription(db: Db, userId: number, endpoint: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('push_subscription')
    .where('user_id', '=', BigInt(userId))
    .where('endpoint', '=', endpoint)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Deletes the subscriptions of a session, in the transaction that ends the session. */
export async function deleteSubscriptionsOf(tx: Tx, sessionId: string): Promise<void> {
  await tx.deleteFrom('push_subscription').where('session_id', '=', sessionId).execute()
}

/** Deletes a browser that no longer exists, with its pending pushes. */
export async function dropSubscription(db: Db, id: string): Promise<void> {
  await db.deleteFrom('push_subscription').where('id', '=', id).execute()
}

export async function countSubscriptions(reader: Reader, userId: number): Promise<number> {
  const row = await reader
    .selectFrom('push_subscription')
    .select((all) => all.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', BigInt(userId))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** A message for one browser, taken for sending. `tries` includes this try. */
export interface PushJob {
  subscription: Subscription
  /** Null when this version does not know its kind. */
  message: Message | null
  messageId: string
  atMs: number
  tries: number
}

/** Due jobs looked at for one of each user; those of a user with more of them are found in the next turns. */
const MOST_LOOKED_AT = 256

/**
 * Takes the oldest due job of each user, the longest due first, and postpones each to `untilMs`. Skips the users of `except`, and
 * jobs that another process is taking. The process ends a job before that; if the process dies, the job becomes due again. Deletes
 * jobs whose message was read meanwhile.
 */
export async function takeJobs(
  db: Db,
  nowMs: number,
  untilMs: number,
  { most, except = [] }: { most: number; except?: readonly number[] },
): Promise<PushJob[]> {
  type Row = Selectable<MessageTable> & {
    subscription: string
    endpoint: string
    p256dh: Buffer
    auth: Buffer
    tries: number
  }
  await sql`
    delete from push_job where (subscription, message) in (
      select j.subscription, j.message from push_job j join message m on m.id = j.message
      where j.due_at_ms <= ${nowMs}::bigint and m.read_at_ms is not null for update of j skip locked)`.execute(
    db,
  )
  const { rows } = await sql<Row>`
    with free as materialized (
      select j.subscription, j.message, j.due_at_ms, s.user_id
      from push_job j join push_subscription s on s.id = j.subscription
      where j.due_at_ms <= ${nowMs}::bigint and s.user_id <> all (${except}::bigint[])
      order by j.due_at_ms limit ${MOST_LOOKED_AT} for update of j skip locked)
    update push_job j set due_at_ms = ${untilMs}::bigint, tries = j.tries + 1
    from (select subscription, message from
        (select distinct on (user_id) * from free order by user_id, due_at_ms) one
        order by due_at_ms limit ${most}) due
      join push_subscription s on s.id = due.subscription join message m on m.id = due.message
    where (j.subscription, j.message) = (due.subscription, due.message)
    returning j.tries, s.id as subscription, s.endpoint, s.p256dh, s.auth, m.*`.execute(db)
  return rows.map((row) => ({
    subscription: {
      id: row.subscription,
      userId: Number(row.user_id),
      endpoint: row.endpoint,
      p256dh: row.p256dh,
      auth: row.auth,
    },
    message: messageOfRow(row)[0] ?? null,
    messageId: row.id,
    atMs: Number(row.at_ms),
    tries: row.tries,
  }))
}

/** Deletes a job that was sent or given up. */
export async function endJob(db: Db, { subscription, messageId }: PushJob): Promise<void> {
  await db
    .deleteFrom('push_job')
    .where('subscription', '=', subscription.id)
    .where('message', '=', messageId)
    .execute()
}

export async function putOffJob(
  db: Db,
  { subscription, messageId }: PushJob,
  untilMs: number,
): Promise<void> {
  await db
    .updateTable('push_job')
    .set({ due_at_ms: BigInt(untilMs) })
    .where('subscription', '=', subscription.id)
    .where('message', '=', messageId)
    .execute()
}

/** Beyond `most` jobs of one browser, deletes the oldest; those about security go last. Skips jobs that are being taken. */
export async function dropOldestJobs(tx: Tx, users: readonly number[], most: number): Promise<void> {
  await sql`
    with crowded as (
      select j.subscription from push_job j join push_subscription s on s.id = j.subscription
      where s.user_id = any (${users}::bigint[]) group by j.subscription having count(*) > ${most}),
    placed as (
      select j.subscription, j.message, row_number() over (partition by j.subscription
        order by m.category = 'security' desc, j.message desc) as place
      from crowded join push_job j using (subscription) join message m on m.id = j.message)
    delete from push_job where (subscription, message) in (
      select j.subscription, j.message from push_job j
      where (j.subscription, j.message) in (select subscription, message from placed where place > ${most})
      for update of j skip locked)`.execute(tx)
}

/** When the next job is due; null when none is pending. */
export async function nextJobAt(reader: Reader): Promise<number | null> {
  const { rows } = await sql<{ at: bigint | null }>`select min(due_at_ms) as at from push_job`.execute(reader)
  return rows[0]?.at == null ? null : Number(rows[0].at)
}
