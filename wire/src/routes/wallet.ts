import * as z from 'zod/mini'
import { route } from '../call.ts'
import { BALANCES } from '../balances.ts'
import { decimal, uuid, whole } from '../fields.ts'
import { shownEntry } from '../schemas/promise.ts'
import { outcome } from './orders.ts'

const walletItem = z.object({
  currencyId: z.int(),
  alias: z.string(),
  name: z.string(),
  picture: z.string(),
  colour: z.string(),
  shown: z.int(),
  /** Value in USDT at the index price. */
  value: decimal,
  /** Holdings: the available balance, plus the holds of open orders and of pending withdrawals. */
  amount: decimal,
  available: decimal,
  usdRate: decimal,
})

/** Cause of a statement line, and the account on its other side. */
export const statementLine = z.object({
  at: z.int(),
  cause: z.enum([
    'order',
    'settlement',
    'grant',
    'reset',
    'deposit',
    'withdrawal',
    'payout',
    'swap',
    'loan',
    'repayment',
    'hosting',
    'release',
    'yield',
  ]),
  /** Signed: above zero is money in. */
  amount: decimal,
  /** Balance after the line. */
  balance: decimal,
  counter: z.enum([
    'external',
    'escrow',
    'hold',
    'available',
    'inventory',
    'fees',
    'lending',
    'hosted',
    'programme',
  ]),
  ref: uuid,
  /** The order whose receipt explains the line. */
  orderId: z.nullable(uuid),
  /** That order's pair, direction (0 up, 1 down), and its outcome once it has one. */
  order: z.nullable(z.object({ pair: z.string(), direction: z.int(), outcome: z.nullable(outcome) })),
})

/**
 * One of the two shares of a balance, with the path to the root of its currency's tree: core's `ShownShare`, whose form the page checks by
 * `parseBalancesFile`.
 */
const shownShare = z.object({
  book: z.string(),
  currency: z.string(),
  kind: z.string(),
  share: z.int(),
  /** In units of 1e-8, like the sums. */
  amount: z.string(),
  salt: z.string(),
  path: z.array(z.object({ side: z.string(), hash: z.string(), sum: z.string() })),
})

export const walletRoutes = {
  getMyWalletData: route({
    method: 'GET',
    path: '/api/getMyWalletData',
    summary: 'Own holdings in the book of the request, what open orders hold of them, and today’s result.',
    who: 'user',
    inTurn: true,
    input: z.object({
      /** Start of the caller's day, in milliseconds since 1970; at most 48 h ago, UTC midnight by default. */
      dayStart: z.optional(whole(0, 9_999_999_999_999)),
    }),
    reply: z.object({
      data: z.object({
        items: z.array(walletItem),
        total: decimal,
        /** Part of the total that open orders hold. */
        inOrders: decimal,
        /** Net result of the orders that have ended since the day began. */
        today: decimal,
      }),
    }),
  }),
  getavailableMoneyByCurrency: route({
    method: 'GET',
    path: '/api/getavailableMoneyByCurrency',
    summary: 'What is free to spend in one currency of the book of the request.',
    who: 'user',
    input: z.object({ currencyName: z.string().check(z.maxLength(16)) }),
    reply: z.object({ balance: decimal }),
    refusals: ['currency_unknown'],
  }),
  getavailableMoneyAndHsByCurrency: route({
    method: 'GET',
    path: '/api/getavailableMoneyAndHsByCurrency',
    summary: 'What is free to spend in one currency, and its value in USDT.',
    who: 'user',
    input: z.object({ currencyName: z.string().check(z.maxLength(16)) }),
    reply: z.object({ available: decimal, value: decimal, picture: z.string() }),
    refusals: ['currency_unknown'],
  }),
  getHoldingsHistory: route({
    method: 'GET',
    path: '/api/getHoldingsHistory',
    summary:
      'Value of the own holdings since the first movement, in all and by currency, at the prices of each time, and the result of all orders.',
    who: 'user',
    inTurn: true,
    input: z.object({ range: z._default(z.enum(['1D', '1W', '1M']), '1D') }),
    reply: z.object({
      /** Milliseconds since 1970, oldest first; the last one is now. */
      times: z.array(z.int()),
      total: z.array(decimal),
      currencies: z.array(z.object({ name: z.string(), values: z.array(decimal) })),
      /** Net result of all orders that have ended. */
      allTime: decimal,
    }),
  }),
  getStatement: route({
    method: 'GET',
    path: '/api/getStatement',
    summary:
      'Every movement of one balance in a span of time, oldest first, with opening and closing balance. `after` pages.',
    who: 'user',
    inTurn: true,
    input: z.object({
      currencyId: whole(1, 31),
      kind: z._default(z.enum(['available', 'hold', 'hosted']), 'available'),
      /** Milliseconds since 1970; from is included, to is not. */
      from: whole(0, 9_999_999_999_999),
      to: whole(0, 9_999_999_999_999),
      pageSize: z._default(whole(1, 500), 100),
      after: z.optional(z.string().check(z.maxLength(80))),
    }),
    reply: z.object({
      opening: decimal,
      closing: decimal,
      lines: z.array(statementLine),
      /** Cursor of the next page; null after the last. */
      next: z.nullable(z.string()),
    }),
    refusals: ['currency_unknown'],
  }),
  getSignedBalances: route({
    method: 'GET',
    path: '/api/getSignedBalances',
    isPrivate: true,
    summary:
      'What the house owed the caller when its log last told of an audit without findings, as shares of the logged {liabilities}, with the proof.',
    who: 'user',
    inTurn: true,
    reply: z.object({
      /** Null while the log tells of no audit. */
      signed: z.nullable(
        z.object({
          /** Address of the wallet whose balances these are. */
          account: z.string(),
          /** The time of these balances, in milliseconds since 1970. */
          until: z.int(),
          /** Of all books; none while the account held nothing. */
          shares: z.array(shownShare),
          /** The `audited` entry. */
          segment: shownEntry,
          /** A signed head of the log that has the entry. */
          head: z.string(),
        }),
      ),
    }),
  }),
  resetSimulated: route({
    method: 'POST',
    path: '/api/resetSimulated',
    summary:
      'Sets the simulated book back to its opening money: once in 24 hours, and while no simulated order is open.',
    who: 'user',
    money: true,
    refreshes: BALANCES,
    reply: z.object({ reset: z.boolean() }),
    refusals: ['reset_with_orders', 'reset_too_soon'],
  }),
}
