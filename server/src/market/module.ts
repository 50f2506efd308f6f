import { PRODUCTS } from '@tickmark/core/market/products'
import { marketRoutes } from '@tickmark/wire/routes/market'
import { routesOf } from '../http/calls/mount.ts'
import type { LiveSource } from '../http/live/subscriptions.ts'
import { signerOf } from '../platform/keys.ts'
import type { Module } from '../module/module.ts'
import type { Runtime } from '../module/runtime.ts'
import type {} from './events.ts'
import { indexPrices, type IndexPrices } from './indexPrices.ts'
import { type Market, openMarket } from './market.ts'
import { marketAnswers } from './routes.ts'
import type { PriceSource } from './source.ts'
import { marketView } from './view.ts'

interface OpenedMarket {
  module: Module
  market: Market
  prices: IndexPrices
  /** Market data for sockets; favourites belong to accounts. */
  view: Omit<LiveSource, 'favourites'>
}

/** Loads the market. Its ticks begin in `onReady`, so the module comes first in the list. */
export async function openMarketModule(
  runtime: Runtime,
  source: PriceSource,
  isPaused: () => boolean,
): Promise<OpenedMarket> {
  const { database, clock, log, keys, events } = runtime
  const logSigner = signerOf(keys.logKey)
  const receiptsKey = signerOf(keys.receiptsKey).publicKey
  const market = await openMarket({
    database,
    clock,
    log,
    source,
    products: PRODUCTS,
    logSigner,
    receiptsKey,
    isPaused,
  })
  let upShares: ReadonlyMap<number, number> = new Map()
  events.afterCommit('open_stakes_counted', (counted) => void (upShares = counted.upShares))
  const view = marketView({ market, upShare: (pid) => upShares.get(pid) ?? null })
  const { keepProd: _keep, cancelKeep: _cancel, ...own } = marketRoutes
  const answers = marketAnswers({
    db: database.db,
    market,
    view,
    logKey: logSigner.publicKey,
    receiptsKey,
  })
  return {
    module: {
      name: 'market',
      routes: [routesOf(own, answers)],
      onReady: market.start,
      onClose: market.stop,
    },
    market,
    prices: indexPrices(market),
    view,
  }
}
