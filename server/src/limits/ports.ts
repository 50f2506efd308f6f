import type { LossCounter } from '../module/lossCounter.ts'
import type { Runtime } from '../module/runtime.ts'
import type { UsdtPrice } from '@tickmark/core/limits/ownLimits'

export interface LimitsDeps extends Pick<Runtime, 'clock' | 'log'> {
  db: Runtime['database']['db']
  /** At the last known index price, for displayed figures; orders are checked at the latest tick's price. */
  usdtPrice: UsdtPrice
  /** What the products count; see `LossCounter`. */
  counters: readonly LossCounter[]
  events: Pick<Runtime['events'], 'announce'>
  live: Pick<Runtime['live'], 'hasOpenPage'>
}
