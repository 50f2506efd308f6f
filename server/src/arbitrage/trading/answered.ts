import { ANSWER_WITHIN_MS } from '@tickmark/core/arbitrage/trading/limits'
import type { TradingDeps } from '../deps.ts'

/** A venue's answer; rejects on a timeout. The venue may still carry the request out. */
export function answered<T>({ clock }: Pick<TradingDeps, 'clock'>, ask: () => Promise<T>): Promise<T> {
  let cancel = () => {}
  const late = new Promise<never>((_, reject) => {
    cancel = clock.at(clock.nowMs() + ANSWER_WITHIN_MS, () => reject(new Error('no answer in time')))
  })
  return Promise.race([Promise.resolve().then(ask), late]).finally(cancel)
}
