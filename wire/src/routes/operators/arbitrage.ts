import * as z from 'zod/mini'
import { route } from '../../call.ts'
import { decimal, moneyText } from '../../fields.ts'
import { engineState, hostingProduct } from '../../schemas/arbitrage.ts'

const reason = z.string().check(z.trim(), z.minLength(3), z.maxLength(500), z.regex(/^\P{Cc}*$/u))
const action = { who: 'operator', may: 'runProgramme', method: 'POST' } as const
const limits = z.object({
  /** Most USDT in one trade, and its least profit after all fees. */
  mostTrade: decimal,
  leastProfit: decimal,
  /** A day's loss at which the engine stops by itself. */
  dayLoss: decimal,
  /** Number of trades with an open rest at which the engine stops by itself. */
  openRests: z.int(),
})

const changedLimits = {
  mostTrade: moneyText,
  leastProfit: moneyText,
  dayLoss: moneyText,
  openRests: z.int().check(z.gte(1), z.lte(100)),
}

/** Payload of `engine.limits`: the new limits, and those that they replace. */
export const engineLimits = z.strictObject({ ...changedLimits, before: z.strictObject(changedLimits) })

/** Payload of `hosting.product`: a new version of a product, or a new product; running orders keep their version. */
export const hostingVersion = z.strictObject({
  mid: z.int().check(z.gte(1), z.lte(9_999)),
  /** The preceding version; 0 for a new product. */
  after: z.int().check(z.gte(0), z.lte(1_000_000)),
  days: z.int().check(z.gte(1), z.lte(365)),
  least: moneyText,
  most: moneyText,
  /** In millionths of the principal. */
  upperPpm: z.int().check(z.gte(1), z.lte(10_000)),
  exitFeePpm: z.int().check(z.gte(0), z.lte(50_000)),
  isOpen: z.boolean(),
})

/**
 * Operators' calls for the programme. None can change a yield, a payout or anybody's principal. One operator can stop the engine;
 * its limits and the products change by proposals of the kinds `engine.limits` and `hosting.product`.
 */
export const operatorArbitrageRoutes = {
  consoleEngine: route({
    method: 'GET',
    path: '/api/console/engine',
    summary: 'The engine: its state, limits, open rests, and today’s profit.',
    who: 'operator',
    may: 'see',
    reply: z.object({ engine: engineState, limits, today: decimal, openRests: z.int() }),
  }),
  consoleStopEngine: route({
    ...action,
    path: '/api/console/engine/stop',
    summary: 'Stops the engine; open rests are still closed.',
    input: z.object({ reason }),
    reply: z.object({ engine: engineState }),
  }),
  consoleStartEngine: route({
    ...action,
    freshFactor: true,
    path: '/api/console/engine/start',
    summary: 'Lets the engine trade again.',
    input: z.object({ reason }),
    reply: z.object({ engine: engineState }),
  }),
  consoleHostingProducts: route({
    method: 'GET',
    path: '/api/console/hosting/products',
    summary:
      'Every version of every product, newest first; the first one of a `mid` is in force unless it is closed.',
    who: 'operator',
    may: 'see',
    reply: z.object({
      list: z.array(z.object({ ...hostingProduct.shape, isOpen: z.boolean(), from: z.int() })),
    }),
  }),
}
