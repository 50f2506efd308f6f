import type { FundSource } from '../module/funds.ts'
import { heldByOrders, netsBetween, orderIdsSince } from './order/store.ts'

/** Stakes and fees of open orders. Escrow, an account of the house, holds them. */
export const orderFunds: FundSource = {
  held: (tx, { userId, book }) => heldByOrders(tx, userId, book),
  netsBetween: (tx, { userId, book }, timesMs) => netsBetween(tx, userId, book, timesMs),
  async refsSince(tx, { userId, book }, currencyId, sinceMs) {
    const refs = await orderIdsSince(tx, userId, book, currencyId, sinceMs)
    return { out: 'order', in: 'settlement', refs }
  },
}
