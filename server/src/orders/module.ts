import { codeOfBook, currencyById, priceOf } from '@tickmark/core/money/currencies'
import { ONE, shareFloor } from '@tickmark/core/money/money'
import { PRODUCTS } from '@tickmark/core/market/products'
import { createHmac } from 'node:crypto'
import { languagesOf } from '../accounts/store.ts'
import type { Ground } from '../app/openRuntime.ts'
import type { LiveHub } from '../http/live/hub.ts'
import { signerOf } from '../platform/keys.ts'
import { forgetOldRequests } from '../ledger/idempotency.ts'
import { messageOf } from '../platform/log.ts'
import type { Market } from '../market/market.ts'
import { createBell } from './settling/wakeUp.ts'
import { createClosing } from './settling/closeOrder.ts'
import type { OrdersDeps, Prices } from './order/ports.ts'
import type { Order } from './order/order.ts'
import { standardLimits, usdtPriceAt } from './placing/exposureLimits.ts'
import { createPlacing, type Placing } from './placing/placingQueue.ts'
import { createSettling } from './settling/settleDue.ts'
import { openStakes } from './order/store.ts'
import { collectReceipts, collectTickets } from './receipts/logRoots.ts'
import { itemOf } from './order/view.ts'

/** Answers whose keys nobody will send again are dropped this often. */
const FORGET_EVERY_MS = 3_600_000
/** Shares of open stake are counted this often. */
const SHARES_EVERY_MS = 5_000

/** The room of orders, bound to the market: tickets go into the log before each tick, and what is due is settled after it. */
export interface Trading {
  deps: OrdersDeps
  placing: Placing
  /** Whole percent of a product's open stake that is on Up; null without any. */
  upShare(pid: number): number | null
}

/** `onNews` is told once a tick, after what was due is settled: there may be something also of another process. */
export function openTrading(ground: Ground, market: Market, hub: LiveHub, onNews: () => void): Trading {
  const { clock, keys, database } = ground
  const signer = signerOf(keys.receiptsKey)
  const bell = createBell(clock)
  const tagSecret = createHmac('sha256', keys.pepper).update('user tags of tickets').digest()
  const usdtPrice = usdtPriceAt(market)
  const placing = createPlacing({ database, clock, signer, tagSecret, limits: standardLimits, usdtPrice })
  const tell = teller(ground, hub)
  const onSettled = (orders: readonly Order[]) => {
    bell.ring(orders.map((one) => one.id))
    tell(orders)
  }
  const closing = createClosing({ database, clock, signer, onClosed: (order) => onSettled([order]) })
  const settling = createSettling({ database, clock, signer, ticksBetween: market.ticksBetween, onSettled })
  market.beforeTick(collectTickets)
  market.beforeTick(collectReceipts)
  market.onTick(async ({ atMs }) => {
    await settling.settleDue(atMs)
    onNews()
  })
  market.onTick(async ({ atMs }) => {
    if (atMs % FORGET_EVERY_MS === 0) await forgetOldRequests(database.db, atMs)
  })
  const prices = pricesOf(market)
  const deps: OrdersDeps = {
    db: database.db,
    clock,
    prices,
    placing,
    closing,
    bell,
    quoteKey: keys.quoteKey,
    tagSecret,
    logSigner: signerOf(keys.logKey),
    receiptsKey: signer.publicKey,
  }
  return { deps, placing, upShare: sharesOf(ground, market) }
}

function pricesOf(market: Market): Prices {
  return {
    latest: market.latest,
    acceptsOrders: market.acceptsOrders,
    sigma: (pid) => market.figures().get(pid)?.sigmaPerSecond ?? null,
    ticksBetween: market.ticksBetween,
    entriesBetween: market.entriesBetween,
  }
}

/** Tells users whose pages are open of their settled orders, each in his own language. */
function teller({ database, clock, log }: Ground, hub: LiveHub) {
  return (orders: readonly Order[]) => {
    const heard = orders.filter((order) => hub.hears(order.userId))
    if (heard.length === 0) return
    languagesOf(database.db, [...new Set(heard.map((order) => order.userId))])
      .then((languages) => {
        for (const order of heard) {
          const book = codeOfBook(order.book)
          const item = itemOf(order, null, languages.get(order.userId) ?? 'english', clock.nowMs())
          hub.publish(order.userId, { event: 'order_settled', book, order: item })
          hub.publish(order.userId, { event: 'balance_changed', book })
        }
      })
      .catch((thrown: unknown) =>
        log.warn('users were not told of their orders', { reason: messageOf(thrown) }),
      )
  }
}

/** Keeps count of the open stake on each side, in USDT at the index. */
function sharesOf({ database, log }: Ground, market: Market): Trading['upShare'] {
  let shares = new Map<number, number>()
  const count = async () => {
    const stakes = await openStakes(database.db)
    const figures = market.figures()
    const valueOf = (currencyId: number, stake: bigint) => {
      const currency = currencyById(currencyId)
      const price = currency && priceOf(currency, (pid) => figures.get(pid)?.price ?? null)
      return shareFloor(stake, price ?? 0n, ONE)
    }
    const next = new Map<number, number>()
    for (const { pid } of PRODUCTS) {
      const own = stakes.filter((one) => one.pid === pid)
      const sum = (some: typeof own) =>
        some.reduce((total, one) => total + valueOf(one.currencyId, one.stake), 0n)
      const all = sum(own)
      if (all > 0n) next.set(pid, Number((sum(own.filter((one) => one.direction === 'up')) * 100n) / all))
    }
    shares = next
  }
  market.onTick(async ({ atMs }) => {
    if (atMs % SHARES_EVERY_MS !== 0) return
    await count().catch((thrown: unknown) =>
      log.warn('open stakes were not counted', { reason: messageOf(thrown) }),
    )
  })
  return (pid) => shares.get(pid) ?? null
}
