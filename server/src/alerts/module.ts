import { alertRoutes } from '@tickmark/wire/routes/alerts'
import { routesOf } from '../http/calls/mount.ts'
import type { Market } from '../market/market.ts'
import type { Module } from '../module/module.ts'
import type { Runtime } from '../module/runtime.ts'
import { alertMessages } from './messages.ts'
import { alertAnswers } from './routes.ts'
import { createWatching } from './watchTicks.ts'

/** Price alerts. Open them before the market starts: they check every tick. */
export function openAlerts(
  { database, events }: Runtime,
  { market }: { market: Pick<Market, 'acceptsOrders' | 'onTick'> },
): Module {
  const deps = { database, events, market }
  market.onTick(createWatching(deps))
  return {
    name: 'alerts',
    routes: [routesOf(alertRoutes, alertAnswers(deps))],
    messages: alertMessages,
  }
}
