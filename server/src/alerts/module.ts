import { alertRoutes } from '@tickmark/wire/routes/alerts'
import { routesOf } from '../http/calls/mount.ts'
import type { Market } from '../market/market.ts'
import type { Module, MessageWriters } from '../module/module.ts'
import type { Runtime } from '../module/runtime.ts'
import { alertAnswers } from './routes.ts'
import { createWatching } from './watchTicks.ts'
import { formatFixed, raiseTo } from '@tickmark/core/money/money'
import { productById } from '@tickmark/core/market/products'
import type { NewMessage } from '@tickmark/wire/messages/kinds'
import type { Alert } from './alert.ts'
import type {} from './events.ts'

/** Price alerts. Open them before the market starts: they check every tick. */
export function openAlerts(
  { database, events }: Runtime,
  { market }: { market: Pick<Market, 'acceptsOrders' | 'feed' | 'onNewestTick'> },
): Module {
  const deps = { database, events, market }
  market.onNewestTick(createWatching(deps))
  return {
    name: 'alerts',
    routes: [routesOf(alertRoutes, alertAnswers(deps))],
    messages: alertMessages,
  }
}

export const alertMessages: MessageWriters = { alerts_fired: ({ alerts }) => alerts.map(messageOn) }

/** The message states the level as the coin's first price that reaches it. */
function messageOn({ id, userId, pid, level, side, fired }: Alert): NewMessage {
  const { symbol = '', decimals = 8 } = productById(pid) ?? {}
  const price = formatFixed(fired?.price ?? level, decimals)
  const first = side === 'above' ? raiseTo(level, decimals) : level
  const facts = { coin: symbol, price, level: formatFixed(first, decimals) }
  return { userId, ref: `alert:${id}`, kind: 'alert_fired', facts, atMs: fired?.atMs ?? 0 }
}
