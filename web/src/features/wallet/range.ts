import { createStore, useStore } from '../../state/observable.ts'

export const RANGES = ['1D', '1W', '1M'] as const
export type HoldingsRange = (typeof RANGES)[number]

const range = createStore<HoldingsRange>('1D')

/** How far back the holdings are drawn; the same everywhere, until the page is left. */
export function useHoldingsRange(): [range: HoldingsRange, choose: (next: HoldingsRange) => void] {
  return [useStore(range), range.set]
}
