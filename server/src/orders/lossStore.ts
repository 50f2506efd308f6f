import { sql } from 'kysely'
import type { Amount } from '@tickmark/core/money/money'
import type { Reader } from '../db/pool.ts'
import type { LossCounter, LossHour } from '../module/lossCounter.ts'

/** Orders' share of the users' own limits. */
export const orderCounts: LossCounter = { source: 'orders', hours, openStake }

async function hours(reader: Reader, userId: number, fromHour: number): Promise<LossHour[]> {
  const { rows } = await sql<{
    currency: number
    hour: number
    won: bigint
    lost: bigint
    stake: bigint
    settled: bigint
  }>`select currency, hour, won, lost, stake, settled from order_hours(${userId}::bigint, ${fromHour})`.execute(
    reader,
  )
  return rows.map(({ currency, settled, ...one }) => {
    return { ...one, currencyId: currency, settled: Number(settled) }
  })
}

async function openStake(reader: Reader, userId: number): Promise<Map<number, Amount>> {
  const { rows } = await sql<{ currency: number; held: bigint }>`
    select currency, sum(stake + fee)::bigint as held from orders
    where user_id = ${BigInt(userId)} and status = 0 and book = 0 group by currency`.execute(reader)
  return new Map(rows.map((row) => [row.currency, row.held]))
}
