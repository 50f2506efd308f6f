import { expect, test } from 'vitest'
import { filterOf, hrefWith } from './orderFilter.ts'

test.each([
  ['', {}],
  ['?tab=finished', {}],
  ['?coin=BTC', { pid: 1 }],
  ['?result=won', { outcome: 'won' }],
  ['?coin=ETH&result=closed', { pid: 2, outcome: 'closed' }],
  ['?coin=NONE&result=nothing', {}],
] as const)('the address %s names the filter %o', (search, filter) => {
  expect(filterOf(search)).toEqual(filter)
})

test('an address with a filter keeps its other parts, and parses to the same filter', () => {
  const href = hrefWith('https://t.example/order?tab=finished&coin=BTC', { pid: 3, outcome: 'lost' })
  expect(href).toBe('/order?tab=finished&coin=SOL&result=lost')
  expect(filterOf(href.slice(href.indexOf('?')))).toEqual({ pid: 3, outcome: 'lost' })
  expect(hrefWith(`https://t.example${href}`, {})).toBe('/order?tab=finished')
})
