import type { ReplyOf } from '@tickmark/wire/call'
import type { orderRoutes } from '@tickmark/wire/routes/orders'
import { expect } from 'vitest'
import { idOf } from '../house/inbox.ts'
import type { Scene } from './scenes.ts'
import { seen } from '../page/see.ts'

/** Elements on every page: the open orders, and the result of an order that has just settled. */
export const ORDER_SCENES: readonly Scene[] = [
  {
    name: 'strip of open orders',
    path: () => '/settings',
    open: (page, say) =>
      seen(page.getByRole('region', { name: say('trade:strip.label') }).getByText(say('trade:worthNow'))),
  },
  {
    name: 'result card',
    path: () => '/account',
    async open(page, say, house, who) {
      const language = await page.evaluate(() => localStorage.getItem('language') ?? '')
      const query = { status: '1', pageSize: '1', book: '1', language }
      const { body } = await who.user.get('/api/getMyLimitOrders', { query })
      const [order] = (body.data as ReplyOf<typeof orderRoutes.getMyLimitOrders>).list
      if (!order) throw new Error('no order is finished')
      const userId = await idOf(house, who)
      const card = page.getByRole('region', { name: say('trade:result') })
      await expect
        .poll(async () => {
          // Repeats until the page is connected: it misses earlier events.
          house.app.hub.publish(userId, { event: 'order_settled', book: 1, order })
          return card.isVisible()
        })
        .toBe(true)
      return seen(card.getByRole('link', { name: say('trade:receipt') }))
    },
  },
]
