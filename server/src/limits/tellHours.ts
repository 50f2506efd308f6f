import { formatAmount } from '@tickmark/core/money/money'
import type { LimitsDeps } from './ports.ts'
import type {} from './events.ts'
import { resultsOf } from './figures.ts'
import { claimRealityChecks } from './useStore.ts'

/**
 * The reality check: announces each full hour of use in the running UTC day once to users with an open page, whichever
 * server counted it. Users without an open page get it when they next have one.
 */
export async function sendRealityChecks(users: readonly number[], deps: LimitsDeps): Promise<void> {
  const { db, clock, events, live } = deps
  const heard = users.filter((userId) => live.hasOpenPage(userId))
  if (heard.length === 0) return
  const nowMs = clock.nowMs()
  for (const { userId, minutes } of await claimRealityChecks(db, heard, nowMs)) {
    const { day } = await resultsOf(deps, userId, nowMs)
    const { net, orders } = day
    events.announce('reality_check', { userId, minutes, net: formatAmount(net), orders })
  }
}
