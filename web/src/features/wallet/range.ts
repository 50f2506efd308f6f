import { createStore, useStore } from '@tickmark/client/observable.ts'

export const RANGES = ['1D', '1W', '1M'] as const
export type HoldingsRange = (typeof RANGES)[number]

const range = createStore<HoldingsRange>('1D')

/** The chosen time range of the holdings; shared by all charts until the page is left. */
export function useHoldingsRange(): [range: HoldingsRange, choose: (next: HoldingsRange) => void] {
  return [useStore(range), range.set]
}
