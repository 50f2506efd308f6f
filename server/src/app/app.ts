import { codeOfBook } from '@tickmark/core/money/currencies'
import { PRODUCTS } from '@tickmark/core/market/products'
import { accountRoutes } from '@tickmark/wire/routes/accounts'
import { alertRoutes } from '@tickmark/wire/routes/alerts'
import { ROUTES } from '@tickmark/wire/routes/all'
import { DESK_ROUTES } from '@tickmark/wire/routes/operators/all'
import { deskContentRoutes } from '@tickmark/wire/routes/operators/content'
import { deskMediaRoutes } from '@tickmark/wire/routes/operators/media'
import { deskSupportRoutes } from '@tickmark/wire/routes/operators/support'
import { contentRoutes } from '@tickmark/wire/routes/content'
import { depositRoutes } from '@tickmark/wire/routes/deposits'
import { marketRoutes } from '@tickmark/wire/routes/market'
import { mediaRoutes } from '@tickmark/wire/routes/media'
import { messageRoutes } from '@tickmark/wire/routes/messages'
import { orderRoutes } from '@tickmark/wire/routes/orders'
import { limitRoutes } from '@tickmark/wire/routes/limits'
import { protectionRoutes } from '@tickmark/wire/routes/protection'
import { supportRoutes } from '@tickmark/wire/routes/support'
import { swapRoutes } from '@tickmark/wire/routes/swaps'
import { walletRoutes } from '@tickmark/wire/routes/wallet'
import { withdrawalRoutes } from '@tickmark/wire/routes/withdrawals'
import type { PublicConfig } from '@tickmark/wire/config'
import { LANGUAGES } from '@tickmark/wire/languages'
import type { FastifyInstance } from 'fastify'
import type { AddressInfo } from 'node:net'
import { contractAsker } from '@tickmark/chainkit/contractWallets'
import { accountAnswers, type AccountsDeps, favouriteAnswers } from '../accounts/routes.ts'
import { type AccountSessions, accountSessions } from '../accounts/sessions.ts'
import { listFavourites } from '../accounts/store.ts'
import { alertAnswers } from '../alerts/routes.ts'
import type { Chains } from '../chains/node/chainStates.ts'
import { depositAnswers } from '../chains/routes.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from './config.ts'
import { contentDeskAnswers } from '../content/operatorRoutes.ts'
import { contentAnswers } from '../content/routes.ts'
import { shipContent } from '../content/seedContent.ts'
import { isConnectionLoss } from '../db/failures.ts'
import type { Database } from '../db/pool.ts'
import { isReachable } from '../db/reach.ts'
import { type Ground, openGround } from './openRuntime.ts'
import { proxyList } from '../http/calls/clientAddress.ts'
import { envelopeOf } from '../http/calls/envelope.ts'
import { limiter } from '../http/calls/rateLimits.ts'
import { type LiveHub, liveHub } from '../http/live/hub.ts'
import { type Door, mount } from '../http/calls/mount.ts'
import { buildServer } from '../http/server.ts'
import { type Site, siteOf } from '../http/calls/site.ts'
import { acceptSockets } from '../http/live/sockets.ts'
import type { LiveSource } from '../http/live/subscriptions.ts'
import { type Inbox, openAlerts, openInbox } from '../messages/module.ts'
import { signerOf } from '../platform/keys.ts'
import { WriterFull } from '../ledger/batchWriter.ts'
import { grantOpening } from '../ledger/grants.ts'
import type { Log } from '../platform/log.ts'
import { type Market, openMarket } from '../market/market.ts'
import { marketAnswers } from '../market/routes.ts'
import { simulatedSource } from '../market/simulatedSource.ts'
import { type MarketView, marketView } from '../market/view.ts'
import { type Media, openMedia } from '../media/module.ts'
import { mediaAnswers, serveFiles } from '../media/routes.ts'
import { messageAnswers } from '../messages/routes.ts'
import { ordersAnswers } from '../orders/routes.ts'
import { heldByOrders, netsBetween, orderIdsSince } from '../orders/order/store.ts'
import { limitAnswers } from '../limits/routes.ts'
import { type Limiting, openLimiting } from '../limits/module.ts'
import { supportDesk } from '../support/operatorRoutes.ts'
import { supportAnswers } from '../support/routes.ts'
import { openSupport } from '../support/module.ts'
import { openTrading, type Trading } from '../orders/module.ts'
import { networksOf, openVault, type Vault } from '../withdrawals/module.ts'
import type { WalletDeps } from '../wallet/ports.ts'
import { walletPrices } from '../market/indexPrices.ts'
import { walletAnswers } from '../wallet/routes.ts'
import { protectionAnswers } from '../withdrawals/protection/routes.ts'
import { withdrawalAnswers } from '../withdrawals/routes.ts'

export const VERSION = '0.1.0'
/** Calls under way at most; see `Door`. */
const MOST_CALLS = 5_000
/** How long calls under way may take to finish when the server stops. */
const STOP_PATIENCE_MS = 3_000

/** The running server. */
export interface App {
  url: string
  port: number
  database: Database
  market: Market
  chains: Chains
  hub: LiveHub
  inbox: Inbox
  /** Finishes what is under way and closes everything; a second call waits for the first. */
  stop(): Promise<void>
}

export interface AppOptions {
  config: Config
  clock: Clock
  log: Log
}

/** Opens every room, wires them together and serves them. Throws, with everything closed again, when it cannot. */
export async function startApp({ config, clock, log }: AppOptions): Promise<App> {
  const ground = await openGround(config, clock, log)
  try {
    return await open(ground)
  } catch (thrown) {
    await ground.close()
    throw thrown
  }
}

async function open(ground: Ground): Promise<App> {
  const { config, clock, log, database } = ground
  const site: Site = siteOf(config, config.port)
  if (config.shipsContent) await shipContent(database.db, { nowMs: clock.nowMs(), log })
  const market = await openRoomOfPrices(ground)
  const limiting = openLimiting(ground, market, () => hub)
  const hub = liveHub({ source: liveSource(database, () => view), clock, log, used: limiting.use.note })
  const inbox = openInbox(ground, site, hub)
  const trading = openTrading(ground, market, hub, inbox.ordersSettled)
  const view = marketView({ market, upShare: trading.upShare })
  const sessions = limiting.counting(
    accountSessions({
      db: database.db,
      pepper: ground.keys.pepper,
      onEnded: (id) => hub.endSession(id),
      endByOwner: inbox.endSession,
    }),
  )
  const vault = openVault(ground, market, hub, sessions, inbox.notify)
  const media = openMedia({ db: database.db, clock, log })
  const door = doorOf(ground, site, sessions)
  const server = serverOf(ground, door)
  const rooms: Rooms = { inbox, market, view, hub, sessions, trading, vault, media, limiting }
  mountRooms(server, ground, door, rooms)
  acceptSockets(server.server, {
    site,
    sessions,
    hub,
    clock,
    log,
    limits: config.sockets,
    isProxy: proxyList(config.trustedProxies),
  })
  market.onTick(() => hub.tick())
  try {
    await market.start()
    await server.listen({ host: config.host, port: config.port })
    if (config.port === 0) Object.assign(site, siteOf(config, portOf(server)))
    inbox.start()
    await vault.start(site)
  } catch (thrown) {
    await closeRooms(server, rooms)
    throw thrown
  }
  const port = portOf(server)
  let stopping: Promise<void> | null = null
  const stop = () => (stopping ??= closeRooms(server, rooms).then(ground.close))
  return { url: site.publicUrl, port, database, market, chains: vault.chains, hub, inbox, stop }
}

function portOf(server: FastifyInstance): number {
  return (server.server.address() as AddressInfo).port
}

function openRoomOfPrices({ config, clock, log, keys, database }: Ground): Promise<Market> {
  // The only source so far; a live house is refused by its configuration.
  if (config.mode !== 'sandbox') throw new Error('there is no price source for a live house yet')
  return openMarket({
    database,
    clock,
    log,
    source: simulatedSource(keys.marketSeed),
    products: PRODUCTS,
    logSigner: signerOf(keys.logKey),
    receiptsKey: signerOf(keys.receiptsKey).publicKey,
  })
}

function doorOf({ config, clock, log, keys }: Ground, site: Site, sessions: AccountSessions): Door {
  return {
    mode: config.mode,
    site,
    envelope: envelopeOf(keys.envelopeKey),
    limiter: limiter(config.rates),
    sessions,
    rolesOf: (address) => config.operators.get(address) ?? [],
    clock,
    log,
    isPassing: (thrown) => isConnectionLoss(thrown) || thrown instanceof WriterFull,
    mostCalls: MOST_CALLS,
  }
}

function serverOf({ config, keys, database }: Ground, door: Door): FastifyInstance {
  const shown: PublicConfig = {
    name: 'Tickmark',
    mode: config.mode,
    envelopeKey: Buffer.from(keys.envelopeKey).toString('hex'),
    languages: [...LANGUAGES],
    networks: networksOf(config).map(({ id, name }) => ({ id, name })),
    flags: {
      arbitrageBanner: config.arbitrageBanner,
      wallet: true,
      arbitrage: false,
      share: config.showShare,
      loans: false,
    },
    chatOrigin: config.chatUrl === null ? null : new URL(config.chatUrl).origin,
    logKey: signerOf(keys.logKey).publicKey,
    receiptsKey: signerOf(keys.receiptsKey).publicKey,
    version: VERSION,
  }
  return buildServer({
    door,
    routes: { ...ROUTES, ...DESK_ROUTES },
    publicConfig: () => shown,
    isHealthy: () => isReachable(database),
    webDir: config.webDir,
    isProxy: proxyList(config.trustedProxies),
  })
}

interface Rooms {
  inbox: Inbox
  market: Market
  view: MarketView
  hub: LiveHub
  sessions: AccountSessions
  trading: Trading
  vault: Vault
  media: Media
  limiting: Limiting
}

function mountRooms(server: FastifyInstance, ground: Ground, door: Door, rooms: Rooms): void {
  const { config, keys, database } = ground
  const { inbox, market, view, hub, sessions, trading, vault, media, limiting } = rooms
  const accounts: AccountsDeps = {
    db: database.db,
    pepper: keys.pepper,
    chainId: config.chainId,
    askContract: config.rpcUrl === null ? null : contractAsker(config.rpcUrl, config.chainId),
    openBooks: grantOpening,
    notify: inbox.notify,
    mode: config.mode,
    sessions,
    onFavourites: (userId, pids) => hub.setFavourites(userId, pids),
  }
  const logKey = signerOf(keys.logKey).publicKey
  const receiptsKey = signerOf(keys.receiptsKey).publicKey
  mount(server, accountRoutes, accountAnswers(accounts), door)
  mount(server, limitRoutes, limitAnswers(limiting.deps), door)
  mount(server, orderRoutes, ordersAnswers(trading.deps), door)
  mount(server, messageRoutes, messageAnswers(inbox.deps), door)
  mount(server, alertRoutes, alertAnswers(openAlerts(ground, market, inbox.notify)), door)
  const wallet = walletAnswers(walletDeps(ground, market, hub))
  mount(server, { ...walletRoutes, ...swapRoutes }, wallet, door)
  mount(server, depositRoutes, depositAnswers({ reader: database.db, chains: vault.chains }), door)
  mount(server, withdrawalRoutes, withdrawalAnswers(vault.withdrawals), door)
  mount(server, protectionRoutes, protectionAnswers(vault.withdrawals), door)
  const support = openSupport(ground, { hub, chains: vault.chains, notify: inbox.notify })
  mount(server, supportRoutes, supportAnswers(support), door)
  mount(server, deskSupportRoutes, supportDesk(support), door)
  mount(server, { ...mediaRoutes, ...deskMediaRoutes }, mediaAnswers(media), door)
  mount(server, contentRoutes, contentAnswers({ reader: database.db, showShare: config.showShare }), door)
  mount(server, deskContentRoutes, contentDeskAnswers(database.db), door)
  serveFiles(server, database.db, door)
  mount(
    server,
    marketRoutes,
    {
      ...favouriteAnswers(accounts),
      ...marketAnswers({ db: database.db, market, view, logKey, receiptsKey }),
    },
    door,
  )
}

function walletDeps({ database, clock, keys }: Ground, market: Market, hub: LiveHub): WalletDeps {
  return {
    db: database.db,
    clock,
    prices: walletPrices(market),
    quoteKey: keys.quoteKey,
    heldByOrders,
    netsBetween,
    orderIdsSince,
    changed: (userId, book) => hub.publish(userId, { event: 'balance_changed', book: codeOfBook(book) }),
  }
}

/** The market as sockets show it; the view is made after the hub, because orders that it counts speak to the hub. */
function liveSource(database: Database, view: () => MarketView): LiveSource {
  return {
    head: () => view().head(),
    top: () => view().top(),
    all: () => view().all(),
    detail: (pid, period) => view().detail(pid, period),
    favourites: (userId) => listFavourites(database.db, userId),
  }
}

/** New calls are turned away, those under way finish, chains and the log are closed last. */
async function closeRooms(
  server: FastifyInstance,
  { inbox, market, hub, trading, vault, media, limiting }: Rooms,
): Promise<void> {
  const hurry = setTimeout(() => server.server.closeAllConnections(), STOP_PATIENCE_MS)
  await inbox.stop()
  hub.close()
  await server.close()
  clearTimeout(hurry)
  await media.stop()
  await trading.placing.drained()
  await limiting.use.stop()
  await vault.stop()
  await market.stop()
}
