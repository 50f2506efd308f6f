import { parseAmount, type Amount } from '@tickmark/core/money/money'
import type { Reply } from '../../api/api.ts'

type Row = Reply<'consoleExposure'>['rows'][number]

export interface Coin {
  pair: string
  up: Amount
  down: Amount
  /** Exposure for each time span of DUE_WITHIN_MS. */
  within: Map<number, Amount>
}

/** The real book's rows by coin, the largest exposure first. */
export function coinsOf(rows: readonly Row[]): Coin[] {
  const coins = new Map<string, Coin>()
  for (const { book, pair, direction, withinMs, value } of rows) {
    if (book !== 'real') continue
    const coin = coins.get(pair) ?? { pair, up: 0n, down: 0n, within: new Map<number, Amount>() }
    const amount = parseAmount(value) ?? 0n
    if (direction === 0) coin.up += amount
    else coin.down += amount
    coin.within.set(withinMs, (coin.within.get(withinMs) ?? 0n) + amount)
    coins.set(pair, coin)
  }
  return [...coins.values()].toSorted((a, b) => Number(b.up + b.down - a.up - a.down))
}
