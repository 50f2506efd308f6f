import { orderRoutes } from '@tickmark/wire/routes/orders'
import { operatorOrderRoutes } from '@tickmark/wire/routes/operators/orders'
import { sharingRoutes } from '@tickmark/wire/routes/sharing'
import { routesOf } from '../http/calls/mount.ts'
import type { ReleaseFiles } from '../http/pages/releaseFiles.ts'
import { signerOf } from '../platform/keys.ts'
import type { Market } from '../market/market.ts'
import type { Module } from '../module/module.ts'
import type { Runtime } from '../module/runtime.ts'
import { createWakeUp } from './settling/wakeUp.ts'
import { createRefusing } from './refusing/refuseSigned.ts'
import { createClosing } from './settling/closeOrder.ts'
import type { OrderPorts } from './order/ports.ts'
import { hasOpenOrder, neededSeconds } from './order/store.ts'
import { orderCounts, orderFunds } from './fundsStore.ts'
import { createExposureLimits, usdtPriceAt } from './placing/exposureLimits.ts'
import { createExposureShare } from './placing/exposureShare.ts'
import { orderMessages } from './messages.ts'
import { countOpenStakes } from './countOpenStakes.ts'
import { createPlacing } from './placing/placingQueue.ts'
import { createPlacedCounts, type ExposureDeps, exposureNow } from './console/exposure.ts'
import { orderConsolePart } from './console/consolePart.ts'
import { type ConsoleOrderDeps, orderOperatorAnswers } from './operatorRoutes.ts'
import { ordersAnswers } from './routes.ts'
import { createSettling } from './settling/settleDue.ts'
import { orderSubject } from './subject.ts'
import { createAbsentNotifier } from './settling/notifyAbsent.ts'
import { serveReceiptFile } from './receipts/serveReceiptFile.ts'
import { sharingAnswers } from './sharing/sharedReceipts.ts'
import { collectReceipts, collectRefusals, collectTickets } from './receipts/signedBatches.ts'
import { createTicketGuard } from './receipts/unloggedTickets.ts'
import { codeOfBook } from '@tickmark/core/money/currencies'
import type { Language } from '@tickmark/texts/languages'
import type { Reader } from '../db/pool.ts'
import { messageOf } from '../platform/log.ts'
import type {} from './events.ts'
import type { Order } from './order/order.ts'
import { entriesNow, itemsNow } from './order/readOrder.ts'
import { itemOf } from './order/view.ts'
import { presentBatches } from './receipts/presentBatch.ts'
import { filedReceipt } from './receipts/receipts.ts'
import { tagSecretOf } from './receipts/userTag.ts'
import { sharedFor } from '../module/sharedFor.ts'

interface ModulePorts {
  market: Market
  languagesOf: Parameters<typeof showSettled>[1]
  addressesOf: ConsoleOrderDeps['addressesOf']
  delegationOf: OrderPorts['delegationOf']
  placeOfPromise: OrderPorts['placeOfPromise']
  /** The files that HTML receipts contain and name; null while they are not built. */
  release: ReleaseFiles | null
}

/**
 * The orders module. Open it before the market starts: it logs tickets before each tick and settles due orders after it. It then
 * messages users without an open page, including about orders that another process settled.
 */
export function openOrders(
  runtime: Runtime,
  { market, languagesOf, addressesOf, release, ...ports }: ModulePorts,
): Module {
  const { database, clock, log, keys, events, live } = runtime
  const signer = signerOf(keys.receiptsKey)
  const tagSecret = tagSecretOf(keys.pepper)
  const common = { database, clock, signer, events, receiptsKeys: market.receiptsKeys }
  const wakeUp = createWakeUp(clock)
  const usdtPrice = usdtPriceAt(market)
  const houseLimits = createExposureLimits({ db: database.db, clock, mode: runtime.mode }, market)
  const exposure = createExposureShare(database.db, houseLimits, market)
  const refreshLimits = async () => {
    await houseLimits.refresh()
    await exposure.refresh()
  }
  const placing = createPlacing({ ...common, tagSecret, limits: exposure.limits, usdtPrice })
  const [closing, refusing] = [createClosing(common), createRefusing({ ...common, db: database.db })]
  const settling = createSettling({ ...common, ticksBetween: market.ticksBetween })
  const absentNotifier = createAbsentNotifier({ db: database.db, clock, log, events, live })
  for (const collect of [collectTickets, collectReceipts, collectRefusals]) market.beforeTick(collect)
  market.needSeconds((from, to) => neededSeconds(database.db, from, to))
  market.onTick(async ({ atMs }) => {
    await settling.settleDue(atMs)
    absentNotifier.wake()
  })
  // Separate queues, so that settling does not wait for them.
  market.onNewestTick(refreshLimits)
  const tickets = createTicketGuard(database.db, clock, log)
  market.onNewestTick(tickets.refresh)
  market.pauseWhile(tickets.isLate)
  events.inTransaction('orders_settled', (tx, { orders }) => exposure.observe(tx, orders))
  events.afterCommit('orders_settled', ({ orders }) => wakeUp.wake(orders.map((one) => one.id)))
  showSettled(runtime, languagesOf)
  countOpenStakes(runtime, market)
  const deps: OrderPorts = {
    db: database.db,
    clock,
    prices: market,
    quoteKey: keys.quoteKey,
    tagSecret,
    presentBatch: presentBatches(signer, market.receiptsKeys),
    ...ports,
  }
  const read = { limits: exposure.limits, usdtPrice, placed: createPlacedCounts() }
  return {
    name: 'orders',
    routes: [
      routesOf(orderRoutes, ordersAnswers(deps, { placing, closing, refusing, wakeUp })),
      routesOf(sharingRoutes, sharingAnswers(deps)),
    ],
    operatorRoutes: [routesOf(operatorOrderRoutes, orderOperatorAnswers(viewDeps(deps, read, addressesOf)))],
    consolePart: orderConsolePart(read, tickets),
    ...(release && {
      plugin: (server, api) => serveReceiptFile(server, api, { ...deps, site: runtime.site, release }),
    }),
    onReady: refreshLimits,
    async onListen() {
      absentNotifier.start()
    },
    preClose: absentNotifier.stop,
    onClose: placing.drained,
    idle: absentNotifier.idle,
    isWaiting: async () => placing.isPlacing() || (await hasOpenOrder(database.db)),
    trouble: { of: 'tickets', look: () => Promise.resolve(tickets.trouble()) },
    messages: orderMessages,
    funds: orderFunds,
    subjects: [orderSubject],
    counts: orderCounts,
  }
}

/** Maximum age of the exposure shown to operators, shared by all of them: it sums all open orders. */
const SHOWN_FOR_MS = 2_000

/** Functions over prices and log for operators' calls, which have no direct access to either. */
function viewDeps(
  deps: OrderPorts,
  read: ExposureDeps,
  addressesOf: ConsoleOrderDeps['addressesOf'],
): ConsoleOrderDeps {
  return {
    db: deps.db,
    addressesOf,
    items: (orders, language) => itemsNow(orders, language, deps),
    entries: (orders) => entriesNow(orders, deps),
    receipt: (order) => filedReceipt(order, deps),
    exposure: sharedFor(deps.clock, SHOWN_FOR_MS, (nowMs) => exposureNow(deps.db, nowMs, read)),
  }
}

/** The users' chosen languages; users who are missing in it read English. */
type LanguagesOf = (reader: Reader, userIds: readonly number[]) => Promise<ReadonlyMap<number, Language>>

/** Shows settled orders to users with an open page, each in the user's language. */
function showSettled(runtime: Runtime, languagesOf: LanguagesOf): void {
  const { database, clock, log, events, live } = runtime
  const show = async (orders: readonly Order[]) => {
    const languages = await languagesOf(database.db, [...new Set(orders.map((order) => order.userId))])
    for (const order of orders) {
      const book = codeOfBook(order.book)
      const item = itemOf(order, null, languages.get(order.userId) ?? 'english', clock.nowMs())
      live.publish(order.userId, { event: 'order_settled', book, order: item })
      live.publish(order.userId, { event: 'balance_changed', book })
    }
  }
  events.afterCommit('orders_settled', ({ orders }) => {
    const heard = orders.filter((order) => live.hasOpenPage(order.userId))
    // Runs in the background, so that settling continues.
    if (heard.length > 0)
      void show(heard).catch((thrown: unknown) =>
        log.warn('open pages were not notified of settled orders', { reason: messageOf(thrown) }),
      )
  })
}
