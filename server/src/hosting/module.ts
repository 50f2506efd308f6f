import { arbitrageRoutes } from '@tickmark/wire/routes/arbitrage'
import { operatorArbitrageRoutes } from '@tickmark/wire/routes/operators/arbitrage'
import { routesOf } from '../http/calls/mount.ts'
import type { Market } from '../market/market.ts'
import type { Module } from '../module/module.ts'
import type { Runtime } from '../module/runtime.ts'
import type {} from './events.ts'
import { collectYields } from './collectYields.ts'
import { dayCloser } from './dayCloser.ts'
import { expirySweep } from './expire.ts'
import { hostingMessages } from './messages.ts'
import { hostingOperatorAnswers } from './operatorRoutes.ts'
import type { HostingDeps, HostingPorts } from './ports.ts'
import { hostingAnswers } from './routes.ts'
import { serveYield } from './serveYield.ts'
import { hostingSubject } from './subject.ts'
import type {} from './tables.ts'

interface HostingModulePorts extends HostingPorts {
  market: Pick<Market, 'beforeTick' | 'head' | 'keys' | 'evidence'>
}

/** Hosting in the arbitrage programme: products, orders, and what closed days pay to them. */
export function openHosting(runtime: Runtime, { market, ...ports }: HostingModulePorts): Module {
  const { database, clock, log, events } = runtime
  const deps: HostingDeps = { ...ports, db: database.db, clock, log, events }
  const [sweep, closer] = [expirySweep(deps), dayCloser(deps)]
  market.beforeTick((tx, atMs) => collectYields(tx, atMs, ports.programme))
  const { getProgrammeTrades: _trades, ...routes } = arbitrageRoutes
  const { deskHostingProducts, deskSetHostingProduct } = operatorArbitrageRoutes
  return {
    name: 'hosting',
    routes: [routesOf(routes, hostingAnswers(deps))],
    operatorRoutes: [routesOf({ deskHostingProducts, deskSetHostingProduct }, hostingOperatorAnswers(deps))],
    onListen() {
      closer.wake()
      sweep.wake()
    },
    async preClose() {
      await Promise.all([sweep.stop(), closer.stop()])
    },
    async idle() {
      await sweep.idle()
      await closer.idle()
    },
    messages: hostingMessages,
    plugin: (server, api) => serveYield(server, { db: database.db, market, api, programme: ports.programme }),
    funds: { kinds: ['hosted'] },
    subjects: [hostingSubject],
  }
}
