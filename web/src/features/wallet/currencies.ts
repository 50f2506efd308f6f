interface Valued {
  currencyId: number
  /** The currency's code. */
  name: string
  alias: string
  /** Value in USDT. */
  value: string
}

/** The most valuable first; equal values in the books' order. Compares floats: for display only. */
export function byValue<T extends Valued>(items: readonly T[]): T[] {
  return items.toSorted((a, b) => Number(b.value) - Number(a.value) || a.currencyId - b.currencyId)
}

/** Each currency's share of the total in millionths, rounded down; 0 when the total is 0. */
export function sharesPpm(items: readonly Valued[]): Map<number, number> {
  const values = items.map((one) => Number(one.value))
  const total = values.reduce((sum, one) => sum + one, 0)
  return new Map(
    items.map((one, at) => [
      one.currencyId,
      total > 0 ? Math.floor(((values[at] ?? 0) / total) * 1_000_000) : 0,
    ]),
  )
}
