import { orderRoutes } from '@tickmark/wire/routes/orders'
import { createHmac } from 'node:crypto'
import { routesOf } from '../http/calls/mount.ts'
import { signerOf } from '../platform/keys.ts'
import type { Market } from '../market/market.ts'
import type { Module } from '../module/module.ts'
import type { Runtime } from '../module/runtime.ts'
import { createWakeUp } from './settling/wakeUp.ts'
import { createClosing } from './settling/closeOrder.ts'
import type { OrderPorts, Prices } from './order/ports.ts'
import { orderFunds } from './funds.ts'
import { exposureLimits, usdtPriceAt } from './placing/exposureLimits.ts'
import { orderCounts } from './lossStore.ts'
import { orderMessages } from './messages.ts'
import { countOpenStakes } from './countOpenStakes.ts'
import { showSettled } from './pageEvents.ts'
import { createPlacing } from './placing/placingQueue.ts'
import { ordersAnswers } from './routes.ts'
import { createSettling } from './settling/settleDue.ts'
import { orderSubject } from './subject.ts'
import { createAbsentNotifier } from './settling/notifyAbsent.ts'
import { collectReceipts, collectTickets } from './receipts/logRoots.ts'

interface ModulePorts {
  market: Market
  languagesOf: Parameters<typeof showSettled>[1]
}

/**
 * The orders module. Open it before the market starts: it logs tickets before each tick and settles due orders after
 * it. It then messages users without an open page, also about orders that another process settled.
 */
export function openOrders(runtime: Runtime, { market, languagesOf }: ModulePorts): Module {
  const { database, clock, log, keys, events, live } = runtime
  const signer = signerOf(keys.receiptsKey)
  const tagSecret = createHmac('sha256', keys.pepper).update('user tags of tickets').digest()
  const common = { database, clock, signer, events }
  const wakeUp = createWakeUp(clock)
  const usdtPrice = usdtPriceAt(market)
  const placing = createPlacing({ ...common, tagSecret, limits: exposureLimits, usdtPrice })
  const settling = createSettling({ ...common, ticksBetween: market.ticksBetween })
  const absentNotifier = createAbsentNotifier({ db: database.db, clock, log, events, live })
  market.beforeTick(collectTickets)
  market.beforeTick(collectReceipts)
  market.onTick(async ({ atMs }) => {
    await settling.settleDue(atMs)
    absentNotifier.wake()
  })
  events.afterCommit('orders_settled', ({ orders }) => wakeUp.wake(orders.map((one) => one.id)))
  showSettled(runtime, languagesOf)
  countOpenStakes(runtime, market)
  const deps: OrderPorts = {
    db: database.db,
    clock,
    prices: pricesOf(market),
    quoteKey: keys.quoteKey,
    tagSecret,
    logSigner: signerOf(keys.logKey),
    receiptsKey: signer.publicKey,
  }
  return {
    name: 'orders',
    routes: [routesOf(orderRoutes, ordersAnswers(deps, { placing, closing: createClosing(common), wakeUp }))],
    async onListen() {
      absentNotifier.start()
    },
    preClose: absentNotifier.stop,
    onClose: placing.drained,
    idle: absentNotifier.idle,
    messages: orderMessages,
    funds: orderFunds,
    subjects: [orderSubject],
    counts: orderCounts,
  }
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
