import { currencyById, priceOf } from '@tickmark/core/money/currencies'
import { ONE, shareFloor } from '@tickmark/core/money/money'
import { PRODUCTS } from '@tickmark/core/market/products'
import { messageOf } from '../platform/log.ts'
import type { OpenSides } from '../market/events.ts'
import type { Market } from '../market/market.ts'
import type { Runtime } from '../module/runtime.ts'
import { openStakes } from './order/store.ts'

/** Interval between counts of the open stakes. */
const SHARES_EVERY_MS = 5_000

/** Counts the open stake on each side, in USDT at the index, and announces the shares. */
export function countOpenStakes(
  { database, log, events }: Pick<Runtime, 'database' | 'log' | 'events'>,
  market: Pick<Market, 'figures' | 'onTick'>,
): void {
  const count = async () => {
    const stakes = await openStakes(database.db)
    const figures = market.figures()
    const valueOf = (currencyId: number, stake: bigint) => {
      const currency = currencyById(currencyId)
      const price = currency && priceOf(currency, (pid) => figures.get(pid)?.price ?? null)
      return shareFloor(stake, price ?? 0n, ONE)
    }
    const sides = new Map<number, OpenSides>()
    for (const { pid } of PRODUCTS) {
      const own = stakes.filter((one) => one.pid === pid)
      const sum = (some: typeof own) =>
        some.reduce((total, one) => total + valueOf(one.currencyId, one.stake), 0n)
      const all = sum(own)
      const up = sum(own.filter((one) => one.direction === 'up'))
      const orders = own.reduce((count, one) => count + one.orders, 0)
      if (all > 0n) sides.set(pid, { orders, upPercent: Number((up * 100n) / all) })
    }
    events.announce('open_stakes_counted', { sides })
  }
  market.onTick(async ({ atMs }) => {
    if (atMs % SHARES_EVERY_MS !== 0) return
    await count().catch((thrown: unknown) =>
      log.warn('open stakes were not counted', { reason: messageOf(thrown) }),
    )
  })
}
