import { dayOfName } from '@tickmark/core/market/simulated/prices'
import type { Segment } from '@tickmark/core/receipts/receipts'
import type { arbitrageRoutes } from '@tickmark/wire/routes/arbitrage'
import type { Answers } from '../../http/calls/context.ts'
import { loggedDay, loggedStatement, type ShowDeps } from './showStatement.ts'

/** Where the public log has statements and closed days. */
export function loggedAnswers(
  deps: ShowDeps,
): Answers<Pick<typeof arbitrageRoutes, 'getLoggedHosting' | 'getLoggedDay'>> {
  return {
    async getLoggedHosting(asked) {
      const shown = await loggedStatement(deps, asked)
      if (!shown) return null
      const { segment, place } = shown
      return { segment: copied(segment), place: place && { ...place, path: [...place.path] } }
    },
    async getLoggedDay({ day, size }) {
      const segment = await loggedDay(deps, dayOfName(day), size)
      return { segment: segment && copied(segment) }
    },
  }
}

function copied({ from, bodies, left, right }: Segment) {
  return { from, bodies: [...bodies], left: [...left], right: [...right] }
}
