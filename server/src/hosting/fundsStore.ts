import { PROGRAMME } from '@tickmark/core/arbitrage/programme'
import { CAUSES, KINDS } from '@tickmark/core/ledger/accounts'
import { codeOfBook } from '@tickmark/core/money/currencies'
import type { Amount } from '@tickmark/core/money/money'
import { sql } from 'kysely'
import { int8s, uuids } from '../db/arrays.ts'
import type { Reader } from '../db/pool.ts'
import type { FundSource, Owner } from '../module/funds.ts'
import type {} from './tables.ts'

/** Hosted money, and the payouts of closed days. */
export const hostingFunds: FundSource = { kinds: ['hosted'], netsBetween, refsSince }

/** All orders of the user: a day may close and pay long after an order's end. */
async function refsSince(reader: Reader, { userId, book }: Owner, currencyId: number) {
  const isPaid = currencyId === PROGRAMME.currency
  const rows = await reader
    .selectFrom('hosting_order')
    .select('id')
    .where('user_id', '=', BigInt(userId))
    .where('book', '=', codeOfBook(book))
    .where(sql<boolean>`${isPaid}`)
    .execute()
  return { out: null, in: 'yield', refs: rows.map((row) => row.id), journal: payoutsTo } as const
}

/** The payouts to these orders, with the columns of the view `movement`. */
function payoutsTo(orders: readonly string[]) {
  const kind = (name: keyof typeof KINDS) => sql.lit(PROGRAMME.currency * 16 + KINDS[name])
  return sql`(
    select (book * 512 + ${kind('programme')})::bigint as from_id, user_id * 1024 + book * 512 + ${kind('available')} as to_id,
      amount, at_ms, order_id as ref, ${sql.lit(CAUSES.yield)}::smallint as cause, leg
    from hosting_payouts_of(${uuids(orders)}::uuid[]) where amount > 0)`
}

/** Payouts to the user, summed from each time to the next. */
async function netsBetween(
  reader: Reader,
  { userId, book }: Owner,
  timesMs: readonly number[],
): Promise<Map<number, Amount[]>> {
  const { rows } = await sql<{ place: number; paid: bigint }>`
    select width_bucket(at_ms - 1, ${int8s(timesMs)}::bigint[]) as place, sum(amount)::bigint as paid
    from hosting_payouts_of(array(
      select id from hosting_order where user_id = ${userId}::bigint and book = ${codeOfBook(book)}::smallint))
    where amount > 0 and at_ms > ${timesMs[0] ?? 0}::bigint
    group by 1`.execute(reader)
  const sums = timesMs.map(() => 0n)
  for (const { place, paid } of rows) sums[place - 1] = paid
  return new Map([[PROGRAMME.currency, sums]])
}
