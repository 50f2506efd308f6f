import { currencyById, priceOf } from '@tickmark/core/money/currencies'
import type { Ground } from '../app/openRuntime.ts'
import type { LiveHub } from '../http/live/hub.ts'
import type { Sessions } from '../http/calls/mount.ts'
import { countUse, type UseCount } from './countUse.ts'
import type { LimitsDeps } from './ports.ts'
import type { Market } from '../market/market.ts'

/** Users' own limits, bound to the market's prices and to what counts as use. */
export interface Limiting {
  deps: LimitsDeps
  use: UseCount
  /** The same sessions; whoever of the users brings one uses the product. */
  counting<T extends Sessions>(sessions: T): T
}

/** The hub tells the use of its sockets, so that it is made later than this. */
export function openLimiting({ database, clock, log }: Ground, market: Market, hub: () => LiveHub): Limiting {
  const deps: LimitsDeps = {
    db: database.db,
    clock,
    log,
    usdtPrice(currencyId) {
      const currency = currencyById(currencyId)
      return currency ? priceOf(currency, (pid) => market.figures().get(pid)?.price ?? null) : null
    },
    pages: {
      hears: (userId) => hub().hears(userId),
      publish: (userId, event) => hub().publish(userId, event),
    },
  }
  const use = countUse(deps)
  return {
    deps,
    use,
    counting: (sessions) => ({
      ...sessions,
      async find(token, transport, nowMs) {
        const session = await sessions.find(token, transport, nowMs)
        if (session?.user) use.note(session.user.id, nowMs)
        return session
      },
    }),
  }
}
