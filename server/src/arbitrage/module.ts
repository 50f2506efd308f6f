import { simulatedWorld } from '@tickmark/core/arbitrage/simulated/world'
import { masterWorld } from '@tickmark/core/market/simulated/prices'
import type { Amount } from '@tickmark/core/money/money'
import { arbitrageRoutes } from '@tickmark/wire/routes/arbitrage'
import { operatorArbitrageRoutes } from '@tickmark/wire/routes/operators/arbitrage'
import type { Db, Reader, Tx } from '../db/pool.ts'
import { routesOf } from '../http/calls/mount.ts'
import type { BeforeTick } from '../market/log/log.ts'
import type { Module } from '../module/module.ts'
import type { Runtime } from '../module/runtime.ts'
import type { Clock } from '../platform/clock.ts'
import { sha256 } from '../platform/sha256.ts'
import { createEngine } from './engine/engine.ts'
import { collectTrades } from './lines/collectTrades.ts'
import { areLogged, lastLine, listLines, lockTrades, profitAfter, tradesToShare } from './lines/lineStore.ts'
import { engineLimitsKind } from './changeLimits.ts'
import { engineAnswers } from './operatorRoutes.ts'
import { engineNow, venuesNow } from './programme.ts'
import { fundVenues } from './simulated/fundVenues.ts'
import { simulatedVenues } from './simulated/simulatedVenues.ts'
import type {} from './tables.ts'
import { tradeView } from './tradeView.ts'
import type { Venues } from './venues.ts'

/** What the programme needs of the market. */
export interface ArbitragePorts {
  /** Adds a source of log entries that is asked before each tick. A process without a log asks none. */
  beforeTick(collect: BeforeTick): void
  /** Whether there are prices to trade on. */
  isOpen(): boolean | Promise<boolean>
  /** Index price of a product; null while it is paused. */
  price(pid: number): Amount | null
}

/** The trading programme, as hosting sees it. */
export interface Programme {
  lockTrades(tx: Tx): Promise<void>
  tradesToShare: typeof tradesToShare
  lastLine: typeof lastLine
  areLogged: typeof areLogged
  profitAfter: typeof profitAfter
  engine(): ReturnType<typeof engineNow>
  venues(reader: Reader): ReturnType<typeof venuesNow>
}

/** The arbitrage programme's trades: its venues, its engine, and what it publishes about them. */
export function openArbitrage(
  runtime: Runtime,
  { beforeTick, isOpen, price }: ArbitragePorts,
): { module: Module; programme: Programme } {
  const { database, clock, log } = runtime
  const { db } = database
  const stop = new AbortController()
  const venues = venuesOf(runtime, db, stop.signal)
  const engine = createEngine({ database, db, clock, log, venues, price, isOpen })
  const deps = { db, clock, venues, isOpen }
  beforeTick(collectTrades)
  const { getProgrammeTrades } = arbitrageRoutes
  const { consoleEngine, consoleStopEngine, consoleStartEngine } = operatorArbitrageRoutes
  const nameOf = (venue: number) => venues.terms.find((one) => one.venue === venue)?.name ?? ''
  const module: Module = {
    name: 'arbitrage',
    routes: [
      routesOf(
        { getProgrammeTrades },
        {
          async getProgrammeTrades({ pageNum, pageSize }) {
            const { texts, total } = await listLines(db, { page: Math.max(0, pageNum - 1), pageSize })
            return { list: texts.map((text) => tradeView(text, nameOf)), total }
          },
        },
      ),
    ],
    operatorRoutes: [routesOf({ consoleEngine, consoleStopEngine, consoleStartEngine }, engineAnswers(deps))],
    proposals: [engineLimitsKind],
    consolePart: { overview: async () => ({ engine: await engineNow(deps) }) },
    onReady: () => fundVenues(db, clock.nowMs()),
    onListen: () => engine.start(),
    preClose() {
      stop.abort(new Error('the house stops'))
      return engine.stop()
    },
  }
  const programme: Programme = {
    lockTrades,
    tradesToShare,
    lastLine,
    areLogged,
    profitAfter,
    engine: () => engineNow(deps),
    venues: (reader) => venuesNow(reader, deps),
  }
  return { module, programme }
}

function venuesOf({ mode, keys, clock }: Runtime, db: Db, signal: AbortSignal): Venues {
  // The only venues so far. With them, the configuration refuses to start a live server.
  if (mode !== 'sandbox') throw new Error('there are no venues for a live house yet')
  const world = simulatedWorld(masterWorld(keys.marketSeed, keys.firstDay, sha256))
  return simulatedVenues({ db, world, nowMs: clock.nowMs, until: (ms) => until(clock, ms, signal) })
}

/** Resolves at a moment of the house's time; rejects with the signal's reason. */
function until(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error)
    const onAbort = () => {
      cancel()
      reject(signal.reason as Error)
    }
    const cancel = clock.at(ms, () => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    })
    signal.addEventListener('abort', onAbort, { once: true })
    return undefined
  })
}
