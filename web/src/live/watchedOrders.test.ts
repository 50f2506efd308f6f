import { expect, test } from 'vitest'
import { isWatched, watchOrder } from './watchedOrders.ts'

test('an order is on screen until its last screen has closed', () => {
  const [sheet, row] = [watchOrder('one'), watchOrder('one')]
  const other = watchOrder('other')
  sheet()
  expect([isWatched('one'), isWatched('other')]).toEqual([true, true])
  row()
  expect([isWatched('one'), isWatched('other')]).toEqual([false, true])
  other()
  expect(isWatched('other')).toBe(false)
})
