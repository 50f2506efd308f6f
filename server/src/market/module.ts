import { asciiBytes, hexOf } from '@tickmark/core/bytes'
import { PRODUCTS } from '@tickmark/core/market/products'
import { PRESENT_RULES } from '@tickmark/core/orders/presentRules'
import { marketRoutes } from '@tickmark/wire/routes/market'
import { operatorRuleRoutes } from '@tickmark/wire/routes/operators/rules'
import { routesOf } from '../http/calls/mount.ts'
import type { LiveSource } from '../http/live/subscriptions.ts'
import { signerOf } from '../platform/keys.ts'
import { sha256 } from '../platform/sha256.ts'
import type { Module } from '../module/module.ts'
import type { Runtime } from '../module/runtime.ts'
import type { OpenSides } from './events.ts'
import { marketConsolePart } from './consolePart.ts'
import { indexPrices, type IndexPrices } from './indexPrices.ts'
import { logRelease, type Release } from './log/release.ts'
import { lastNoteIn } from './log/lastNote.ts'
import type { Witness } from './log/askWitness.ts'
import { serveLog } from './log/serveLog.ts'
import { startWitnessFeed, type WitnessFeed } from './log/witnessFeed.ts'
import { type Market, openMarket } from './market.ts'
import { ruleOperatorAnswers } from './operatorRoutes.ts'
import { marketAnswers } from './routes.ts'
import { rulesChangeKind } from './rules/changeRules.ts'
import type { PriceSource } from './source.ts'
import { marketView } from './view.ts'

export interface OpenedMarket {
  module: Module
  market: Market
  prices: IndexPrices
  /** Market data for sockets; favourites belong to accounts. */
  view: Omit<LiveSource, 'favourites'>
}

interface MarketPorts {
  dataDir: string
  /** The external witnesses that cosign the log's heads. */
  witnesses: readonly Witness[]
  /** The files that the house publishes for checking it; null while they are not built. */
  release: Release | null
  /** Whether new trading is paused although there are prices. */
  isPaused(): boolean
}

/** Loads the market. Its ticks begin in `onReady`, so the module comes first in the list. */
export async function openMarketModule(
  runtime: Runtime,
  source: PriceSource,
  { dataDir, witnesses, release, isPaused }: MarketPorts,
): Promise<OpenedMarket> {
  const { database, clock, log, keys, events } = runtime
  const logSigner = signerOf(keys.logKey)
  const market = await openMarket({
    database,
    clock,
    log,
    source,
    products: PRODUCTS,
    logSigner,
    formerSigner: keys.formerLogKey && signerOf(keys.formerLogKey),
    receiptsKey: signerOf(keys.receiptsKey).publicKey,
    origin: originFor(runtime, logSigner.publicKey),
    lastNote: lastNoteIn(dataDir, log),
    isPaused,
  })
  if (release) market.beforeTick(logRelease(release))
  let sides: ReadonlyMap<number, OpenSides> = new Map()
  events.afterCommit('open_stakes_counted', (counted) => void (sides = counted.sides))
  const view = marketView({ market, openSides: (pid) => sides.get(pid) ?? null })
  const { keepProd: _keep, cancelKeep: _cancel, ...own } = marketRoutes
  let feed: WitnessFeed | null = null
  const ruleAnswers = ruleOperatorAnswers({ reader: database.db, market, own: PRESENT_RULES })
  const answers = marketAnswers({ db: database.db, market, view })
  return {
    module: {
      name: 'market',
      routes: [routesOf(own, answers)],
      operatorRoutes: [routesOf(operatorRuleRoutes, ruleAnswers)],
      proposals: [rulesChangeKind(clock, PRESENT_RULES)],
      consolePart: marketConsolePart({ market, watched: () => feed?.watched() ?? [] }),
      plugin: (server, api) => serveLog(server, { db: database.db, market, api }),
      async onReady() {
        await market.start()
        if (witnesses.length > 0)
          feed = startWitnessFeed({ db: database.db, clock, log, witnesses, ...market })
      },
      idle: async () => feed?.idle(),
      async onClose() {
        await feed?.stop()
        await market.stop()
      },
      ...(witnesses.length > 0 && {
        trouble: { of: 'witnesses', look: () => Promise.resolve(feed?.trouble() ?? null) },
      }),
    },
    market,
    prices: indexPrices(market),
    view,
  }
}

/** The name of a new log: the house's address and its first log key, so that no two logs share a name. It never changes. */
function originFor({ mode, site }: Pick<Runtime, 'mode' | 'site'>, logKey: string): string {
  const host = mode === 'live' ? new URL(site.publicUrl).host : 'sandbox'
  const fingerprint = hexOf(sha256(asciiBytes(logKey))).slice(0, 16)
  return `${host}/log/${fingerprint}`
}
