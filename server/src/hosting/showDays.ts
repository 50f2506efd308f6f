import type { ReplyOf } from '@tickmark/wire/call'
import type { Db } from '../db/pool.ts'
import type { HostedOrder } from './order.ts'
import type { HostingRoutes } from './routes.ts'

/** What each day paid to an order, newest first, each with its line's path to the day's root. */
export function showDays(
  _db: Db,
  _order: HostedOrder,
  _query: { page: number; pageSize: number },
): Promise<ReplyOf<HostingRoutes['getHostingDays']>> {
  return Promise.resolve({ list: [], total: 0 })
}
