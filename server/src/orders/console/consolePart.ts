import { currencyById } from '@tickmark/core/money/currencies'
import { formatAmount } from '@tickmark/core/money/money'
import { pairOf } from '@tickmark/core/receipts/receipts'
import { UUID_PATTERN } from '@tickmark/wire/fields'
import type { ConsolePart, Hit } from '../../module/consolePart.ts'
import type { Order } from '../order/order.ts'
import type { TicketGuard } from '../receipts/unloggedTickets.ts'
import { houseCover, type ExposureDeps } from './exposure.ts'
import { countOpen } from './exposureStore.ts'
import { lateOrders, voidOrders, type Outage } from './outageStore.ts'
import { anyOrder, countOrders, ordersByNumber } from './listStore.ts'

/** Older incidents appear only in the audit and the record. */
const SHOWN_MS = 90 * 86_400_000
const ID = new RegExp(`^${UUID_PATTERN}$`)
/** The short number that people read out: the random end of an id. */
const NUMBER = /^[0-9a-f]{12}$/

/** Orders as operators see them. */
export function orderConsolePart(deps: ExposureDeps, tickets: Pick<TicketGuard, 'lateSinceMs'>): ConsolePart {
  return {
    async overview(reader, nowMs) {
      const [open, bankroll, { counts }] = await Promise.all([
        countOpen(reader),
        houseCover(reader, deps.limits),
        deps.placed.lastMinute(reader, nowMs),
      ])
      const lastMinute = counts.reduce((sum, one) => sum + one, 0)
      return { orders: { open, lastMinute, lastSecond: counts.at(-1) ?? 0 }, bankroll }
    },
    async search(reader, text) {
      const wanted = text.toLowerCase()
      if (NUMBER.test(wanted)) return (await ordersByNumber(reader, wanted)).map(hitOf)
      const order = ID.test(wanted) ? await anyOrder(reader, wanted) : null
      return order ? [hitOf(order)] : []
    },
    async person(tx, userId) {
      const { open, finished } = await countOrders(tx, userId)
      return { counts: { openOrders: open, finishedOrders: finished } }
    },
    async incidents(reader, nowMs) {
      const since = nowMs - SHOWN_MS
      const [voids, lates] = await Promise.all([voidOrders(reader, since), lateOrders(reader, since)])
      const lateSince = tickets.lateSinceMs()
      const unlogged = { where: 'tickets', detail: 'not in the log', affected: null, until: null } as const
      return [
        ...(lateSince === null ? [] : [{ kind: 'ticketUnlogged' as const, since: lateSince, ...unlogged }]),
        ...voids.map((one) => ({ kind: 'ordersVoid' as const, ...shown(one) })),
        ...lates.map((one) => ({ kind: 'settledLate' as const, ...shown(one) })),
      ]
    },
  }
}

function shown({ fromMs, toMs, users, orders, pids }: Outage) {
  const where = pids.map(pairOf).join(', ')
  return { since: fromMs, until: toMs, where, detail: `${orders} orders`, affected: { users, orders } }
}

function hitOf({ id, terms, sums, currencyId, book }: Order): Hit {
  const stake = `${formatAmount(sums.stake)} ${currencyById(currencyId)?.code ?? ''}`
  return { kind: 'order', id, label: `${pairOf(terms.pid)} ${stake}${book === 'real' ? '' : ' (simulated)'}` }
}
