import { expect, test } from 'vitest'
import { asVisitor, drawn } from '../../app/drawn.testing.tsx'
import '../../flows/trade/TradeSheets.tsx'
import { OrderFilters } from './list/OrderFilters.tsx'
import { OrdersPage } from './OrdersPage.tsx'

test.each([
  ['/order', 'Open'],
  ['/order?tab=waiting', 'Open'],
  ['/order?tab=finished', 'Closed'],
  ['/order?tab=other', 'Open'],
  ['/receipt/019a0000-0000-7000-8000-000000000002', 'Closed'],
])('at %s the list of orders is %s', async (path, name) => {
  asVisitor()
  const [, chosen] = (await drawn(<OrdersPage />, path)).split('(chosen) | ')
  expect(chosen?.split(' | ')[0]).toBe(name)
})

test.each([
  ['/order?tab=finished', ['All coins', 'All results']],
  ['/order?tab=finished&coin=ETH&result=lost', ['ETH', 'Lost']],
])('at %s the filters stand at %j', async (path, chosen) => {
  const parts = (await drawn(<OrderFilters />, path)).split('(chosen) | ').slice(1)
  expect(parts.map((part) => part.split(' | ')[0])).toEqual(chosen)
})
