import type { MarketItem } from '@tickmark/wire/schemas/market'

export interface MarketRowProps {
  item: MarketItem
  stale: boolean
  current: boolean
}

/** Whether two rows look the same: everything that a row shows and that may change. */
export function isSameRow(a: MarketRowProps, b: MarketRowProps): boolean {
  const [p, q] = [a.item.trend, b.item.trend]
  return (
    a.stale === b.stale &&
    a.current === b.current &&
    a.item.pid === b.item.pid &&
    a.item.price === b.item.price &&
    a.item.changePct === b.item.changePct &&
    a.item.open === b.item.open &&
    p.length === q.length &&
    p[0]?.close === q[0]?.close &&
    p.at(-1)?.close === q.at(-1)?.close
  )
}
