import { sharedDays, type HostingTicket } from '@tickmark/core/arbitrage/hostings'
import type { HostingOrder } from '../order/order.ts'

/** The house's promise to an order's owner; `consent` is the hash of the owner's signed text, '' for none. */
export function ticketFor(order: HostingOrder, consent: string): HostingTicket {
  const { number, placedAtMs: at, id, book, mid, version, days, principal } = order
  const terms = { mid, version, days, upperPpm: Number(order.upperPpm), exitFeePpm: Number(order.exitFeePpm) }
  return {
    v: 1,
    kind: 'hosting',
    number,
    at,
    order: id,
    book,
    ...terms,
    principal: String(principal),
    ...sharedDays(at, days),
    consent,
  }
}
