import { isLanguage, DEFAULT_LANGUAGE } from '@tickmark/texts/languages'
import { USER_MARKS, type UserLine, type UserMark } from '@tickmark/wire/routes/operators/people'
import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../db/pool.ts'
import type { MarkRule } from '../module/consolePart.ts'
import type {} from './tables.ts'

/** An operator's query; absent fields do not filter. */
export interface UserQuery {
  /** The beginning of an address in any spelling, or an invite code. */
  search?: string | undefined
  practice?: boolean | undefined
  /** When they joined, ms since 1970; `toMs` is not included. */
  fromMs?: number | undefined
  toMs?: number | undefined
  mark?: UserMark | undefined
  sort: 'newest' | 'oldest' | 'address'
  /** The last user of the previous page. */
  after: number | null
  limit: number
}

interface UserRow {
  id: bigint
  address: string
  wallet_type: number
  practice: boolean
  language: string
  invite_code: string
  invited_by: bigint | null
  created_at: bigint
  inviter: string | null
  marks: UserMark[]
}

/** Returns one more than `limit` when there are more. */
export async function listUsers(
  reader: Reader,
  query: UserQuery,
  rules: readonly MarkRule[],
  nowMs: number,
): Promise<UserLine[]> {
  const { rows } = await sql<UserRow>`
    ${columns(rules, nowMs)} where ${conditions(query, rules, nowMs)} order by ${ORDERS[query.sort]}
    limit ${query.limit + 1}`.execute(reader)
  return rows.map(lineOf)
}

/** A user with wallet kind and inviter; null for an unknown id. */
export async function findUser(
  reader: Reader,
  userId: number,
  rules: readonly MarkRule[],
  nowMs: number,
): Promise<(UserLine & { walletType: number; inviter: string | null }) | null> {
  const { rows } = await sql<UserRow>`${columns(rules, nowMs)} where u.id = ${BigInt(userId)}`.execute(reader)
  const [row] = rows
  return row ? { ...lineOf(row), walletType: row.wallet_type, inviter: row.inviter } : null
}

/** Number of users who registered with this user's invite code. */
export async function countInvited(reader: Reader, userId: number): Promise<number> {
  const row = await reader
    .selectFrom('users')
    .select((all) => all.fn.countAll<bigint>().as('count'))
    .where('invited_by', '=', BigInt(userId))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** In "C" order by address, so that the index on it serves the search as well. */
const ADDRESS = sql`lower(u.address) collate "C"`
const ORDERS = {
  newest: sql`u.id desc`,
  oldest: sql`u.id`,
  address: sql`${ADDRESS}, u.id`,
} as const

function columns(rules: readonly MarkRule[], nowMs: number): RawBuilder<unknown> {
  const marks = rules.map(
    ({ mark, holds }) => sql`case when ${holds(sql`u.id`, nowMs)} then ${sql.lit(mark)}::text end`,
  )
  const list = marks.length === 0 ? sql`'{}'::text[]` : sql`array_remove(array[${sql.join(marks)}], null)`
  return sql`
    select u.id, u.address, u.wallet_type, u.practice, u.language, u.invite_code, u.invited_by, u.created_at,
      (select i.address from users i where i.id = u.invited_by) as inviter, ${list} as marks
    from users u`
}

function conditions(query: UserQuery, rules: readonly MarkRule[], nowMs: number): RawBuilder<unknown> {
  const { search = '', practice, fromMs, toMs, mark, after, sort } = query
  const parts = [sql`true`]
  if (search !== '') parts.push(matches(search))
  if (practice !== undefined) parts.push(sql`u.practice = ${practice}`)
  if (fromMs !== undefined) parts.push(sql`u.created_at >= ${BigInt(fromMs)}`)
  if (toMs !== undefined) parts.push(sql`u.created_at < ${BigInt(toMs)}`)
  for (const rule of rules) if (rule.mark === mark) parts.push(rule.holds(sql`u.id`, nowMs))
  if (after !== null) {
    const id = BigInt(after)
    const place = sql`(select lower(p.address) collate "C" from users p where p.id = ${id})`
    if (sort === 'newest') parts.push(sql`u.id < ${id}`)
    else if (sort === 'oldest') parts.push(sql`u.id > ${id}`)
    else parts.push(sql`(${ADDRESS}, u.id) > (${place}, ${id})`)
  }
  return sql.join(parts, sql` and `)
}

function matches(search: string): RawBuilder<unknown> {
  const start = search.toLowerCase()
  // The next text after all with this beginning; no address contains such a character.
  const begins = sql`${ADDRESS} >= ${start} and ${ADDRESS} < ${`${start}\u{10ffff}`}`
  const code = search.toUpperCase()
  return sql`((${begins}) or u.invite_code = ${code})`
}

function lineOf(row: UserRow): UserLine {
  return {
    id: Number(row.id),
    address: row.address,
    practice: row.practice,
    language: isLanguage(row.language) ? row.language : DEFAULT_LANGUAGE,
    inviteCode: row.invite_code,
    invitedBy: row.invited_by === null ? null : Number(row.invited_by),
    joinedAt: Number(row.created_at),
    marks: USER_MARKS.filter((mark) => row.marks.includes(mark)),
  }
}
