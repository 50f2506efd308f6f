import type { HostedOrder, HostingOrder } from './order/order.ts'

declare module '../module/events.ts' {
  interface EventMap {
    /** Expired orders returned their principal. */
    hosting_expired: { orders: readonly HostedOrder[]; atMs: number }
    /** A user ended an order early. */
    hosting_exited: { order: HostingOrder; atMs: number }
    /** A day paid nothing to these hosts. */
    hosting_unpaid: { day: string; userIds: readonly number[]; atMs: number }
  }
}
