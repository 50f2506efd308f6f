import * as z from 'zod/mini'
import { BALANCES } from '../balances.ts'
import { decimal, uuid } from '../fields.ts'
import { baseInfo, candlePoint, feedState, logStep, marketItem } from '../schemas/market.ts'
import { MESSAGE_CATEGORIES } from '../schemas/messages.ts'
import { orderItem } from '../routes/orders.ts'

/** Subscription types of the live socket. */
export const SUBSCRIPTION = { top: 1, detail: 2, watchlist: 3, all: 4, log: 5 } as const
/** Type of a frame that carries the user's own events. */
export const EVENT_FRAME = 9
export const SOCKET_PATH = '/wss'
/** Interval at which a client renews its subscription; one not renewed for `SUBSCRIPTION_LIFE_MS` ends. */
export const RENEW_MS = 3_000
export const RECONNECT_MS = 3_000
export const SUBSCRIPTION_LIFE_MS = 10_000

export const PERIODS = ['5min', '15min', '1hour', '4hour', '1day', '1week'] as const
export type Period = (typeof PERIODS)[number]
/** The period of a chart that its address does not name. */
export const FIRST_PERIOD = '15min' satisfies Period

export type Subscription =
  | { kind: 'top' | 'watchlist' | 'all' | 'log' }
  | { kind: 'detail'; pid: number; period: Period; timeId: number }

/**
 * Fields of every frame: `seq` increases by one with each frame of a subscription, `asOf` is the tick's time (ms since
 * 1970), `now` the server's clock.
 */
const head = { seq: z.int(), asOf: z.int(), now: z.int(), feed: feedState }

export const topFrame = z.object({
  ...head,
  type: z.literal(1),
  data: z.object({ list: z.array(marketItem) }),
})
export const listFrame = z.object({
  ...head,
  type: z.union([z.literal(3), z.literal(4)]),
  data: z.object({ list: z.array(marketItem) }),
})
export const detailFrame = z.object({
  ...head,
  type: z.literal(2),
  pid: z.int(),
  period: z.enum(PERIODS),
  data: z.object({ baseInfo, candles: z.array(candlePoint) }),
})

/**
 * A tick's additions to the public log. A reader at the previous size appends the leaves to its edge; a reader that missed a
 * frame requests a consistency proof.
 */
const logFrame = z.object({ ...head, type: z.literal(5), data: logStep })

const LOANS = ['loanApplyList', 'loanOrderList', 'getLoanDraft']

const MONEY_MOVED = [
  ...BALANCES,
  'getMyLimitOrders',
  'getOrderSums',
  'modifyLimitOrder',
  'get_my_recharge_record',
  'get_my_cash_out_record',
  'getMyExchangeRecords',
  'getLimits',
  ...LOANS,
]

/** An event of the user, sent to the user's open pages. */
const userEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('order_settled'), book: z.int(), order: orderItem }),
  z.object({ event: z.literal('balance_changed'), book: z.int() }),
  /** A deposit or withdrawal reached another step, which its record shows. */
  z.object({ event: z.literal('transfer_changed'), kind: z.enum(['deposit', 'withdrawal']), id: uuid }),
  /** A message was written; a muted one is listed but shows no notification. */
  z.object({
    event: z.literal('message_written'),
    id: uuid,
    category: z.enum(MESSAGE_CATEGORIES),
    title: z.string(),
    link: z.string(),
    muted: z.boolean(),
  }),
  /** Messages were read, here or in another window. */
  z.object({ event: z.literal('messages_read'), unread: z.int() }),
  /** A conversation with support changed. */
  z.object({
    event: z.literal('chat_changed'),
    threadId: uuid,
    what: z.enum(['message', 'delivery', 'typing']),
  }),
  /** Another hour of use: minutes since midnight UTC, and the real account's net result of the last 24 h in USDT. */
  z.object({ event: z.literal('reality_check'), minutes: z.int(), net: decimal, orders: z.int() }),
  z.object({ event: z.literal('session_ended') }),
])
export type UserEvent = z.output<typeof userEvent>

/** The calls whose answers each event makes stale; the page fetches those again. */
export const EVENT_REFRESHES: Readonly<Record<UserEvent['event'], readonly string[]>> = {
  order_settled: MONEY_MOVED,
  balance_changed: MONEY_MOVED,
  transfer_changed: MONEY_MOVED,
  // A message can mean that an alert has fired, that a friend has joined, or that a loan was decided.
  message_written: ['getMyMessage', 'getUnread', 'getAlerts', 'modify_user', ...LOANS],
  messages_read: ['getMyMessage', 'getUnread'],
  chat_changed: ['getThread', 'getThreads'],
  reality_check: [],
  session_ended: [],
}

export const eventFrame = z.object({ ...head, type: z.literal(EVENT_FRAME), data: userEvent })

export const frame = z.discriminatedUnion('type', [topFrame, listFrame, detailFrame, logFrame, eventFrame])
export type Frame = z.output<typeof frame>
