import { ROUTES } from '@tickmark/wire/routes/all'
import type { RouteTable } from '@tickmark/wire/call'
import type { PublicConfig } from '@tickmark/wire/config'
import type { FastifyInstance } from 'fastify'
import type { AddressInfo } from 'node:net'
import type { Chains } from '../chains/node/chainStates.ts'
import { type HouseClock, systemClock } from '../platform/clock.ts'
import type { Config } from './config.ts'
import { type ClockGuard, openClockGuard } from '../db/clockGuard.ts'
import { toldTime } from '../db/houseTimeStore.ts'
import { type Database, readDatabaseMs } from '../db/pool.ts'
import { proxyList } from '../http/calls/clientAddress.ts'
import type { OperatorSessions } from '../http/calls/operatorSession.ts'
import type { LiveHub } from '../http/live/hub.ts'
import { type ApiContext, mount, type Sessions } from '../http/calls/mount.ts'
import { readRelease } from '../http/pages/releaseFiles.ts'
import type { Health } from '../http/health.ts'
import { buildServer } from '../http/server.ts'
import { siteOf } from '../http/calls/site.ts'
import { coinFrame, type LiveSource } from '../http/live/subscriptions.ts'
import { acceptSockets } from '../http/live/sockets.ts'
import type { Log } from '../platform/log.ts'
import type { Market } from '../market/market.ts'
import type { Module } from '../module/module.ts'
import type { Runtime } from '../module/runtime.ts'
import { closeAll } from './closeAll.ts'
import { openModules, openPrices } from './compose.ts'
import { openRuntime } from './openRuntime.ts'
import { healthOf } from './health.ts'
import { publicConfigOf } from './publicConfig.ts'
import { envelopeOf } from '../http/calls/envelope.ts'
import { rateLimiter } from '../http/calls/rateLimits.ts'
import { turnsOf } from '../http/calls/turns.ts'
import { isTransient } from './isTransient.ts'

/** How long a start waits for the first tick. */
const FIRST_TICK_MS = 30_000

/** The running server. */
export interface App {
  url: string
  port: number
  runtime: Runtime
  modules: readonly Module[]
  hub: LiveHub
  market: Market
  clocks: ClockGuard
  chains: Chains
  /** The data folders: DATA_DIR, and the built-in database's folder. */
  folders: readonly string[]
  /** A new one-time link to the operators' console for the sandbox's own operator; null in a live house. */
  ownLink(): Promise<string | null>
  /** Resolves when every due message is written and browsers have been notified. */
  idle(): Promise<void>
  /** Finishes running work and closes everything; a second call waits for the first. */
  stop(): Promise<void>
}

interface AppOptions {
  config: Config
  clock: HouseClock
  log: Log
  /** The database's clock; tests pass in one that they can move. */
  readDatabaseMs?: (database: Database) => Promise<number>
}

/** Opens every module and starts serving. On failure it closes what it opened and throws. */
export async function startApp({ config, clock, log, ...options }: AppOptions): Promise<App> {
  const readMs = options.readDatabaseMs ?? readDatabaseMs
  const { runtime, hub, folders, close } = await openRuntime(config, clock, log, readMs)
  const { database } = runtime
  const clocks = openClockGuard({
    clock,
    log,
    readDatabaseMs: () => readMs(database),
    told: toldTime(database.db),
  })
  const isPaused = () => !clocks.isAgreed()
  const release = readRelease(config.webDir)
  const opening = openPrices(runtime, config, isPaused, release).then((prices) =>
    openModules(runtime, config, prices, release),
  )
  const { modules, sessions, operatorSessions, ownLink, source, market, chains } = await opening.catch(
    async (thrown: unknown) => {
      hub.close()
      await close()
      throw thrown
    },
  )
  hub.show(source)
  market.onTick(({ atMs }) => clocks.follow(atMs))
  market.onTick(() => hub.tick())
  const api = apiContext(runtime, config, { sessions, operatorSessions }, clock)
  const health = healthOf({ market, clocks, clock, database, folders, modules })
  const shown = publicConfigOf(config, runtime.keys, market.keys(), release)
  const server = serverOf(shown, config, api, modules, health, source)
  const isProxy = proxyList(config.trustedProxies)
  acceptSockets(server.server, { ...runtime, sessions, hub, limits: config.sockets, isProxy })
  let stopping: Promise<void> | null = null
  const stop = () =>
    (stopping ??= clocks
      .stop()
      .then(() => closeAll(server, hub, modules))
      .then(close))
  try {
    for (const one of modules) await one.onReady?.()
    await clocks.start({ isQuiet: () => isQuiet(modules), isWriting: market.isWriting })
    await awaitTick(market, log)
    await server.listen({ host: config.host, port: config.port })
    const { port } = server.server.address() as AddressInfo
    if (config.port === 0) Object.assign(runtime.site, siteOf(config, port))
    for (const one of modules) await one.onListen?.()
    const idle = async () => {
      for (const one of modules) await one.idle?.()
    }
    return {
      url: runtime.site.publicUrl,
      port,
      runtime,
      modules,
      hub,
      market,
      clocks,
      chains,
      folders,
      ownLink,
      idle,
      stop,
    }
  } catch (thrown) {
    await stop()
    throw thrown
  }
}

/**
 * Waits for the first tick, because a house without one refuses every order. The wait is limited, so that reads do not wait
 * forever.
 */
async function awaitTick(market: Market, log: Log): Promise<void> {
  if (await market.firstTick(FIRST_TICK_MS)) return
  log.error('there is no tick yet: the house opens without one, and accepts no orders until then')
}

/** Whether the house's time can skip forward without passing a deadline. */
async function isQuiet(modules: readonly Module[]): Promise<boolean> {
  const waiting = await Promise.all(modules.map((one) => one.isWaiting?.() ?? Promise.resolve(false)))
  return !waiting.includes(true)
}

function serverOf(
  shown: PublicConfig,
  config: Config,
  api: ApiContext,
  modules: readonly Module[],
  health: Health,
  source: LiveSource,
): FastifyInstance {
  const operatorTables = modules.flatMap((one) => one.operatorRoutes ?? []).map(({ table }) => table)
  const server = buildServer({
    api,
    routes: Object.assign({}, ROUTES, ...operatorTables) as RouteTable,
    publicConfig: () => shown,
    coinFrame: (pid) => coinFrame(source, pid, api.clock.nowMs()),
    health,
    webDir: config.webDir,
    consoleDir: config.consoleDir,
    isProxy: proxyList(config.trustedProxies),
  })
  for (const { routes = [], operatorRoutes = [], plugin } of modules) {
    mount(server, [...routes, ...operatorRoutes], api)
    plugin?.(server, api)
  }
  return server
}

/** Maximum number of concurrent calls of one module; see `ApiContext`. */
const MOST_CALLS = 5_000

/** Builds the context that every call uses. */
function apiContext(
  runtime: Runtime,
  config: Config,
  { sessions, operatorSessions }: { sessions: Sessions; operatorSessions: OperatorSessions },
  clock: HouseClock,
): ApiContext {
  const { mode, site, consoleSite, log, keys } = runtime
  return {
    mode,
    site,
    consoleSite,
    envelope: envelopeOf(keys.envelopeKey),
    limiter: rateLimiter(config.rates),
    // How long a call occupies the machine, whatever the house's time does meanwhile.
    turns: turnsOf(systemClock()),
    sessions,
    operatorSessions,
    clock,
    log,
    isTransient,
    mostCalls: MOST_CALLS,
  }
}
