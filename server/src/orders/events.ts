import type { Order } from './order/order.ts'

declare module '../module/events.ts' {
  interface EventMap {
    /** Orders were settled together, or one was closed for its bid. */
    orders_settled: { orders: readonly Order[] }
    /** The same of users without an open page, told later and apart: orders that ended by themselves. */
    absent_orders_settled: { orders: readonly Order[] }
  }
}
