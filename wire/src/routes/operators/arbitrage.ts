import * as z from 'zod/mini'
import { route } from '../../call.ts'
import { decimal, moneyText, whole } from '../../fields.ts'
import { engineState, hostingProduct } from '../../schemas/arbitrage.ts'

const reason = z.string().check(z.trim(), z.minLength(3), z.maxLength(500), z.regex(/^\P{Cc}*$/u))
const deed = { who: 'operator', role: 'treasurer', method: 'POST' } as const
const limits = z.object({
  /** Most USDT in one trade, and least profit of one after all fees. */
  mostTrade: decimal,
  leastProfit: decimal,
  /** A day's loss at which the engine stops by itself. */
  dayLoss: decimal,
  /** Trades whose rest is open, at which it stops by itself. */
  openRests: z.int(),
})

/** Operators' calls for the programme. None of them reaches a yield, a payout or anybody's principal. */
export const operatorArbitrageRoutes = {
  deskEngine: route({
    method: 'GET',
    path: '/api/desk/engine',
    summary: 'The engine: its state, limits, open rests, and today’s profit.',
    who: 'operator',
    role: 'any',
    reply: z.object({ engine: engineState, limits, today: decimal, openRests: z.int() }),
  }),
  deskStopEngine: route({
    ...deed,
    path: '/api/desk/engine/stop',
    summary: 'Stops the engine; open rests are still closed.',
    input: z.object({ reason }),
    reply: z.object({ engine: engineState }),
  }),
  deskStartEngine: route({
    ...deed,
    path: '/api/desk/engine/start',
    summary: 'Lets the engine trade again.',
    input: z.object({ reason }),
    reply: z.object({ engine: engineState }),
  }),
  deskEngineLimits: route({
    ...deed,
    path: '/api/desk/engine/bounds',
    summary: 'Sets the engine’s limits.',
    input: z.object({
      reason,
      mostTrade: moneyText,
      leastProfit: moneyText,
      dayLoss: moneyText,
      openRests: whole(1, 100),
    }),
    reply: z.object({ limits }),
    refusals: ['engine_limits_invalid'],
  }),
  deskHostingProducts: route({
    method: 'GET',
    path: '/api/desk/hosting/products',
    summary:
      'Every version of every product, newest first; the first one of a `mid` is in force unless it is closed.',
    who: 'operator',
    role: 'any',
    reply: z.object({
      list: z.array(z.object({ ...hostingProduct.shape, isOpen: z.boolean(), from: z.int() })),
    }),
  }),
  deskSetHostingProduct: route({
    ...deed,
    path: '/api/desk/hosting/product',
    summary: 'A new version of a product, or a new product; orders that run keep their own version.',
    input: z.object({
      reason,
      mid: whole(1, 9_999),
      days: whole(1, 365),
      least: moneyText,
      most: moneyText,
      /** In millionths of the principal. */
      upperPpm: whole(1, 10_000),
      exitFeePpm: whole(0, 50_000),
      isOpen: z._default(z.boolean(), true),
    }),
    reply: z.object({ version: z.int() }),
    refusals: ['hosting_product_invalid'],
  }),
}
