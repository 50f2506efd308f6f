import { LIMIT_KINDS, type LimitKind } from '@tickmark/core/limits/limitKinds'
import { limitAt, NO_LIMIT } from '@tickmark/core/limits/limits'
import { formatAmount } from '@tickmark/core/money/money'
import type { LimitState } from '@tickmark/wire/routes/limits'
import type { LimitsDeps } from './ports.ts'
import { usedOf } from './figures.ts'
import { pausesOf, storedLimits } from './store.ts'

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
