import { expect, test } from 'vitest'
import { answered, asUser, atTime, drawn, drawnLinks } from '../../app/drawn.testing.tsx'
import { anOrder, START } from '../../entities/anOrder.testing.ts'
import { aHeading } from '../../live/frames.testing.ts'
import type { LiveDetail } from '../../live/marketFeed.ts'
import { CoinFacts } from './CoinFacts.tsx'
import { CoinBar, CoinHeading, WideHeading } from './CoinHeading.tsx'
import { CoinPage } from './CoinPage.tsx'
import { CoinChart } from './CoinChart.tsx'
import { Favourite } from './Favourite.tsx'
import { OpenOrders } from './OpenOrders.tsx'
import { OrderButtons } from './OrderButtons.tsx'

const AS_OF = new Date(2026, 10, 7, 21, 4, 9).getTime()
const live = (given: Partial<LiveDetail> = {}): LiveDetail => ({
  baseInfo: aHeading(),
  candles: [],
  stale: false,
  asOfMs: AS_OF,
  state: 'LIVE',
  ...given,
})

test('a coin tells its price and the day’s change with size and percent', async () => {
  const heading = (info = aHeading(), given: Partial<LiveDetail> = {}) =>
    drawn(<CoinHeading live={live(given)} info={info} />)
  expect(await heading()).toBe('67,400.20 | + | 1,218.40 (1.84%) | 24 h')
  expect(await heading(aHeading({ change: '-1218.4', changePct: '-1.84%' }))).toBe(
    '67,400.20 | − | 1,218.40 (1.84%) | 24 h',
  )
  expect(await heading(aHeading(), { stale: true })).toBe('67,400.20 | No new price since 21:04:09')
  expect(await heading(aHeading({ open: false }))).toBe('67,400.20 | No new price since 21:04:09')
  expect(await heading(aHeading(), { state: 'PAUSED' })).toBe(
    '67,400.20 | Trading paused: our clocks are being checked',
  )
  expect(await drawn(<WideHeading pid={1} live={live()} />)).toBe(
    [
      'Bitcoin | BTC/USDT | Price alerts | Add Bitcoin to the watchlist | My orders | 67,400.20 | +',
      '1,218.40 (1.84%) | 24 h',
    ].join(' | '),
  )
  expect(await drawn(<CoinBar pid={2} info={null} />)).toBe(
    'Back | Ethereum | ETH/USDT | Price alerts | Add Ethereum to the watchlist | My orders',
  )
})

test('the facts tell both shares, what they are of, volume and turnover', async () => {
  const facts = (given = {}) => drawn(<CoinFacts info={aHeading(given)} />)
  expect(await facts()).toBe(
    ['Up 62.00% | 38.00% Down | Stakes in 19 open orders | Volume | 21,345.6 | Turnover | $1.44B'].join(
      ' | ',
    ),
  )
  expect(await facts({ upOf: 0, open: false, volume: '1000000' })).toBe(
    [
      'There is no reliable price for this coin right now. New orders are paused; nothing is decided on a wrong price.',
      'Up 62.00% | 38.00% Down | Price moves of the last 24 h | Volume | 1M | Turnover | $1.44B',
    ].join(' | '),
  )
  expect(await facts({ volume: '999999.9', upOf: 1 })).toBe(
    ['Up 62.00% | 38.00% Down | Stakes in 1 open order | Volume | 999,999.9 | Turnover | $1.44B'].join(' | '),
  )
})

test('a favourite is told to its user alone', async () => {
  expect(await drawn(<Favourite pid={1} info={aHeading({ favourite: 1 })} />)).toBe(
    'Add Bitcoin to the watchlist',
  )
  asUser()
  expect(await drawn(<Favourite pid={1} info={aHeading({ favourite: 1 })} />)).toBe(
    'Take Bitcoin off the watchlist | (chosen)',
  )
  expect(await drawn(<Favourite pid={1} info={aHeading({ favourite: 0 })} />)).toBe(
    'Add Bitcoin to the watchlist',
  )
})

test('three open orders on the coin stand below its chart, and a link to the rest', async () => {
  asUser()
  atTime(START + 15_000)
  const order = (n: number, given = {}) =>
    anOrder({ orderId: `019a0000-0000-7000-8000-00000000000${n}`, ...given })
  const list = [
    order(1),
    order(2, { pid: 2 }),
    order(3, { direction: 1, stake: '12.5', entryPrice: null, rangeText: 'Below' }),
    order(4, { dueAt: START + 20_000 }),
  ]
  const asked = { status: 0, pageSize: 50 } as const
  answered('getMyLimitOrders', asked, { list, total: 4 })
  const value = { chancePpm: 1, value: '310.55', bid: '301.5', bidId: 'b', expiresAt: 0, price: '67380' }
  for (const one of list) answered('getOrderValue', { orderId: one.orderId }, value)
  expect(await drawn(<OpenOrders pid={1} />)).toBe(
    [
      'Open orders | Up | 250 USDT | Time left | 00:00:45 | How much of the order’s time is over | 25%',
      'Above +0.03% | Worth now | 310.55 USDT | Open order: Up, 250 USDT. Show its countdown. | Down',
      '12.50 USDT | Time left | 00:00:45 | How much of the order’s time is over | 25% | Below',
      'waiting for the entry price | Open order: Down, 12.50 USDT. Show its countdown. | Up | 250 USDT',
      'Time left | 00:00:05 | How much of the order’s time is over | 92% | Above +0.03% | Worth now | —',
      'Open order: Up, 250 USDT. Show its countdown.',
    ].join(' | '),
  )
  expect(await drawnLinks(<OpenOrders pid={1} />)).toEqual([])
  atTime(START + 15_001)
  expect(await drawn(<OpenOrders pid={1} />)).toContain('310.55 USDT')
  atTime(START + 60_000)
  expect(await drawn(<OpenOrders pid={2} />)).toBe(
    [
      'Open orders | Up | 250 USDT | Time left | 00:00:00 | How much of the order’s time is over | 100%',
      'Above +0.03% | settling | Open order: Up, 250 USDT. Show its countdown.',
    ].join(' | '),
  )
  answered('getMyLimitOrders', asked, { list: [...list, order(5)], total: 5 })
  expect(await drawnLinks(<OpenOrders pid={1} />)).toEqual(['/order'])
  expect(await drawn(<OpenOrders pid={3} />)).toBe('')
})

test('the buttons are Up and Down, and an unknown coin is told as such', async () => {
  expect(await drawn(<OrderButtons />)).toBe('Entrust Up | Entrust Down')
  expect(await drawn(<CoinPage />, '/business?pid=99')).toBe(
    [
      'Back | There is no such coin | The address names a coin that is not traded here',
      'See the markets',
    ].join(' | '),
  )
})

test('a chart tells its period, and its lowest and highest price', async () => {
  const candles = [100, 67_000.5, 66_000.25, 67_400.2]
    .map((close, n) => ({ id: AS_OF / 1_000 + n * 900, close: String(close) }))
    .slice(1)
  expect(await drawn(<CoinChart pid={1} live={live({ candles })} />, '/business?pid=1&period=1hour')).toBe(
    [
      'Price of BTC/USDT in steps of 1H: between 66,000.25 and 67,400.20. | Period of the chart | 5M',
      '15M | (chosen) | 1H | 4H | 1D | 1W',
    ].join(' | '),
  )
})
