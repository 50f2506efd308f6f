import { formatAmount } from '@tickmark/core/money/money'
import type { limitRoutes, LimitState } from '@tickmark/wire/routes/limits'
import { type Answers, userOf } from '../http/calls/context.ts'
import { momentText, Refused } from '../http/calls/refused.ts'
import type { LimitsDeps } from './ports.ts'
import { resultsOf, usedOf } from './figures.ts'
import { setLimit } from './setLimit.ts'
import { exclude, type PauseDecision, takeBreak } from './takePause.ts'
import { minutesOf } from './useStore.ts'
import { LIMIT_KINDS, type LimitKind } from '@tickmark/core/limits/limitKinds'
import { limitAt, NO_LIMIT } from '@tickmark/core/limits/limits'
import { pausesOf, storedLimits } from './store.ts'

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

/** All limits, including those not set, with the use counted against each. A break that is over is left out. */
export async function limitState(
  userId: number,
  deps: Pick<LimitsDeps, 'db' | 'clock' | 'usdtPrice' | 'counters'>,
): Promise<LimitState> {
  const { db, clock } = deps
  const nowMs = clock.nowMs()
  const [stored, pauses, used] = await Promise.all([
    storedLimits(db, userId),
    pausesOf(db, userId),
    usedOf(deps, userId, nowMs),
  ])
  const running = (untilMs: number) => (untilMs > nowMs ? untilMs : null)
  return {
    limits: LIMIT_KINDS.map((kind) => {
      const { value, pending } = limitAt(stored.get(kind) ?? NO_LIMIT, nowMs)
      return {
        kind,
        value: textOf(value),
        used: isTime(kind) ? String(used[kind]) : formatAmount(used[kind]),
        pending: pending && { value: textOf(pending.value), from: pending.fromMs },
      }
    }),
    breakUntil: running(pauses.breakUntilMs),
    excludedUntil: running(pauses.excludedUntilMs),
  }
}

const textOf = (value: number | null) => (value === null ? '' : String(value))
const isTime = (kind: LimitKind) => kind === 'minutesDay' || kind === 'minutesWeek'
