import { arbitrageRoutes } from '@tickmark/wire/routes/arbitrage'
import { operatorArbitrageRoutes } from '@tickmark/wire/routes/operators/arbitrage'
import { routesOf } from '../http/calls/mount.ts'
import type { Market } from '../market/market.ts'
import type { Module } from '../module/module.ts'
import type { Runtime } from '../module/runtime.ts'
import { signerOf } from '../platform/keys.ts'
import { hostingConsolePart } from './consolePart.ts'
import type {} from './events.ts'
import { hostingFunds } from './fundsStore.ts'
import { collectHostings, collectProducts } from './logging/collectHostings.ts'
import { collectYields } from './logging/collectYields.ts'
import { dayCloser } from './closing/dayCloser.ts'
import { expirySweep } from './ending/expire.ts'
import { hostingMessages } from './messages.ts'
import { hostingOperatorAnswers } from './operatorRoutes.ts'
import { hostingProductKind } from './products/changeProduct.ts'
import type { HostingDeps, HostingPorts } from './ports.ts'
import { hostingAnswers } from './routes.ts'
import { serveYield } from './logging/serveYield.ts'
import { statementTrouble } from './statements/lateStatements.ts'
import { hostingSubject } from './subject.ts'
import type {} from './tables.ts'

interface HostingModulePorts extends HostingPorts {
  market: Pick<Market, 'beforeTick' | 'head' | 'keys' | 'receiptsKeys' | 'evidence'>
}

/** Hosting in the arbitrage programme: products, orders, and the payouts of closed days. */
export function openHosting(runtime: Runtime, { market, ...ports }: HostingModulePorts): Module {
  const { database, clock, log, events, keys } = runtime
  const signer = signerOf(keys.receiptsKey)
  const deps: HostingDeps = { ...ports, market, db: database.db, clock, log, events, signer }
  const [sweep, closer] = [expirySweep(deps), dayCloser(deps)]
  market.beforeTick(collectProducts)
  market.beforeTick(collectHostings)
  market.beforeTick((tx, atMs) => collectYields(tx, atMs, ports.programme))
  const { getProgrammeTrades: _trades, ...routes } = arbitrageRoutes
  const { consoleHostingProducts } = operatorArbitrageRoutes
  return {
    name: 'hosting',
    routes: [routesOf(routes, hostingAnswers(deps))],
    operatorRoutes: [routesOf({ consoleHostingProducts }, hostingOperatorAnswers(deps))],
    proposals: [hostingProductKind],
    consolePart: hostingConsolePart,
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
    trouble: statementTrouble(deps),
    messages: hostingMessages,
    plugin: (server, api) => serveYield(server, { db: database.db, market, api, programme: ports.programme }),
    funds: hostingFunds,
    subjects: [hostingSubject],
  }
}
