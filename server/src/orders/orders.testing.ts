import { type Book, currencyById } from '@tickmark/core/money/currencies'
import { userProductLimit } from '@tickmark/core/orders/orders'
import { MOST } from '@tickmark/core/money/money'
import { randomUUID } from 'node:crypto'
import { findDelegation } from '../accounts/sessionStore.ts'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'
import { transact } from '../db/transact.ts'
import type { CallContext, Answers } from '../http/calls/context.ts'
import { Refused } from '../http/calls/refused.ts'
import { signerOf } from '../platform/keys.ts'
import { presentBatches } from './receipts/presentBatch.ts'
import { grantOpenings } from '../ledger/grants.ts'
import { fundBankrolls } from '../ledger/grants.testing.ts'
import { roundedDeviation } from '@tickmark/core/market/deviation'
import { openMarket, type Market } from '../market/market.ts'
import { marketDeps, stillClock, venueSource, type StillClock } from '../market/market.testing.ts'
import type { orderRoutes } from '@tickmark/wire/routes/orders'
import { createWakeUp } from './settling/wakeUp.ts'
import { createRefusing } from './refusing/refuseSigned.ts'
import { createClosing } from './settling/closeOrder.ts'
import type { OrderPorts } from './order/ports.ts'
import { boundsOf } from './fixture.testing.ts'
import { usdtPriceAt } from './placing/exposureLimits.ts'
import { createPlacing } from './placing/placingQueue.ts'
import { ordersAnswers } from './routes.ts'
import { createSettling } from './settling/settleDue.ts'
import { recordEvents } from '../module/events.testing.ts'
import { collectReceipts, collectRefusals, collectTickets } from './receipts/signedBatches.ts'

export const START_MS = 1_795_219_200_000
export const SIGMA = 0.00008
export const START_PRICE = 6_741_250_000_000n
const receipts = signerOf(new Uint8Array(32).fill(2))

/** The orders module on a real database and a real log; the test controls time and prices. */
export interface OrderFixture {
  test: TestDatabase
  clock: StillClock
  market: Market
  deps: OrderPorts
  answers: Answers<typeof orderRoutes>
  /** Prices of the coming ticks by product; a product without a price is paused. */
  prices: Map<number, bigint>
  /** For the next tick's model; null when there is no volatility to price with. */
  volatility: { sigma: number | null; error: number }
  /** Maximum stake per user in a coin, null for the default limit, and the house's maximum loss. */
  limits: { userMost: bigint | null; profitMost: bigint; houseMost: bigint }
  /** Lets whole seconds pass, each with its tick and its settlements. */
  pass(seconds: number): Promise<void>
  close(): Promise<void>
}

export async function openOrderFixture({ isFunded = true } = {}): Promise<OrderFixture> {
  const test = await createTestDatabase()
  const { database } = test
  const clock = stillClock(START_MS + 250)
  const prices = new Map([
    [1, START_PRICE],
    [2, 351_822_000_000n],
  ])
  const volatility: OrderFixture['volatility'] = { sigma: SIGMA, error: 0 }
  if (isFunded) await fundBankrolls(database.db, clock.nowMs())
  await transact(database.db, (tx) => grantOpenings(tx, [1, 2, 3], clock.nowMs()))
  const source = {
    ...venueSource(prices),
    deviation: () =>
      volatility.sigma === null ? null : roundedDeviation(volatility.sigma, volatility.error),
  }
  const market = await openMarket(marketDeps(database, clock, { source }))
  const wakeUp = createWakeUp(clock)
  const events = recordEvents()
  events.afterCommit('orders_settled', ({ orders }) => wakeUp.wake(orders.map((one) => one.id)))
  const common = { database, clock, signer: receipts, events }
  const settling = createSettling({
    ...common,
    ticksBetween: market.ticksBetween,
  })
  market.beforeTick(collectTickets)
  market.beforeTick(collectReceipts)
  market.beforeTick(collectRefusals)
  market.onTick(async (tick) => void (await settling.settleDue(tick.atMs)))
  await market.start()
  const tagSecret = new Uint8Array(32).fill(9)
  const limits: OrderFixture['limits'] = { userMost: null, profitMost: MOST, houseMost: MOST / 4n }
  const deps: OrderPorts = {
    db: database.db,
    clock,
    prices: market,
    quoteKey: new Uint8Array(32).fill(5),
    tagSecret,
    presentBatch: presentBatches(receipts, market.receiptsKeys),
    placeOfPromise: async () => null,
    delegationOf: (session) => findDelegation(database.db, session),
  }
  const placing = createPlacing({
    ...common,
    tagSecret,
    usdtPrice: usdtPriceAt(market),
    limits: {
      userMost: (id) => limits.userMost ?? mostOf(id),
      exposure: () => boundsOf({ user: limits.profitMost, house: limits.houseMost }),
    },
  })
  const answers = ordersAnswers(deps, {
    placing,
    closing: createClosing(common),
    refusing: createRefusing({ ...common, db: database.db, receiptsKeys: () => market.receiptsKeys() }),
    wakeUp,
  })
  async function pass(seconds: number): Promise<void> {
    for (let i = 0; i < seconds; i++) {
      clock.advance(1000)
      await market.idle()
    }
  }
  async function close(): Promise<void> {
    await market.stop()
    await test.close()
  }
  return { test, clock, market, deps, answers, prices, volatility, limits, pass, close }
}

function mostOf(currencyId: number): bigint {
  const currency = currencyById(currencyId)
  return currency ? userProductLimit(currency) : 0n
}

/** The bid for one of the user's own orders that can be closed now. */
export async function bidFor({ answers, clock }: OrderFixture, orderId: string) {
  const value = await answers.getOrderValue({ orderId }, askOf(clock, 1))
  if (!value) throw new Error('there is no bid for this order now')
  return value
}

/** Requests of one user; each has a new idempotency key unless one is given. */
export function askOf(clock: StillClock, userId: number, more: Partial<CallContext> = {}): CallContext {
  return {
    user: { id: userId, address: `0x${String(userId).padStart(40, '0')}`, practice: false },
    session: null,
    operator: null,
    operatorSession: null,
    picture: null,
    book: 'simulated' satisfies Book,
    language: 'english',
    ip: '127.0.0.1',
    origin: 'http://localhost',
    userAgent: '',
    idempotencyKey: randomUUID(),
    nowMs: clock.nowMs(),
    wallMs: clock.nowMs(),
    cookie: () => null,
    setCookie: () => {},
    setOperatorToken: () => {},
    ...more,
  }
}

/** The code of a refused call; "ok" when the call succeeds. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'ok'
  } catch (thrown) {
    if (thrown instanceof Refused) return thrown.code
    throw thrown
  }
}
