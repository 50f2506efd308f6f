import type { ChartPoint } from '../ui/Chart.tsx'
import type { WordList } from '../ui/words.tsx'

export const WORDS: WordList = {
  close: 'Close',
  back: 'Back',
  retry: 'Try again',
  loading: 'Loading',
  noMore: 'That is all',
  deleteDigit: 'Delete the last digit',
  decimalPoint: 'Decimal point',
  paste: 'Paste',
  copy: 'Copy',
  copied: 'Copied',
  chartBy: 'Chart by TradingView',
  mainNavigation: 'Main',
  notifications: 'Notifications',
}

/** A walk of `count` values that is the same at every load. */
export function walk(count: number, drift: number, seed: number): number[] {
  let state = seed
  let level = 0
  return Array.from({ length: count }, () => {
    state = (state * 16_807) % 2_147_483_647
    level += state / 2_147_483_647 - 0.5 + drift / count
    return level
  })
}

/** `count` points, one a second, the last of them now. */
export function points(count: number): ChartPoint[] {
  const lastAt = Math.floor(Date.now() / 1_000) * 1_000
  return walk(count, 3, 91).map((level, at) => ({
    atMs: lastAt - (count - 1 - at) * 1_000,
    value: 67_350 + level * 14,
  }))
}

export function now(): number {
  return Date.now()
}

export function ignore(): void {
  // The gallery's links and buttons lead nowhere.
}
