import { currencyById, priceOf } from '@tickmark/core/money/currencies'
import { limitRoutes } from '@tickmark/wire/routes/limits'
import { routesOf } from '../http/calls/mount.ts'
import type { LossCounter } from '../module/lossCounter.ts'
import type { Module } from '../module/module.ts'
import type { Runtime } from '../module/runtime.ts'
import { countUse } from './countUse.ts'
import type { LimitsDeps } from './ports.ts'
import type {} from './events.ts'
import { limitAnswers, limitState } from './routes.ts'
import { hasDeadline, LIMIT_MARKS } from './store.ts'

interface LimitsPorts {
  /** Last known index price of a product in USDT. */
  price(pid: number): bigint | null
  counters: readonly LossCounter[]
}

/** Users' own limits; every `user_active` event counts as use. */
export function openLimits(runtime: Runtime, { price, counters }: LimitsPorts): Module {
  const { events, live } = runtime
  const deps: LimitsDeps = {
    ...runtime,
    db: runtime.database.db,
    counters,
    usdtPrice(currencyId) {
      const currency = currencyById(currencyId)
      return currency ? priceOf(currency, price) : null
    },
  }
  const use = countUse(deps)
  events.afterCommit('user_active', ({ userId, nowMs }) => use.recordUse(userId, nowMs))
  events.afterCommit('reality_check', ({ userId, ...check }) =>
    live.publish(userId, { event: 'reality_check', ...check }),
  )
  return {
    name: 'limits',
    routes: [routesOf(limitRoutes, limitAnswers(deps))],
    // Operators only read limits; there are no calls to change them.
    consolePart: {
      person: async (_tx, userId) => ({ ownLimits: await limitState(userId, deps) }),
      marks: LIMIT_MARKS,
    },
    onClose: use.stop,
    isWaiting: () => hasDeadline(deps.db, runtime.clock.nowMs()),
  }
}
