import type { Tick } from '@tickmark/core/market/fixing'
import { assert } from '@tickmark/core/assert'
import { durationById } from '@tickmark/core/orders/durations'
import { ENTRY_DELAY_MS, ENTRY_WAIT_MS, entryFixing, exitFixing } from '@tickmark/core/market/fixing'
import type { Order } from './order.ts'

/** The logged ticks of a product in [fromMs, toMs], both included, in log order. */
export type TickReader = (pid: number, fromMs: number, toMs: number) => Promise<readonly Tick[]>

/** An order with its ticket's place in the log. */
export interface LoggedOrder {
  order: Order
  ticketSeq: number
}

/** The ticks that decide an order; null where the rules find none. */
export interface TickLookup {
  entry(one: LoggedOrder): Promise<Tick | null>
  exit(order: Order): Promise<Tick | null>
}

/** Computes each fixing once for all orders that share it. Pass only seconds before the end of the log. */
export function fixingsOf(ticksBetween: TickReader): TickLookup {
  const known = new Map<string, Promise<Tick | null>>()
  function share(key: string, find: () => Promise<Tick | null>): Promise<Tick | null> {
    let found = known.get(key)
    if (!found) known.set(key, (found = find()))
    return found
  }

  function entry({ order, ticketSeq }: LoggedOrder): Promise<Tick | null> {
    const { acceptedAtMs, terms } = order
    return share(`${terms.pid} ${acceptedAtMs} ${ticketSeq}`, async () => {
      const from = acceptedAtMs + ENTRY_DELAY_MS
      const ticks = await ticksBetween(terms.pid, from, from + ENTRY_WAIT_MS)
      const fixing = entryFixing(ticks, { acceptedAtMs, ticketSeq })
      return fixing.ok ? fixing.tick : null
    })
  }

  function exit({ dueAtMs, terms }: Order): Promise<Tick | null> {
    const duration = durationById(terms.durationId)
    assert(duration, 'an order has a known duration')
    const { fixingTicks } = duration
    return share(`${terms.pid} ${dueAtMs}/${fixingTicks}`, async () => {
      const ticks = await ticksBetween(terms.pid, dueAtMs - fixingTicks * 1000, dueAtMs)
      const fixing = exitFixing(ticks, { dueAtMs, fixingTicks })
      return fixing.ok ? fixing.tick : null
    })
  }

  return { entry, exit }
}
