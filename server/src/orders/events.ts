import type { Order } from './order/order.ts'

declare module '../module/events.ts' {
  interface EventMap {
    /** Orders settled together, or one order closed for its bid. */
    orders_settled: { orders: readonly Order[] }
    /** The same for users without an open page, sent later and apart: only orders that ended by themselves. */
    absent_orders_settled: { orders: readonly Order[] }
  }
}
