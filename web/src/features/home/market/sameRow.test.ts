import { expect, test } from 'vitest'
import { isSameRow, type MarketRowProps } from './sameRow.ts'

const closes = (...list: string[]) => list.map((close) => ({ close }))
const ROW: MarketRowProps = {
  item: {
    pid: 1,
    symbol: 'BTC',
    name: 'Bitcoin',
    picture: '/coins/btc.svg',
    colour: '#f7931a',
    decimals: 2,
    price: '67371.1',
    changePct: '+1.84%',
    trend: closes('1', '2', '3'),
    open: true,
  },
  stale: false,
  current: false,
}

test.each<[what: string, more: Partial<MarketRowProps>, item: Partial<MarketRowProps['item']>]>([
  ['its price is stale', { stale: true }, {}],
  ['it is the coin on screen', { current: true }, {}],
  ['it is of another coin', {}, { pid: 2 }],
  ['the price moves', {}, { price: '67371.2' }],
  ['the day’s change moves, though the price does not', {}, { changePct: '+1.85%' }],
  ['trading closes', {}, { open: false }],
  ['an hour begins', {}, { trend: closes('1', '2', '3', '3') }],
  ['the oldest hour leaves', {}, { trend: closes('2', '2', '3') }],
  ['the newest hour moves', {}, { trend: closes('1', '2', '4') }],
])('a row is drawn again when %s', (_, more, item) => {
  expect(isSameRow(ROW, { ...ROW, ...more, item: { ...ROW.item, ...item } })).toBe(false)
})

test('a row is not drawn again for the same figures in a new object', () => {
  const { item } = ROW
  expect(isSameRow(ROW, { ...ROW, item: { ...item, trend: closes('1', '2', '3') } })).toBe(true)
})
