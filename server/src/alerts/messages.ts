import { formatFixed, raiseTo } from '@tickmark/core/money/money'
import { productById } from '@tickmark/core/market/products'
import type { NewMessage } from '@tickmark/wire/messages/kinds'
import type { MessageWriters } from '../module/module.ts'
import type { Alert } from './alert.ts'
import type {} from './events.ts'

export const alertMessages: MessageWriters = { alerts_fired: ({ alerts }) => alerts.map(messageOn) }

/** The message states the level as the coin's first price that reaches it. */
function messageOn({ id, userId, pid, level, side, fired }: Alert): NewMessage {
  const { symbol = '', decimals = 8 } = productById(pid) ?? {}
  const price = formatFixed(fired?.price ?? level, decimals)
  const first = side === 'above' ? raiseTo(level, decimals) : level
  const facts = { coin: symbol, price, level: formatFixed(first, decimals) }
  return { userId, ref: `alert:${id}`, kind: 'alert_fired', facts, atMs: fired?.atMs ?? 0 }
}
