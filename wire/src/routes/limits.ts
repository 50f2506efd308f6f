import * as z from 'zod/mini'
import { BREAK_HOURS, EXCLUSION_MONTHS, LIMIT_KINDS } from '@tickmark/core/limits/limitKinds'
import { route } from '../call.ts'
import { decimal, moneyText } from '../fields.ts'

const limit = z.object({
  kind: z.enum(LIMIT_KINDS),
  /** USDT, or whole minutes; empty when there is none. */
  value: z.string(),
  /** Use counted in the running span, in the same unit; open orders count as lost. */
  used: z.string(),
  /** A requested looser value, and when it takes effect. */
  pending: z.nullable(z.object({ value: z.string(), from: z.int() })),
})
export type LimitItem = z.output<typeof limit>

export const limitState = z.object({
  limits: z.array(limit),
  /** End of the running break, ms since 1970. */
  breakUntil: z.nullable(z.int()),
  /** End of the self-exclusion. */
  excludedUntil: z.nullable(z.int()),
})
export type LimitState = z.output<typeof limitState>

/**
 * A user's own limits, which nobody else can lift. Limits on money apply to the real account, valued in USDT at the
 * current index price; time limits, breaks and self-exclusion block orders in both accounts. Spans are the running hour
 * and the 24 or 168 before it; the oldest hour counts in full for losses, stakes and minutes, and not at all for gains.
 */
export const limitRoutes = {
  getLimits: route({
    method: 'GET',
    path: '/api/getLimits',
    summary: 'Own limits on loss, stake and time, a running break and self-exclusion.',
    who: 'user',
    inTurn: true,
    reply: limitState,
  }),
  setLimit: route({
    method: 'POST',
    path: '/api/setLimit',
    summary:
      'Sets a limit: tighter at once, looser (or none, an empty value) after 24 h; asked again, the earlier wish is replaced.',
    who: 'user',
    refreshes: ['getLimits'],
    input: z.object({ kind: z.enum(LIMIT_KINDS), value: moneyText }),
    reply: limitState,
    refusals: ['limit_invalid'],
  }),
  takeBreak: route({
    method: 'POST',
    path: '/api/takeBreak',
    summary: 'A break from orders, in both accounts; it can be made longer, never shorter.',
    who: 'user',
    refreshes: ['getLimits'],
    input: z.object({ hours: z.union(BREAK_HOURS.map((one) => z.literal(one))) }),
    reply: limitState,
    refusals: ['break_runs_longer'],
  }),
  exclude: route({
    method: 'POST',
    path: '/api/exclude',
    summary: 'Self-exclusion from orders, in both accounts; nobody can end it early.',
    who: 'user',
    refreshes: ['getLimits'],
    input: z.object({ months: z.union(EXCLUSION_MONTHS.map((one) => z.literal(one))) }),
    reply: limitState,
    refusals: ['break_runs_longer'],
  }),
  getUse: route({
    method: 'GET',
    path: '/api/getUse',
    summary:
      'Minutes of use, and what was won or lost in the real account, in USDT, in the last 24 h and 7 days, in whole hours.',
    who: 'user',
    inTurn: true,
    reply: z.object({
      day: z.object({ minutes: z.int(), net: decimal, orders: z.int() }),
      week: z.object({ minutes: z.int(), net: decimal, orders: z.int() }),
    }),
  }),
}
