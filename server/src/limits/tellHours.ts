import { formatAmount } from '@tickmark/core/money/money'
import type { LimitsDeps } from './ports.ts'
import { resultsOf } from './store.ts'
import { claimHours } from './useStore.ts'

/**
 * The reality check: tells those of the users whose pages are open of each full hour of use in the running UTC day, once,
 * whatever server counted it. Whoever has no page open is told when he next has one.
 */
export async function tellHours(users: readonly number[], deps: LimitsDeps): Promise<void> {
  const { db, clock, pages, usdtPrice } = deps
  const heard = users.filter((userId) => pages.hears(userId))
  if (heard.length === 0) return
  const nowMs = clock.nowMs()
  for (const { userId, minutes } of await claimHours(db, heard, nowMs)) {
    const { day } = await resultsOf(db, userId, nowMs, usdtPrice)
    const { net, orders } = day
    pages.publish(userId, { event: 'reality_check', minutes, net: formatAmount(net), orders })
  }
}
