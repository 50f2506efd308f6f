import { expect, test } from 'vitest'
import { answered, answeredPages, asUser, atTime, drawn, drawnLinks } from '../../../app/drawn.testing.tsx'
import { anOrder, START } from '../../../entities/anOrder.testing.ts'
import { aCoin, allFrame } from '../../../live/frames.testing.ts'
import { takeFrame } from '../../../live/marketFeed.ts'
import { DaySum, dayOf } from './DaySum.tsx'
import { FinishedRow } from './FinishedRow.tsx'
import { OrderFilters } from './OrderFilters.tsx'
import { ClosedList, OpenList } from './OrderList.tsx'
import { WaitingRow } from './WaitingRow.tsx'

const EVENING = new Date(2026, 10, 7, 21, 4, 9).getTime()
const DAY = new Date(2026, 10, 7).getTime()
const won = anOrder({ status: 1, outcome: 'won', profit: '185.5', endedAt: EVENING, dueAt: EVENING + 60_000 })
const lost = anOrder({
  orderId: '019a0000-0000-7000-8000-000000000002',
  status: 1,
  outcome: 'lost',
  direction: 1,
  stake: '12.5',
  profit: '-12.5',
  rangeText: 'Below',
  timeId: 111,
  dueAt: EVENING - 86_400_000,
})

test('a finished order tells its coin, stake, end, result and outcome', async () => {
  expect(await drawn(<FinishedRow order={won} />)).toBe(
    ['BTC/USDT | Up | 250 USDT | · 1 min · Above +0.03% | Nov 7, 2026, 21:04 | +185.50 USDT | Won'].join(
      ' | ',
    ),
  )
  expect(await drawn(<FinishedRow order={lost} />)).toBe(
    'BTC/USDT | Down | 12.50 USDT | · 3 min · Below | Nov 6, 2026, 21:04 | −12.50 USDT | Lost',
  )
  expect(await drawnLinks(<FinishedRow order={won} />, '/order?tab=finished&coin=BTC&result=won')).toEqual([
    `/receipt/${won.orderId}?coin=BTC&result=won`,
  ])
})

test('a day tells the number of its orders and their sums', async () => {
  asUser()
  const filter = { pid: 1 }
  expect(await drawn(<DaySum dayMs={DAY} filter={filter} />)).toBe('Nov 7, 2026')
  const sums = [
    { currency: 'USDT', net: '173' },
    { currency: 'BTC', net: '-0.002' },
  ]
  answered('getOrderSums', { ...filter, from: DAY, to: new Date(2026, 10, 8).getTime() }, { count: 2, sums })
  expect(await drawn(<DaySum dayMs={DAY} filter={filter} />)).toBe(
    'Nov 7, 2026 | · 2 orders | +173.00 USDT | −0.002 BTC',
  )
  expect([dayOf(DAY - 1), dayOf(DAY), dayOf(EVENING)]).toEqual([new Date(2026, 10, 6).getTime(), DAY, DAY])
})

test('closed orders stand under their days, and can be filtered as soon as there are any', async () => {
  asUser()
  const asked = { status: 1, pageSize: 10 }
  answeredPages('getMyLimitOrders', asked, [{ list: [], total: 0 }])
  expect(await drawn(<ClosedList />)).toBe(
    'No data | Orders that have settled are listed here with their result and their receipt.',
  )
  const before = anOrder({
    ...won,
    orderId: '019a0000-0000-7000-8000-000000000003',
    endedAt: EVENING - 60_000,
  })
  answeredPages('getMyLimitOrders', asked, [{ list: [won, before, lost, anOrder()], total: 4 }])
  const told = await drawn(<ClosedList />)
  expect(told).toContain('All coins')
  expect(told.slice(told.indexOf('Nov 7'))).toBe(
    [
      'Nov 7, 2026 | BTC/USDT | Up | 250 USDT | · 1 min · Above +0.03% | Nov 7, 2026, 21:04',
      '+185.50 USDT | Won | BTC/USDT | Up | 250 USDT | · 1 min · Above +0.03% | Nov 7, 2026, 21:03',
      '+185.50 USDT | Won | Nov 6, 2026 | BTC/USDT | Down | 12.50 USDT | · 3 min · Below',
      'Nov 6, 2026, 21:04 | −12.50 USDT | Lost | End of list',
    ].join(' | '),
  )
  answeredPages('getMyLimitOrders', { ...asked, pid: 3, outcome: 'tied' }, [{ list: [], total: 0 }])
  expect(await drawn(<ClosedList />, '/order?coin=BNB&result=tied')).toBe(
    [
      'Filters | Coin | All coins | BTC | ETH | SOL | TRX | XRP | DOGE | ADA | LINK | (chosen) | BNB',
      'AVAX | LTC | DOT | UNI | NEAR | BCH | ATOM | Result | All results | Won | Lost | (chosen) | Tie',
      'Void | Closed early | Closed | Loading',
    ].join(' | '),
  )
})

test('the filters tell what is chosen', async () => {
  expect(await drawn(<OrderFilters />)).toBe(
    [
      'Filters | Coin | (chosen) | All coins | BTC | ETH | SOL | TRX | XRP | DOGE | ADA | LINK | BNB',
      'AVAX | LTC | DOT | UNI | NEAR | BCH | ATOM | Result | (chosen) | All results | Won | Lost | Tie',
      'Void | Closed early',
    ].join(' | '),
  )
  expect(await drawn(<OrderFilters />, '/order?coin=BTC&result=void')).toBe(
    [
      'Filters | Coin | All coins | (chosen) | BTC | ETH | SOL | TRX | XRP | DOGE | ADA | LINK | BNB',
      'AVAX | LTC | DOT | UNI | NEAR | BCH | ATOM | Result | All results | Won | Lost | Tie | (chosen)',
      'Void | Closed early',
    ].join(' | '),
  )
})

test('open orders are those that still run', async () => {
  asUser()
  const asked = { status: 0, pageSize: 10 }
  answeredPages('getMyLimitOrders', asked, [{ list: [], total: 0 }])
  expect(await drawn(<OpenList />)).toBe(
    [
      'No data',
      'Orders that you place wait here until they settle. Choose a coin and entrust Up or Down.',
      'Choose a coin | How an order works',
    ].join(' | '),
  )
  atTime(START + 15_000)
  answeredPages('getMyLimitOrders', asked, [{ list: [anOrder(), won], total: 2 }])
  expect(await drawn(<OpenList />)).toBe(
    [
      'Open | BTC/USDT | Up | 250 USDT | · 1 min · Above +0.03% | Time left of BTC/USDT | 00:00:45',
      'How much of the order’s time is over | 25% | Worth now | —',
      'Open order: Up, 250 USDT. Show its countdown. | End of list',
    ].join(' | '),
  )
})

test('an open order stands at the price of its value, else at the current price', async () => {
  asUser()
  atTime(START + 15_000)
  const order = anOrder()
  const row = () => drawn(<WaitingRow order={order} onEnd={() => {}} />)
  takeFrame(allFrame([aCoin({ pid: 2, price: '1' }), aCoin({ price: '67400' })]))
  expect(await row()).toBe(
    [
      'BTC/USDT | Up | 250 USDT | · 1 min · Above +0.03% | Time left of BTC/USDT | 00:00:45',
      'How much of the order’s time is over | 25% | winning | Worth now | —',
      'Open order: Up, 250 USDT. Show its countdown.',
    ].join(' | '),
  )
  const value = { chancePpm: 1, value: '310.55', bid: '301.5', bidId: 'b', expiresAt: 0, price: '67380' }
  answered('getOrderValue', { orderId: order.orderId }, value)
  expect(await row()).toBe(
    [
      'BTC/USDT | Up | 250 USDT | · 1 min · Above +0.03% | Time left of BTC/USDT | 00:00:45',
      'How much of the order’s time is over | 25% | losing | Worth now | 310.55 USDT',
      'Closing costs the house margin, at least 4.0%',
      'Open order: Up, 250 USDT. Show its countdown.',
    ].join(' | '),
  )
  answered('getOrderValue', { orderId: order.orderId }, { ...value, chancePpm: 480_000 })
  expect(await row()).toContain('| near your line | Worth now | 310.55 USDT |')
  expect(await drawn(<WaitingRow order={anOrder({ entryPrice: null })} onEnd={() => {}} />)).toBe(
    [
      'BTC/USDT | Up | 250 USDT | · 1 min · Above +0.03% | Time left of BTC/USDT | 00:00:45',
      'How much of the order’s time is over | 25% | waiting for the entry price',
      'Open order: Up, 250 USDT. Show its countdown.',
    ].join(' | '),
  )
})

test('an open order that ends on another day tells that day', async () => {
  asUser()
  atTime(START)
  const order = anOrder({ timeId: 117, entryAt: EVENING, dueAt: EVENING + 86_400_000 })
  expect(await drawn(<WaitingRow order={order} onEnd={() => {}} />)).toContain(
    'BTC/USDT | Up | 250 USDT | · 1 d · Above +0.03% | Ends Nov 8, 2026, 21:04 | Time left of BTC/USDT |',
  )
})
