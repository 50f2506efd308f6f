import { expect, onTestFinished, test } from 'vitest'
import { CONFIG } from '../../api/publicConfig.testing.ts'
import { configNow, takeConfig } from '../../api/publicConfig.ts'
import { answered, asUser, asVisitor, drawn, drawnLinks, drawnMarkup } from '../../app/drawn.testing.tsx'
import { HoldingsFigure } from '../../components/HoldingsFigure.tsx'
import { CurrencyList, type WalletItem } from './CurrencyList.tsx'
import { HoldingsPage } from './HoldingsPage.tsx'
import { Shares } from './Shares.tsx'
import { WalletLinks } from './WalletLinks.tsx'
import { WalletPage } from './WalletPage.tsx'

const item = (given: Partial<WalletItem>): WalletItem => ({
  currencyId: 1,
  alias: 'Tether',
  name: 'USDT',
  picture: '',
  colour: '#26a17b',
  shown: 2,
  value: '900.5',
  amount: '901.25',
  available: '651.25',
  usdRate: '1',
  ...given,
})
const ITEMS = [
  item({}),
  item({
    currencyId: 4,
    alias: 'Bitcoin',
    name: 'BTC',
    shown: 8,
    value: '2701.5',
    amount: '0.04',
    available: '0.04',
  }),
  item({ currencyId: 5, alias: 'Ether', name: 'ETH', value: '0', amount: '0', available: '0' }),
]
const HELD = { items: ITEMS, total: '3602.016', inOrders: '250', today: '-10.005' }
const HISTORY = {
  times: [new Date(2026, 10, 7, 20, 0).getTime(), new Date(2026, 10, 7, 21, 0).getTime()],
  total: ['3490.1', '3602.016'],
  currencies: [{ name: 'BTC', values: ['2600', '2701.5'] }],
  allTime: '412.5',
}

/** For the rest of the test, the house is one of these. */
function inMode(mode: typeof CONFIG.mode): void {
  const before = configNow() ?? CONFIG
  takeConfig({ ...CONFIG, mode })
  onTestFinished(() => takeConfig(before))
}

test('the total stands with the results of today and of all time, and what orders hold', async () => {
  const figure = (given: object) => drawn(<HoldingsFigure {...HELD} {...given} />)
  expect(await figure({ allTime: '412.5' })).toBe(
    '$3,602 | .01 | −10.01 | from today’s orders | +412.50 | from all orders | $250.00 in open orders',
  )
  expect(await figure({ inOrders: '0', today: '0' })).toBe('$3,602 | .01 | 0.00 | from today’s orders')
})

test('currencies are listed by value, and open their transfers in the real account alone', async () => {
  asUser(0)
  expect(await drawn(<CurrencyList items={ITEMS} />)).toBe(
    [
      'Currencies | BTC | Bitcoin | $2,701.50 | 0.04 | USDT | Tether | $900.50 | 901.25 | ETH | Ether',
      '$0.00 | 0.00',
    ].join(' | '),
  )
  expect(await drawnLinks(<CurrencyList items={ITEMS} />)).toEqual([
    '/recharge?aid=4&name=BTC&coin=Bitcoin',
    '/recharge?aid=1&name=USDT&coin=Tether',
    '/recharge?aid=5&name=ETH&coin=Ether',
  ])
  expect(await drawn(<CurrencyList items={ITEMS} />, '/recharge?aid=1')).toContain('(chosen) | USDT')
  asUser(1)
  expect(await drawnLinks(<CurrencyList items={ITEMS} />)).toEqual([])
})

test('the bar of holdings has the order of the list, and nothing of what is empty', async () => {
  const coloured = ITEMS.map((one) => ({ ...one, colour: one.name }))
  const colours = async (items: WalletItem[]) =>
    (await drawnMarkup(<Shares items={items} />)).match(/(?<=background:)\w+/g)
  expect(await colours(coloured)).toEqual(['BTC', 'USDT'])
  expect(await colours(coloured.slice(2))).toBeNull()
})

test('the wallet tells holdings, chart, actions, currencies and further pages', async () => {
  asVisitor()
  expect(await drawn(<WalletPage />)).toBe(
    [
      'Wallet | Hide amounts | Your wallet',
      'Join with a wallet, or with a practice wallet, to see what you hold here. | Join',
    ].join(' | '),
  )
  asUser(0)
  expect(await drawn(<WalletPage />)).toBe('Wallet | Hide amounts | Loading | Loading')
  answered('getMyWalletData', {}, { data: HELD })
  answered('getHoldingsHistory', { range: '1D' }, HISTORY)
  expect(await drawn(<WalletPage />)).toBe(
    [
      'Wallet | Hide amounts | Total holdings | Total holdings | $3,602 | .01 | −10.01 | from today’s orders',
      '+412.50 | from all orders | $250.00 in open orders | Holdings over time',
      'Between $3,490.10 and $3,602.01 | Between $3,490.10 and $3,602.01 | Range of the chart',
      '(chosen) | 1D | 1W | 1M | Move money | Receive | Send | Swap | Currencies | BTC | Bitcoin',
      '$2,701.50 | 0.04 | USDT | Tether | $900.50 | 901.25 | ETH | Ether | $0.00 | 0.00',
      'More of the wallet | Records | Statement | Balance proof | Checking',
      'Withdrawal protection',
    ].join(' | '),
  )
  inMode('live')
  const empty = { ...HELD, items: ITEMS.slice(2), inOrders: '0', total: '0', today: '0' }
  answered('getMyWalletData', {}, { data: empty })
  expect(await drawn(<WalletPage />)).toBe(
    [
      'Wallet | Hide amounts | Total holdings | Total holdings | $0 | .00 | 0.00 | from today’s orders | +412.50',
      'from all orders | Move money | Add money | Receive | Send | Swap | Currencies | ETH | Ether | $0.00',
      '0.00 | More of the wallet | Records | Statement | Balance proof | Checking',
      'Withdrawal protection',
    ].join(' | '),
  )
  inMode('sandbox')
  expect(await drawn(<WalletPage />)).toContain('Move money | Get test money | Receive')
  answered('getMyWalletData', {}, { data: { ...empty, inOrders: '1' } })
  expect(await drawn(<WalletPage />)).toContain('Move money | Receive')
})

test('a range in which nothing changed is told as one value', async () => {
  asUser(1)
  answered('getMyWalletData', {}, { data: { ...HELD, total: '5' } })
  answered('getHoldingsHistory', { range: '1D' }, { ...HISTORY, total: ['5', '5'] })
  expect(await drawn(<WalletPage />)).toBe(
    [
      'Wallet | Simulated account | Hide amounts | Total holdings | Total holdings | $5 | .00',
      '−10.01 | from today’s orders | +412.50 | from all orders | $250.00 in open orders | Holdings over time',
      'Unchanged at $5.00 | Unchanged at $5.00 | Range of the chart | (chosen) | 1D | 1W | 1M',
      'Move money | Swap | Guide | Currencies | BTC | Bitcoin | $2,701.50 | 0.04 | USDT | Tether',
      '$900.50 | 901.25 | ETH | Ether | $0.00 | 0.00 | More of the wallet | Records | Statement',
      'Balance proof | Checking',
    ].join(' | '),
  )
})

test.each([
  ['4.99', 'Between $4.99 and $5.00'],
  ['5.01', 'Between $5.00 and $5.01'],
])('the range over time includes the present value, %s', async (total, between) => {
  asUser(0)
  answered('getMyWalletData', {}, { data: { ...HELD, total } })
  answered('getHoldingsHistory', { range: '1D' }, { ...HISTORY, total: ['5', '5'] })
  expect(await drawn(<WalletPage />)).toContain(between)
  expect(await drawn(<HoldingsPage />)).toContain(between)
})

test('beside the wallet stands what of each currency is free', async () => {
  asVisitor()
  expect(await drawn(<HoldingsPage />)).toBe('')
  asUser(0)
  answered('getMyWalletData', {}, { data: HELD })
  answered('getHoldingsHistory', { range: '1D' }, HISTORY)
  expect(await drawn(<HoldingsPage />)).toBe(
    [
      'Holdings over time | Holdings over time | Between $3,490.10 and $3,602.01',
      'Between $3,490.10 and $3,602.01 | Range of the chart | (chosen) | 1D | 1W | 1M | Available',
      'Available | BTC | 75.0% of the whole | 0.04 BTC | All available | USDT | 25.0% of the whole',
      '651.25 USDT | 250.00 USDT held',
    ].join(' | '),
  )
})

test('the links of the wallet are those of the account shown', async () => {
  asUser(0)
  expect(await drawnLinks(<WalletLinks />)).toEqual([
    '/record?type=0',
    '/statement',
    '/signed-balances',
    '/protection',
  ])
  asUser(1)
  expect(await drawnLinks(<WalletLinks />)).toEqual(['/record?type=2', '/statement', '/signed-balances'])
})
