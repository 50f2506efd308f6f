import { DAY_MS } from '@tickmark/core/days'
import { OVERDUE_MS } from '@tickmark/core/log/overdue'
import { dayName } from '@tickmark/core/market/simulated/prices'
import { formatAmount } from '@tickmark/core/money/money'
import { UUID_PATTERN } from '@tickmark/wire/fields'
import type { ConsolePart } from '../module/consolePart.ts'
import { firstEntryAt, newestDay } from './dayStore.ts'
import { countHosted, hostedById } from './order/store.ts'

const ID = new RegExp(`^${UUID_PATTERN}$`)

/** Hosting as operators see it. */
export const hostingConsolePart: ConsolePart = {
  async search(reader, text) {
    const id = text.toLowerCase()
    const order = ID.test(id) ? await hostedById(reader, id) : null
    return order ? [{ kind: 'hosting', id, label: `${formatAmount(order.principal)} USDT` }] : []
  },
  person: async (tx, userId) => ({ counts: { hostingOrders: await countHosted(tx, userId) } }),
  async incidents(reader, nowMs) {
    const newest = await newestDay(reader)
    const firstAt = await firstEntryAt(reader)
    if (newest === null && firstAt === null) return []
    const next = newest ? newest.day + 1 : Math.floor((firstAt ?? 0) / DAY_MS)
    const since = (next + 1) * DAY_MS + OVERDUE_MS
    if (nowMs <= since) return []
    const behind = Math.floor((nowMs - OVERDUE_MS) / DAY_MS) - next
    const detail = `${behind} ${behind === 1 ? 'day is' : 'days are'} not shared`
    return [{ kind: 'yieldMissing', since, until: null, where: dayName(next), detail, affected: null }]
  },
}
