import { HOUR_MS } from '@tickmark/core/days'
import type { Deviation } from '@tickmark/core/market/deviation'
import { emptyGauge, gaugeAfter, gaugedDeviation, type Gauge } from '@tickmark/core/market/volatility'
import type { PriceSource } from './source.ts'
import type { MarketTick } from './ticks.ts'

/** The deviation of every product: the source's own, or estimated from each tick. */
export interface Gauges {
  push(tick: MarketTick): void
  /** Null while its standard error is too large to price with. */
  deviation(pid: number): Deviation | null
  /** How many ms of earlier ticks to feed it at a start. */
  readonly wantsMs: number
}

const ESTIMATED_FROM_MS = 6 * HOUR_MS

export function createGauges(source: PriceSource, pids: readonly number[]): Gauges {
  const gauges = new Map<number, Gauge>()
  const estimated = pids.filter((pid) => source.deviation(pid) === null)
  return {
    push({ atMs, prices }) {
      for (const pid of estimated) {
        const price = prices.get(pid)
        if (price !== undefined)
          gauges.set(pid, gaugeAfter(gauges.get(pid) ?? emptyGauge(), atMs / 1000, price))
      }
    },
    deviation(pid) {
      const gauge = gauges.get(pid)
      return source.deviation(pid) ?? (gauge ? gaugedDeviation(gauge) : null)
    },
    wantsMs: estimated.length > 0 ? ESTIMATED_FROM_MS : 0,
  }
}
