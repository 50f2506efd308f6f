import type { MarketItem } from '@tickmark/wire/schemas/market'

export const SORTS = ['market', 'name', 'rise', 'fall'] as const
export type Sort = (typeof SORTS)[number]

/** How all coins are shown. */
export interface Arrangement {
  /** Words typed into the search, as typed. */
  words: string
  sort: Sort
}

type Coin = Pick<MarketItem, 'symbol' | 'name' | 'changePct'>

/** The coins whose symbol or name has the words, in the chosen order. Compares floats: for display only. */
export function arrange<T extends Coin>(coins: readonly T[], { words, sort }: Arrangement): T[] {
  const wanted = words.trim().toLowerCase()
  const found = coins.filter(({ symbol, name }) => `${symbol} ${name}`.toLowerCase().includes(wanted))
  const change = ({ changePct }: T) => Number.parseFloat(changePct) || 0
  if (sort === 'name') return found.toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1))
  if (sort === 'rise') return found.toSorted((a, b) => change(b) - change(a))
  if (sort === 'fall') return found.toSorted((a, b) => change(a) - change(b))
  return found
}
