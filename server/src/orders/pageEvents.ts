import { codeOfBook } from '@tickmark/core/money/currencies'
import type { Language } from '@tickmark/texts/languages'
import type { Reader } from '../db/pool.ts'
import { messageOf } from '../platform/log.ts'
import type { Runtime } from '../module/runtime.ts'
import type {} from './events.ts'
import type { Order } from './order/order.ts'
import { itemOf } from './order/view.ts'

/** The users' chosen languages; users who are missing in it read English. */
type LanguagesOf = (reader: Reader, userIds: readonly number[]) => Promise<ReadonlyMap<number, Language>>

/** Shows settled orders to users with an open page, each in the user's language. */
export function showSettled(runtime: Runtime, languagesOf: LanguagesOf): void {
  const { database, clock, log, events, live } = runtime
  const show = async (orders: readonly Order[]) => {
    const languages = await languagesOf(database.db, [...new Set(orders.map((order) => order.userId))])
    for (const order of orders) {
      const book = codeOfBook(order.book)
      const item = itemOf(order, null, languages.get(order.userId) ?? 'english', clock.nowMs())
      live.publish(order.userId, { event: 'order_settled', book, order: item })
      live.publish(order.userId, { event: 'balance_changed', book })
    }
  }
  events.afterCommit('orders_settled', ({ orders }) => {
    const heard = orders.filter((order) => live.hasOpenPage(order.userId))
    // Runs in the background, so that settling continues.
    if (heard.length > 0)
      void show(heard).catch((thrown: unknown) =>
        log.warn('open pages were not notified of settled orders', { reason: messageOf(thrown) }),
      )
  })
}
