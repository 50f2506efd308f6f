import { readJson } from '@tickmark/core/json'
import * as z from 'zod/mini'
import { whole } from '../fields.ts'
import { PERIODS, SUBSCRIPTION, type Subscription } from '../live/socket.ts'

const homeParams = z.object({ is_more: z.optional(whole(0, 1)), type: z.optional(whole(1, 5)) })
const detailParams = z.object({
  period: z._default(z.enum(PERIODS), '15min'),
  pid: whole(1, 9_999),
  timeId: z._default(whole(1, 9_999), 110),
})

/** A client's message. `paramsJson` is JSON text or an object, null for none; `token` is a claim and is ignored. */
const message = z.object({
  type: whole(1, 5),
  token: z.optional(z.union([z.string().check(z.maxLength(64)), z.null()])),
  paramsJson: z.optional(z.unknown()),
})

/** Parses a client's message; null for anything that is not a valid subscription. */
export function parseSubscription(text: string): Subscription | null {
  const outer = z.safeParse(message, readJson(text))
  if (!outer.success) return null
  const { type, paramsJson = null } = outer.data
  const read = typeof paramsJson === 'string' ? readJson(paramsJson) : paramsJson
  const params = read === null ? {} : read
  if (type === SUBSCRIPTION.detail) {
    const detail = z.safeParse(detailParams, params)
    return detail.success ? { kind: 'detail', ...detail.data } : null
  }
  if (!z.safeParse(homeParams, params).success) return null
  if (type === SUBSCRIPTION.top) return { kind: 'top' }
  if (type === SUBSCRIPTION.log) return { kind: 'log' }
  return { kind: type === SUBSCRIPTION.watchlist ? 'watchlist' : 'all' }
}
