import { assert } from '@tickmark/core/assert'
import { hexOf } from '@tickmark/core/bytes'
import { dayName } from '@tickmark/core/market/simulated/prices'
import { formatAmount } from '@tickmark/core/money/money'
import type { ReplyOf } from '@tickmark/wire/call'
import type { arbitrageRoutes } from '@tickmark/wire/routes/arbitrage'
import type { Db, Reader } from '../../db/pool.ts'
import { PART, pathFrom, payoutLine } from '../closing/dayLines.ts'
import { daysOf, leavesAround, type SharedDay } from '../dayStore.ts'
import type { HostedOrder } from '../order/order.ts'

/** Each day's payout to an order, newest first, with the path of its line to the day's root. */
export async function showDays(
  db: Db,
  order: HostedOrder,
  query: { page: number; pageSize: number },
): Promise<Omit<ReplyOf<(typeof arbitrageRoutes)['getHostingDays']>, 'exit'>> {
  const days = await daysOf(db, order.id, query)
  const list = []
  for (const one of days) list.push(await dayOf(db, order, one))
  return { list, total: order.sharedDays }
}

async function dayOf(reader: Reader, order: HostedOrder, { day, leaf, amount, size, seq }: SharedDay) {
  const { hashes, roots } = await leavesAround(reader, day, Math.floor(leaf / PART))
  assert(hashes.length > 0, 'a closed day keeps the hashes of its lines')
  return {
    day: dayName(day),
    amount: formatAmount(amount),
    line: payoutLine(day, { ...order, order: order.id, amount }),
    path: pathFrom(leaf, hashes, roots).map(hexOf),
    index: leaf,
    size,
    seq,
  }
}
