import { currencyById, type Book } from '@tickmark/core/money/currencies'
import { formatAmount } from '@tickmark/core/money/money'
import type { InputOf, ReplyOf } from '@tickmark/wire/call'
import type { orderRoutes } from '@tickmark/wire/routes/orders'
import type { Db } from '../../db/pool.ts'
import { sumOrders } from './ownOrdersStore.ts'

type Sums = (typeof orderRoutes)['getOrderSums']

/** Net results of a user's finished orders that ended in a span of time, by currency. */
export async function orderSums(
  { from, to, pid, outcome }: InputOf<Sums>,
  owner: { userId: number; book: Book },
  db: Db,
): Promise<ReplyOf<Sums>> {
  const { count, nets } = await sumOrders(db, { ...owner, pid, outcome, fromMs: from, toMs: to })
  const sums = nets.map(({ currencyId, net }) => {
    return { currency: currencyById(currencyId)?.code ?? '', net: formatAmount(net) }
  })
  return { count, sums }
}
