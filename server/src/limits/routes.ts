import { formatAmount } from '@tickmark/core/money/money'
import type { limitRoutes } from '@tickmark/wire/routes/limits'
import { type Answers, userOf } from '../http/calls/context.ts'
import { momentText, Refused } from '../http/calls/refused.ts'
import type { LimitsDeps } from './ports.ts'
import { resultsOf } from './figures.ts'
import { limitState } from './readLimits.ts'
import { setLimit } from './setLimit.ts'
import { exclude, type PauseDecision, takeBreak } from './takePause.ts'
import { minutesOf } from './useStore.ts'

/** API of a user's own limits; operators have no access. */
export function limitAnswers(deps: LimitsDeps): Answers<typeof limitRoutes> {
  const { db, clock } = deps
  return {
    getLimits: (_, context) => limitState(userOf(context).id, deps),
    async setLimit({ kind, value }, context) {
      const set = await setLimit(userOf(context).id, kind, value, deps)
      if (!set.ok) throw new Refused(set.refusal.code)
      return limitState(userOf(context).id, deps)
    },
    async takeBreak({ hours }, context) {
      mustStand(await takeBreak(userOf(context).id, hours, deps))
      return limitState(userOf(context).id, deps)
    },
    async exclude({ months }, context) {
      mustStand(await exclude(userOf(context).id, months, deps))
      return limitState(userOf(context).id, deps)
    },
    async getUse(_, context) {
      const { id } = userOf(context)
      const nowMs = clock.nowMs()
      const [minutes, results] = await Promise.all([minutesOf(db, id, nowMs), resultsOf(deps, id, nowMs)])
      const span = (name: 'day' | 'week') => ({
        minutes: minutes[name],
        net: formatAmount(results[name].net),
        orders: results[name].orders,
      })
      return { day: span('day'), week: span('week') }
    },
  }
}

function mustStand(decision: PauseDecision): void {
  if (decision.ok) return
  const { code, untilMs } = decision.refusal
  throw new Refused(code, { until: momentText(untilMs) })
}
