import { expect, test } from 'vitest'
import { page } from './pages.ts'

test('a page that two places name is loaded once', () => {
  expect(page('coin/CoinPage')).toBe(page('coin/CoinPage'))
  expect(page('coin/CoinPage')).not.toBe(page('orders/OrdersPage'))
})

test('a page without a file is a mistake of the routes', () => {
  expect(() => page('coin/NoPage')).toThrow('no page coin/NoPage')
  expect(() => page('CoinPage')).toThrow('no page CoinPage')
})
