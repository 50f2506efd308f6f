import * as z from 'zod/mini'
import { decimal, uuid } from '../fields.ts'

/** A product for hosts, with its terms in force. */
export const hostingProduct = z.object({
  mid: z.int(),
  version: z.int(),
  /** Its name in the reader's language, such as "30 days". */
  title: z.string(),
  /** Days. */
  period: z.int(),
  /** "100 - 5000" in USDT. */
  quotaScope: z.string(),
  least: decimal,
  most: decimal,
  /** Average daily yield of the last 30 days at these terms, and the present upper yield, as fractions: "0.00021-0.0004". */
  dayYield: z.string(),
  /** Fee of an early exit, percent of the principal: "0.5". */
  serviceCharge: z.string(),
})
export type HostingProductItem = z.output<typeof hostingProduct>

/** One of the user's hosting orders. */
export const hostingItem = z.object({
  orderNumber: uuid,
  mid: z.int(),
  title: z.string(),
  period: z.int(),
  /** Number of days it has shared in, including days without a yield. */
  profitDays: z.int(),
  /** Sum of its yields. */
  totArbitrage: decimal,
  /** Ms since 1970. */
  createTime: z.int(),
  expireTime: z.int(),
  orderMoney: decimal,
  /** Returned amount and early-exit fee; 0 while it runs. */
  redeemMoney: decimal,
  deductionMoney: decimal,
  /** 1 hosting, 2 ended. */
  status: z.int(),
  /** Whether it ended before its time. */
  isEarly: z.boolean(),
  /** Start of the first whole day that it shares in, ms since 1970. */
  sharesFrom: z.int(),
})
export type HostingItem = z.output<typeof hostingItem>

/** A closed UTC day of the programme, in a book. */
export const programmeDay = z.object({
  /** YYYY-MM-DD. */
  day: z.string(),
  /** With a minus after a loss. */
  profit: decimal,
  /** The loss to be earned back after this day: zero or below. */
  carried: decimal,
  pool: decimal,
  /** Principal hosted for the whole day and the sum paid to it, in the requested book. */
  hosted: decimal,
  paid: decimal,
  /** Number of its log entry; null until logged. */
  seq: z.nullable(z.int()),
})
export type ProgrammeDay = z.output<typeof programmeDay>

/** State of the engine: `waiting` finds no profitable spread, `stopped` needs an operator or another day. */
export const engineState = z.object({
  state: z.enum(['trading', 'waiting', 'stopped']),
  /** Why it is stopped; null otherwise. */
  why: z.nullable(z.enum(['operator', 'open_rests', 'day_loss', 'not_running', 'market_closed'])),
  /** Ms since 1970: when it last looked at the books. */
  lookedAt: z.nullable(z.int()),
})

/** A trade of the programme, from the log. */
export const programmeTrade = z.object({
  number: z.int(),
  /** Ms since 1970: when it ended; for a move, when it was decided. */
  at: z.int(),
  /** `arrival` is the end of a move. */
  kind: z.enum(['trade', 'move', 'arrival']),
  /** Code of the coin, or of the moved currency. */
  coin: z.string(),
  /** Names of the venues of purchase and sale, or of the move's source and target. */
  from: z.string(),
  to: z.string(),
  /** In units of the coin or currency. */
  amount: decimal,
  /** Average prices of purchase and sale; null for a move and its arrival. */
  bought: z.nullable(decimal),
  sold: z.nullable(decimal),
  /** After all fees, in USDT. */
  profit: decimal,
})
export type ProgrammeTrade = z.output<typeof programmeTrade>
