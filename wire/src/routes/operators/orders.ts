import * as z from 'zod/mini'
import { route } from '../../call.ts'
import { decimal, uuid, whole } from '../../fields.ts'
import { orderItem, outcome } from '../orders.ts'
import { keyset } from './people.ts'

const book = z.enum(['real', 'simulated'])
const ms = whole(0, 9_999_999_999_999)
const logPlace = z.object({
  batch: z.int(),
  index: z.int(),
  /** The log entry with the batch; null until there is one. */
  seq: z.nullable(z.int()),
})
const fixing = z.nullable(z.object({ seq: z.int(), price: decimal, at: z.int() }))

const orderLine = z.object({ ...orderItem.shape, userId: z.int(), address: z.string(), book })
export type OrderLine = z.output<typeof orderLine>

/** Upper ends of the due-time groups of open orders, in ms from now; the last group has all others. */
export const DUE_WITHIN_MS = [
  60_000, 300_000, 900_000, 3_600_000, 14_400_000, 86_400_000, 604_800_000,
] as const

const reading = { method: 'GET', who: 'operator' } as const

/** Orders, as operators read them; no call changes one. */
export const operatorOrderRoutes = {
  consoleOrders: route({
    ...reading,
    reads: { subject: 'user', field: 'userId' },
    path: '/api/console/orders',
    summary: 'Orders, newest first.',
    may: 'seeUsers',
    input: z.object({
      ...keyset,
      before: z.optional(uuid),
      state: z.optional(z.enum(['open', 'finished'])),
      outcome: z.optional(outcome),
      pid: z.optional(whole(1, 9_999)),
      of: z.optional(book),
      userId: z.optional(whole(1, Number.MAX_SAFE_INTEGER)),
      /** When they were placed, ms since 1970; `to` is not included. */
      from: z.optional(ms),
      to: z.optional(ms),
    }),
    reply: z.object({
      list: z.array(orderLine),
      next: z.nullable(z.string()),
      /** All orders, whatever the filters; an estimate once they are many. */
      total: z.int(),
    }),
  }),
  consoleOrder: route({
    ...reading,
    reads: { subject: 'order', field: 'orderId' },
    path: '/api/console/order',
    summary: 'An order: its terms, what was signed, its places in the log, its prices and its end.',
    may: 'seeUsers',
    input: z.object({ orderId: uuid }),
    reply: z.object({
      order: orderLine,
      /** SHA-256 of the signed terms, and the batch that the log has. */
      ticket: z.object({ hash: z.string(), ...logPlace.shape }),
      /** The log entries behind its price. */
      basis: z.object({ model: z.int(), rules: z.int() }),
      entry: fixing,
      exit: fixing,
      settlement: z.nullable(
        z.object({ outcome, net: decimal, bid: z.nullable(decimal), at: z.int(), ...logPlace.shape }),
      ),
      /** Whether its owner’s key signed the order, and its early close. */
      consent: z.object({ order: z.boolean(), close: z.boolean() }),
      /** The name at which its owner shares the receipt. */
      shared: z.nullable(z.string()),
    }),
    refusals: ['order_unknown'],
  }),
  consoleReceipt: route({
    ...reading,
    reads: { subject: 'order', field: 'orderId' },
    path: '/api/console/order/receipt',
    summary: 'The signed receipt of a finished order, as its owner has it.',
    may: 'seeUsers',
    input: z.object({ orderId: uuid }),
    reply: z.object({
      receipt: z.unknown(),
      witnessed: z.nullable(z.object({ checkpoint: z.string(), proof: z.array(z.string()) })),
    }),
    refusals: ['order_unknown'],
  }),
  consoleExposure: route({
    ...reading,
    path: '/api/console/exposure',
    summary:
      'What open orders may win, by coin and by when they are due, and what the house has for it; at most two seconds old.',
    may: 'see',
    reply: z.object({
      asOf: z.int(),
      rows: z.array(
        z.object({
          pid: z.int(),
          pair: z.string(),
          book,
          currency: z.string(),
          /** 0 up, 1 down. */
          direction: z.int(),
          /** Due within this many ms; one of DUE_WITHIN_MS. */
          withinMs: z.int(),
          orders: z.int(),
          stake: decimal,
          /** Total profit if all of them win. */
          profit: decimal,
          /** The same in USDT at the index price. */
          value: decimal,
        }),
      ),
      house: z.array(
        z.object({
          book,
          currency: z.string(),
          /**
           * Total that all open orders may win, its limit by the rules (null: no limit), and the bankroll's remaining capacity.
           */
          atRisk: decimal,
          most: z.nullable(decimal),
          bankroll: decimal,
        }),
      ),
      /** Orders placed in each of the last 60 whole seconds, oldest first, and the ms at which the first of them began. */
      placed: z.object({ from: z.int(), counts: z.array(z.int()) }),
    }),
  }),
}
