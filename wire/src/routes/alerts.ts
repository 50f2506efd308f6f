import * as z from 'zod/mini'
import { route } from '../call.ts'
import { moneyText, pid, uuid } from '../fields.ts'

const alert = z.object({
  id: uuid,
  pid: z.int(),
  symbol: z.string(),
  kind: z.enum(['price', 'percent']),
  /** As the user entered it: a price in USDT, or a move in percent with its sign. */
  value: z.string(),
  /** The price in USDT at which the alert fires. */
  level: z.string(),
  /** Fires at or above the level, or at or below it. */
  side: z.enum(['above', 'below']),
  setAt: z.int(),
  /** Null while it is pending. */
  firedAt: z.nullable(z.int()),
  firedPrice: z.nullable(z.string()),
})
export type AlertItem = z.output<typeof alert>

/** Price alerts. The server fires each once, whether or not a page is open. */
export const alertRoutes = {
  getAlerts: route({
    method: 'GET',
    path: '/api/getAlerts',
    summary: 'Own price alerts: those that wait, newest first, then the latest twenty that fired.',
    who: 'user',
    reply: z.object({ list: z.array(alert), most: z.int() }),
  }),
  addAlert: route({
    method: 'POST',
    path: '/api/addAlert',
    summary:
      'Sets a price alert: a price in USDT, or a move in percent from the price now (a percentage below zero is a fall).',
    who: 'user',
    refreshes: ['getAlerts'],
    input: z.object({ pid, kind: z.enum(['price', 'percent']), value: moneyText }),
    reply: alert,
    refusals: ['product_unknown', 'market_closed', 'alert_value_invalid', 'alert_reached', 'alerts_full'],
  }),
  removeAlert: route({
    method: 'POST',
    path: '/api/removeAlert',
    summary: 'Takes a price alert away.',
    who: 'user',
    refreshes: ['getAlerts'],
    input: z.object({ id: uuid }),
    reply: z.object({ removed: z.boolean() }),
  }),
}
