/** One index price of one product, with its sequence number in the log. Lists of ticks are in log order. */
export interface Tick {
  seq: number
  atMs: number
  price: bigint
}

export type VoidReason = 'no_entry' | 'thin_window'
export type Fixing = { ok: true; tick: Tick } | { ok: false; reason: VoidReason }

/** The entry tick is at least this much later than acceptance, so that an order never enters at a known price. */
export const ENTRY_DELAY_MS = 500
/** How long to wait for the entry tick after that; without one the order is void. */
export const ENTRY_WAIT_MS = 3000

/** The whole second of the expected entry tick. */
export function entryDueAtMs(acceptedAtMs: number): number {
  return Math.ceil((acceptedAtMs + ENTRY_DELAY_MS) / 1000) * 1000
}

/** The last whole second whose tick counts for settlement. Known at acceptance, however late the entry tick comes. */
export function dueAtMs(acceptedAtMs: number, durationSeconds: number): number {
  return entryDueAtMs(acceptedAtMs) + durationSeconds * 1000
}

/** The first tick late enough after acceptance that also comes after the order's ticket in the log. */
export function entryFixing(
  ticks: readonly Tick[],
  order: { acceptedAtMs: number; ticketSeq: number },
): Fixing {
  const from = order.acceptedAtMs + ENTRY_DELAY_MS
  const tick = ticks.find((one) => one.atMs >= from && one.seq > order.ticketSeq)
  return tick && tick.atMs <= from + ENTRY_WAIT_MS ? { ok: true, tick } : { ok: false, reason: 'no_entry' }
}

/**
 * The median by price of the ticks in the seconds (due - fixingTicks, due]: the lower of two middle ticks, and the latest of
 * equal prices, so that the price names one tick. Void with fewer than 60 % of the ticks.
 */
export function exitFixing(ticks: readonly Tick[], order: { dueAtMs: number; fixingTicks: number }): Fixing {
  const from = order.dueAtMs - order.fixingTicks * 1000
  const window = ticks.filter((one) => one.atMs > from && one.atMs <= order.dueAtMs)
  if (window.length * 10 < order.fixingTicks * 6) return { ok: false, reason: 'thin_window' }
  const byPrice = window.toSorted((a, b) => (a.price < b.price ? -1 : a.price > b.price ? 1 : 0))
  const median = byPrice[Math.floor((byPrice.length - 1) / 2)]
  const tick = window.findLast((one) => one.price === median?.price)
  return tick ? { ok: true, tick } : { ok: false, reason: 'thin_window' }
}

/**
 * The whole seconds, in s since 1970, whose ticks can decide an order: those in which the entry may fall, and the settlement
 * window.
 */
export function decidingSeconds(dueAtMs: number, order: { seconds: number; fixingTicks: number }): number[] {
  const due = dueAtMs / 1000
  const entry = due - order.seconds
  const waits = ENTRY_WAIT_MS / 1000
  return [
    ...Array.from({ length: waits + 1 }, (_, i) => entry + i),
    ...Array.from({ length: order.fixingTicks }, (_, i) => due - order.fixingTicks + 1 + i),
  ]
}
