import * as z from 'zod/mini'
import { route } from '../call.ts'
import { BALANCES } from '../balances.ts'
import { decimal, moneyText, page, pid, uuid, whole } from '../fields.ts'
import { batchProof, settlement, shownBatch, signedRefusal, ticket } from '../schemas/promise.ts'
import { consentRefusals, signedText } from '../schemas/signedText.ts'

const consent = z.optional(signedText)

const orderState = whole(0, 1)
export const outcome = z.enum(['won', 'lost', 'tied', 'void', 'closed'])
/** Filters: orders on a coin, or with an outcome. */
const ordersLike = { pid: z.optional(pid), outcome: z.optional(outcome) }
/** Milliseconds since 1970. */
const timeMs = whole(0, Number.MAX_SAFE_INTEGER)

/** A selectable return range: a quote with its text and price. `id` is signed and valid until `expiresAt`. */
const rangeOption = z.object({
  id: z.string(),
  rangeText: z.string(),
  /** Profit on a win as a multiple of the stake, two decimals. */
  rate: z.string(),
  barrierPpm: z.int(),
  /**
   * The rate is based on the larger chance. With an estimated deviation there is also a smaller chance, and the margin is a
   * range.
   */
  chancePpm: z.int(),
  leastChancePpm: z.int(),
  marginPpm: z.int(),
  mostMarginPpm: z.int(),
  breakEvenPpm: z.int(),
  /** Milliseconds since 1970. */
  expiresAt: z.int(),
})

const currencyOption = z.object({
  currencyId: z.int(),
  name: z.string(),
  picture: z.string(),
  least: decimal,
  most: decimal,
  shown: z.int(),
})

/** The figures of an open or finished order, as lists and sheets show them. */
export const orderItem = z.object({
  orderId: uuid,
  orderNumber: z.string(),
  pid: z.int(),
  picture: z.string(),
  pair: z.string(),
  secondsLeft: z.int(),
  totalSeconds: z.int(),
  timeName: z.string(),
  timeId: z.int(),
  /** 0 up, 1 down. */
  direction: z.int(),
  rangeText: z.string(),
  rate: z.string(),
  stake: decimal,
  /** As a share of the stake. */
  feeRate: decimal,
  fee: decimal,
  /** Net result of a finished order; the profit on a win of an open one. */
  profit: decimal,
  currency: z.string(),
  /** Milliseconds since 1970. */
  acceptedAt: z.int(),
  dueAt: z.int(),
  status: z.int(),
  outcome: z.nullable(outcome),
  barrierPpm: z.int(),
  chancePpm: z.int(),
  marginPpm: z.int(),
  entryPrice: z.nullable(decimal),
  entryAt: z.nullable(z.int()),
  exitPrice: z.nullable(decimal),
  exitAt: z.nullable(z.int()),
  /** The level that the settlement price must pass, once there is an entry price. */
  level: z.nullable(decimal),
  hasReceipt: z.boolean(),
  /** When a finished order ended: its due second, or when it was closed early. */
  endedAt: z.nullable(z.int()),
})

export const orderRoutes = {
  getLimitTimeType: route({
    method: 'GET',
    path: '/api/getLimitTimeType',
    summary:
      'Durations on offer, and what prices of new orders follow from: the margin and the chances of the ranges.',
    who: 'anyone',
    reply: z.object({
      list: z.array(z.object({ id: z.int(), name: z.string(), seconds: z.int() })),
      /** Margin of the rules in force, in millionths. */
      marginPpm: z.int(),
      chancesPpm: z.array(z.int()),
    }),
  }),
  getTimeAccountCurrency: route({
    method: 'GET',
    path: '/api/getTimeAccountCurrency',
    summary: 'Payment currencies and priced return ranges for a direction (0 up, 1 down), coin and duration.',
    who: 'anyone',
    input: z.object({ type: whole(0, 1), pid, timeId: z._default(whole(1, 9_999), 110) }),
    reply: z.object({
      currencies: z.array(currencyOption),
      ranges: z.array(rangeOption),
      /** Standard deviation of the return until settlement, in millionths; the page draws the outcome curve with it. */
      deviationPpm: z.int(),
      price: decimal,
      asOf: z.int(),
    }),
    refusals: ['product_unknown', 'duration_unknown', 'market_closed', 'trading_paused', 'rules_announced'],
  }),
  createLimitOrder: route({
    method: 'POST',
    path: '/api/createLimitOrder',
    summary:
      'Places an order on a quote ({quoteId}). Stake and possible payout are in escrow when this answers. A session with a key signs its orders ({consent}); then a refusal carries the house’s signed statement (`data.signed`) and is final for that text.',
    who: 'user',
    money: true,
    refreshes: [...BALANCES, 'getMyLimitOrders', 'getOrderSums', 'getTimeAccountCurrency', 'getLimits'],
    rate: 'order',
    input: z.object({
      pid,
      stake: moneyText,
      timeId: whole(1, 9_999),
      currencyId: whole(1, 31),
      quoteId: z.string().check(z.maxLength(512)),
      consent,
    }),
    reply: z.object({
      orderId: uuid,
      secondsLeft: z.int(),
      currency: z.string(),
      rangeText: z.string(),
      rate: z.string(),
      feeRate: decimal,
      expectedProfit: decimal,
      fee: decimal,
      acceptedAt: z.int(),
      dueAt: z.int(),
      /**
       * The signed terms, which enter the public log before the entry tick exists. Idempotent: a repeated request gets the same
       * ticket.
       */
      ticket,
      /** The ticket's position in its signed batch. */
      proof: batchProof,
      /** Signed note of the log's newest checkpoint. */
      head: z.string(),
      order: orderItem,
    }),
    refusals: [
      'product_unknown',
      'duration_unknown',
      'currency_unknown',
      'currency_not_accepted',
      'amount_invalid',
      'amount_too_precise',
      'stake_too_small',
      'stake_too_large',
      'insufficient_funds',
      'user_limit',
      'profit_limit',
      'exposure_limit',
      'bankroll_uncovered',
      'quote_invalid',
      'quote_expired',
      'market_closed',
      'trading_paused',
      'rules_announced',
      'limit_loss',
      'limit_stake',
      'limit_time',
      'on_break',
      'excluded',
      ...consentRefusals,
      'delegation_exceeded',
    ],
  }),
  getAnswer: route({
    method: 'POST',
    path: '/api/getAnswer',
    summary:
      'What the house answered to a signed order or early close, by the signed text; null while it may still be accepted. A text that has run out unanswered is refused by this call, with a signed statement.',
    who: 'user',
    input: z.object({ consent: signedText }),
    reply: z.nullable(
      z.object({
        /** Signed note of the log's newest checkpoint. */
        head: z.string(),
        placed: z.nullable(z.object({ orderId: uuid, ticket, proof: batchProof, order: orderItem })),
        closed: z.nullable(z.object({ settlement, proof: batchProof, order: orderItem })),
        refused: z.nullable(z.extend(signedRefusal, { message: z.string() })),
      }),
    ),
    refusals: ['consent_invalid', 'consent_other_session', 'order_unknown'],
  }),
  getLoggedAnswer: route({
    method: 'GET',
    path: '/api/getLoggedAnswer',
    summary:
      'The entry of the public log with a batch of tickets or receipts, with a refusal, or with the promise of a withdrawal, among the first {size} entries, and its place in it; without a place the last of those entries, while none of them has it.',
    who: 'anyone',
    input: z.object({
      kind: z.enum(['tickets', 'receipts', 'refusals', 'withdrawals']),
      number: whole(0, Number.MAX_SAFE_INTEGER),
      size: whole(0, Number.MAX_SAFE_INTEGER),
    }),
    reply: shownBatch,
  }),
  modifyLimitOrder: route({
    method: 'GET',
    path: '/api/modifyLimitOrder',
    summary:
      'The result of an order; waits up to 5 s for it when asked early. It reads: settlement is the server’s own work.',
    who: 'user',
    input: z.object({ orderId: uuid }),
    reply: z.object({ net: z.nullable(decimal), order: orderItem }),
    refusals: ['order_unknown'],
  }),
  getMyLimitOrders: route({
    method: 'GET',
    path: '/api/getMyLimitOrders',
    summary:
      'Own orders of the book: status 0 waiting, newest first; 1 finished, last ended first. `before` pages by key instead of by number. `total` counts all waiting orders, but finished ones only up to the end of the page, from `before` on, and one more if there are more.',
    who: 'user',
    inTurn: true,
    input: z.object({ ...page, ...ordersLike, status: orderState, before: z.optional(uuid) }),
    reply: z.object({ list: z.array(orderItem), total: z.int() }),
  }),
  getOrderSums: route({
    method: 'GET',
    path: '/api/getOrderSums',
    summary:
      'Net results of own finished orders of the book that ended from `from` until before `to`, by currency.',
    who: 'user',
    inTurn: true,
    input: z.object({ ...ordersLike, from: timeMs, to: timeMs }),
    reply: z.object({ count: z.int(), sums: z.array(z.object({ currency: z.string(), net: decimal })) }),
  }),
  getOrderValue: route({
    method: 'GET',
    path: '/api/getOrderValue',
    summary:
      'What an own order is worth now, with a signed bid at which it can be closed; null while there is no bid: before its entry price, in its last 5 s, when it is finished, and while the market is closed.',
    who: 'user',
    input: z.object({ orderId: uuid }),
    reply: z.nullable(
      z.object({
        chancePpm: z.int(),
        value: decimal,
        bid: decimal,
        bidId: z.string(),
        expiresAt: z.int(),
        price: decimal,
      }),
    ),
    refusals: ['order_unknown'],
  }),
  closeLimitOrder: route({
    method: 'POST',
    path: '/api/closeLimitOrder',
    summary:
      'Closes an open order early at a bid of getOrderValue. A session with a key signs it, with the least bid that it accepts ({consent}); then a refusal carries the house’s signed statement (`data.signed`) and is final for that text.',
    who: 'user',
    money: true,
    refreshes: [...BALANCES, 'getMyLimitOrders', 'getOrderSums', 'modifyLimitOrder', 'getLimits'],
    rate: 'order',
    input: z.object({ orderId: uuid, bidId: z.string().check(z.maxLength(512)), consent }),
    reply: z.object({
      net: decimal,
      /** The signed statement, which enters the public log within 3 s. Idempotent: a repeated request gets the same statement. */
      settlement,
      /** The statement's position in its signed batch. */
      proof: batchProof,
      /** Signed note of the log's newest checkpoint. */
      head: z.string(),
      order: orderItem,
    }),
    refusals: [
      'order_unknown',
      'order_finished',
      'close_too_early',
      'close_too_late',
      'market_closed',
      'trading_paused',
      'quote_invalid',
      'quote_expired',
      ...consentRefusals,
    ],
  }),
  getReceipt: route({
    method: 'GET',
    path: '/api/getReceipt',
    summary:
      'The signed receipt of an own finished order, with everything that is needed to check it offline.',
    who: 'user',
    input: z.object({ orderId: uuid }),
    reply: z.object({
      receipt: z.unknown(),
      /** The newest cosigned head of the log, if it includes the receipt's entries. */
      witnessed: z.nullable(z.object({ checkpoint: z.string(), proof: z.array(z.string()) })),
      /** The name of the shared receipt; null when not shared. */
      shared: z.nullable(z.string()),
    }),
    refusals: ['order_unknown'],
  }),
}
