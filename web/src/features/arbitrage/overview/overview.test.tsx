import type { HostingProductItem, ProgrammeDay, ProgrammeTrade } from '@tickmark/wire/schemas/arbitrage'
import { expect, test } from 'vitest'
import type { Reply } from '../../../api/api.ts'
import { answered, asUser, atTime, drawn, drawnLinks } from '../../../app/drawn.testing.tsx'
import { Engine } from './Engine.tsx'
import { Own } from './Own.tsx'
import { ProductList } from './ProductList.tsx'
import { TradeLog } from './TradeLog.tsx'
import { Venues } from './Venues.tsx'
import { YieldRecord } from './YieldRecord.tsx'

const NOON = new Date(2026, 10, 7, 12).getTime()

const PRODUCT: HostingProductItem = {
  mid: 3,
  version: 2,
  title: '7 days',
  period: 7,
  quotaScope: '100 - 5000',
  least: '100',
  most: '5000.5',
  dayYield: '0.00021-0.0004',
  serviceCharge: '0.5',
}
const OTHER = { ...PRODUCT, mid: 4, period: 30, least: '200', most: '9000', dayYield: '0.0006' }

test('the engine tells its state, why it stopped, and today’s result', async () => {
  atTime(NOON)
  const engine = (
    state: 'trading' | 'waiting' | 'stopped',
    why: Reply<'getProgramme'>['engine']['why'] = null,
  ) => drawn(<Engine engine={{ state, why, lookedAt: null }} today="-1.25" />)
  const all = await Promise.all([
    engine('trading'),
    engine('waiting'),
    engine('stopped'),
    engine('stopped', 'operator'),
    engine('stopped', 'open_rests'),
    engine('stopped', 'day_loss'),
    engine('stopped', 'not_running'),
    engine('stopped', 'market_closed'),
  ])
  expect(all.map((one) => one.split(' | ').slice(1, 3).join(' | '))).toEqual([
    'Trading | It finds spreads that pay after all fees, and takes them.',
    'Waiting | The spreads are too small to pay after fees. Waiting costs nothing.',
    'Stopped | It is not running at the moment.',
    'Stopped | An operator stopped it. Principals and past yields are not touched by that.',
    'Stopped | It stopped by itself: too many trades are only partly closed.',
    'Stopped | It stopped by itself: the day’s loss reached its limit.',
    'Stopped | It is not running at the moment.',
    'Stopped | The market shows no prices at the moment.',
  ])
  const text = await drawn(
    <Engine engine={{ state: 'trading', why: null, lookedAt: NOON - 5_000 }} today="12.34567" />,
  )
  expect(text.split(' | ').slice(5)).toEqual(['+12.3456 USDT', 'Last looked at the books', '11:59:55'])
})

test('own hosted money, all earnings, and the newest day’s', async () => {
  const own = {
    profit: '0.0712',
    earned: '12.5',
    tgzMoney: '1500.25',
    products: [],
    videoUrl: '',
    videopicUrl: '',
  }
  asUser(0)
  answered('getBzIndexData', {}, own)
  expect(await drawn(<Own />)).toBe(
    [
      'What you host | Hosted now | 1,500 | .25 | USDT | Total arbitrage | 12.5000 USDT',
      'Today’s earnings | Paid for the day that closed last | 0.0712 USDT',
    ].join(' | '),
  )
  asUser(1)
  answered('getBzIndexData', {}, own)
  expect(await drawn(<Own />)).toBe(
    [
      'What you host | Hosted now | Simulated account | 1,500 | .25 | USDT | Total arbitrage',
      '12.5000 USDT | Today’s earnings | Paid for the day that closed last | 0.0712 USDT',
    ].join(' | '),
  )
})

test('each product tells its days, its range and its yield, and leads to its page', async () => {
  expect(await drawn(<ProductList products={[PRODUCT, OTHER]} />)).toBe(
    [
      'Products',
      'The yield runs from the last 30 days’ average to the upper limit of a day. It can be zero.',
      'Products | 7 | 7 days | 100 – 5,000.50 USDT | 0.02–0.04% | Daily yield | 30 | 30 days',
      '200 – 9,000 USDT | 0.06% | Daily yield',
    ].join(' | '),
  )
  expect(await drawnLinks(<ProductList products={[PRODUCT, OTHER]} />)).toEqual([
    '/arbitrageProduct?mid=3',
    '/arbitrageProduct?mid=4',
  ])
  expect(await drawn(<ProductList products={[]} />)).toBe(
    [
      'Products',
      'The yield runs from the last 30 days’ average to the upper limit of a day. It can be zero.',
      'No product is open now | Orders that run go on as they are.',
    ].join(' | '),
  )
})

test('each venue tells its state, its fee and what is held there', async () => {
  const states = ['live', 'stale', 'crossed', 'down'] as const
  const holdings = [
    { coin: 'BTC', amount: '0.12345' },
    { coin: 'USDT', amount: '200' },
  ]
  const venues = states.map((state, venue) => ({
    venue,
    name: `V${venue}`,
    state,
    fee: `0.0${venue}`,
    holdings,
  }))
  expect(await drawn(<Venues venues={venues} />)).toBe(
    [
      'What the programme holds, and where',
      'It trades with its own capital. No hosted money is at any venue.',
      'What the programme holds, and where | V0 | Live | Fee of a trade: 0.00% | 0.12345 | BTC | 200.00',
      'USDT | V1 | Shows nothing new | Fee of a trade: 0.01% | 0.12345 | BTC | 200.00 | USDT | V2',
      'Contradictory prices | Fee of a trade: 0.02% | 0.12345 | BTC | 200.00 | USDT | V3 | No answer',
      'Fee of a trade: 0.03% | 0.12345 | BTC | 200.00 | USDT',
    ].join(' | '),
  )
  expect(await drawn(<Venues venues={[]} />)).toBe(
    [
      'What the programme holds, and where',
      'It trades with its own capital. No hosted money is at any venue. | No venue is connected',
    ].join(' | '),
  )
})

const TRADE: ProgrammeTrade = {
  number: 41,
  at: NOON,
  kind: 'trade',
  coin: 'BTC',
  from: 'Kraken',
  to: 'Binance',
  amount: '0.42',
  bought: '67000.1',
  sold: '67050.2',
  profit: '-1.5',
}
const trades = (list: ProgrammeTrade[], total = list.length) =>
  answered('getProgrammeTrades', { pageNum: 1, pageSize: 6 }, { list, total })

test('a trade tells coin, venues, both prices, time and profit; a move tells no prices', async () => {
  const move = { ...TRADE, number: 42, coin: 'USDT', amount: '300', bought: null, sold: null, profit: '0' }
  trades([TRADE, { ...move, kind: 'move' }, { ...move, number: 43, kind: 'arrival', profit: '2' }])
  expect(await drawn(<TradeLog />)).toBe(
    [
      'Trades as they happen',
      'Bought at one venue, sold at the other, at the same moment. Profit is after all fees.',
      'Trades as they happen | 0.42 BTC, Kraken to Binance | 67,000.10 → 67,050.20 | ·',
      'Nov 7, 2026, 12:00 | · | #41 | −1.5000 USDT | Sent 300.00 USDT, Kraken to Binance',
      'Nov 7, 2026, 12:00 | · | #42 | 0.0000 USDT | Arrived: 300.00 USDT, Kraken to Binance',
      'Nov 7, 2026, 12:00 | · | #43 | +2.0000 USDT',
    ].join(' | '),
  )
})

test('more trades are offered while there are more', async () => {
  trades([TRADE], 7)
  expect(await drawn(<TradeLog />)).toContain('| Earlier trades')
  trades([TRADE], 6)
  expect(await drawn(<TradeLog />)).not.toContain('Earlier trades')
  trades([])
  expect(await drawn(<TradeLog />)).toBe(
    [
      'Trades as they happen',
      'Bought at one venue, sold at the other, at the same moment. Profit is after all fees.',
      'No trade yet | The first one appears here by itself.',
    ].join(' | '),
  )
})

const DAY: ProgrammeDay = {
  day: '2026-11-06',
  profit: '21',
  carried: '0',
  pool: '10',
  hosted: '50000',
  paid: '10',
  seq: 26,
}

test('the record tells each day’s profit and yield, and the means of 7 and 30 days', async () => {
  const days = [
    DAY,
    { ...DAY, day: '2026-11-05', profit: '-3', seq: null },
    { ...DAY, day: '2026-11-04', hosted: '0' },
    { ...DAY, day: '2026-11-03', pool: '0' },
    { ...DAY, day: '2026-11-02', pool: '1000' },
  ]
  expect(await drawn(<YieldRecord days={days} products={[PRODUCT, OTHER]} />)).toBe(
    [
      'What the days yielded',
      'Actual daily yield below the product’s upper limit. Days of zero and of loss are shown too.',
      'Product | (chosen) | 7 days | 30 days',
      'Daily yield over 5 days: 2 with a yield, 1 at zero, 1 with a loss. The upper limit is 0.0400%.',
      '0.04% | Nov 2, 2026 | Nov 6, 2026 | 0.04% | Nov 2, 2026 – Nov 6, 2026 | 2 days with a yield',
      '1 day at zero | 1 day of loss | 1 day on which nobody hosted | Average of the last 7 days',
      '0.0200% | Average of the last 30 days | 0.0200% | All figures as a table | Day (UTC)',
      'Profit, USDT | Yield | Nov 6, 2026 | Entry 26 of the public log | +21.00 | 0.0200% | Nov 5, 2026',
      'Not in the public log yet | −3.00 | 0.0000% | Nov 4, 2026 | Entry 26 of the public log | +21.00',
      'Nobody hosted | Nov 3, 2026 | Entry 26 of the public log | +21.00 | 0.0000% | Nov 2, 2026',
      'Entry 26 of the public log | +21.00 | 0.0400%',
    ].join(' | '),
  )
  expect(await drawnLinks(<YieldRecord days={days} products={[PRODUCT]} />)).toEqual([
    '/log/yield/2026-11-06',
    '/log/yield/2026-11-04',
    '/log/yield/2026-11-03',
    '/log/yield/2026-11-02',
  ])
  expect(await drawn(<YieldRecord days={[]} products={[PRODUCT]} />)).toBe(
    [
      'What the days yielded | No day has closed yet',
      'The first day closes at 00:00 UTC. From then on every day stands here, whatever it yielded.',
    ].join(' | '),
  )
  expect(await drawn(<YieldRecord days={days} products={[]} />)).toBe('')
})

test('the means are of the newest 7 and 30 days', async () => {
  const days = Array.from({ length: 31 }, (_, back) => {
    const pool = back < 6 ? '5' : back === 6 ? '6' : back === 7 ? '100' : back === 30 ? '100' : '1'
    return { ...DAY, day: new Date(Date.UTC(2026, 10, 6 - back)).toISOString().slice(0, 10), pool }
  })
  const text = await drawn(<YieldRecord days={days} products={[{ ...OTHER, dayYield: '0.01' }]} />)
  expect(text).toContain('Average of the last 7 days | 0.0102% | Average of the last 30 days | 0.0105% |')
})
