import { CURRENCIES } from '@tickmark/core/money/currencies'
import { expect, test } from 'vitest'
import { hrefTo } from '../../navigation/hrefs.ts'
import { currencyOf, tabOf, TABS } from './transferTab.ts'

const params = (search: string) => new URLSearchParams(search)

test('an address names its currency by id, code or name, and USDT when it names none', () => {
  const table: [string, string | undefined][] = [
    ['', 'USDT'],
    ['aid=4&name=BTC&coin=Bitcoin', 'BTC'],
    ['aid=4', 'BTC'],
    ['name=ETH', 'ETH'],
    ['coin=TRX', 'TRX'],
    ['aid=99', undefined],
    ['name=NOPE', undefined],
  ]
  for (const [search, code] of table)
    expect([search, currencyOf(params(search))?.code]).toEqual([search, code])
})

test('the address of a page leads back to its currency and tab', () => {
  for (const currency of CURRENCIES) {
    for (const tab of TABS) {
      const { search } = new URL(hrefTo.transfer(currency, tab), 'https://tickmark.example')
      expect(currencyOf(params(search))).toBe(currency)
      expect(tabOf(params(search), 0)).toBe(tab)
    }
  }
})

test('[ACC-08] the simulated account has Swap alone, whatever the address says', () => {
  for (const search of ['', 'tab=receive', 'tab=send', 'tab=swap'])
    expect(tabOf(params(search), 1)).toBe('swap')
  expect(tabOf(params('tab=nope'), 0)).toBe('receive')
})
