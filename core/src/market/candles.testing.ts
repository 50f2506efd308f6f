import { type Candle, type Period, PERIODS, withPrice } from './candles.ts'

export const PERIOD_NAMES = Object.keys(PERIODS) as Period[]

/** Candles of ticks in time order; a period without a tick has no candle. */
export function foldTicks(ticks: readonly { atMs: number; price: bigint }[], seconds: number): Candle[] {
  const candles: Candle[] = []
  for (const tick of ticks) {
    const last = candles.at(-1)
    const next = withPrice(last, seconds, Math.floor(tick.atMs / 1000), tick.price)
    if (last?.openedAt === next.openedAt) candles[candles.length - 1] = next
    else candles.push(next)
  }
  return candles
}
