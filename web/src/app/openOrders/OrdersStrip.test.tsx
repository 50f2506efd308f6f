import { expect, test } from 'vitest'
import { anOrder, START } from '../../entities/anOrder.testing.ts'
import { hrefTo, PATHS } from '../../navigation/hrefs.ts'
import { answered, asUser, atTime, drawnLinks } from '../drawn.testing.tsx'
import { OrdersStrip } from './OrdersStrip.tsx'

/** Open orders as the house lists them, the newest first, by their coin and the second at which they end. */
const LIST = [
  ['d', 4, 900],
  ['c', 3, 60],
  ['b', 1, 3_600],
  ['a', 2, 180],
] as const

test.each([
  ['/account', ['c', hrefTo.orders()]],
  [`${PATHS.orders}?tab=finished`, ['c', hrefTo.orders()]],
  [PATHS.orders, []],
  [`${PATHS.coin}?pid=3`, ['a', hrefTo.orders()]],
])('on a phone at %s the strip has the order that ends next: %j', async (path, expected) => {
  asUser()
  atTime(START)
  const list = LIST.map(([orderId, pid, seconds]) =>
    anOrder({ orderId, pid, dueAt: START + seconds * 1_000 }),
  )
  answered('getMyLimitOrders', { status: 0, pageSize: 50 }, { list, total: list.length })
  const links = await drawnLinks(<OrdersStrip aboveTabs />, path)
  expect(links.map((one) => /open=(\w+)/.exec(one)?.[1] ?? one)).toEqual(expected)
})
