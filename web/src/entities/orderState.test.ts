import { expect, test } from 'vitest'
import { endNow, levelOf, moneyOf, signOf, orderStateOf, type OrderItem } from './orderState.ts'

const START = 1_790_000_000_000

function order(given: Partial<OrderItem> = {}): OrderItem {
  return {
    orderId: '019a0000-0000-7000-8000-000000000001',
    orderNumber: '1',
    pid: 1,
    picture: '/coins/btc.svg',
    pair: 'BTC/USDT',
    secondsLeft: 60,
    totalSeconds: 62,
    timeName: '1 min',
    timeId: 110,
    direction: 0,
    rangeText: 'Above +0.03%',
    rate: '1.74',
    stake: '250',
    feeRate: '0',
    fee: '0',
    profit: '435',
    currency: 'USDT',
    acceptedAt: START - 700,
    dueAt: START + 60_000,
    status: 0,
    outcome: null,
    barrierPpm: 300,
    chancePpm: 350_000,
    marginPpm: 40_000,
    entryPrice: '67371.1',
    entryAt: START,
    exitPrice: null,
    exitAt: null,
    level: null,
    hasReceipt: false,
    endedAt: null,
    ...given,
  }
}

test.each([
  [order({ entryPrice: null }), START - 300, { phase: 'entering', progress: 0 }],
  [order(), START, { phase: 'running', progress: 0 }],
  [order(), START + 15_000, { phase: 'running', progress: 0.25 }],
  [order(), START + 15_999, { phase: 'running', progress: 0.25 }],
  [order(), START + 60_000, { phase: 'settling', progress: 1 }],
  [order({ entryPrice: null }), START + 90_000, { phase: 'settling', progress: 1 }],
  [order({ status: 1 }), START + 10, { phase: 'finished', progress: 1 }],
])('[ORD-07] an order stands at %#', (one, nowMs, standing) => {
  expect(orderStateOf(one, nowMs)).toEqual(standing)
})

test.each([
  [order(), '67391.31', { outcome: 'lost', net: -25_000_000_000n }],
  [order(), '67391.32', { outcome: 'won', net: 43_500_000_000n }],
  [order({ direction: 1 }), '67350', { outcome: 'won', net: 43_500_000_000n }],
  [order({ direction: 1 }), '67371', { outcome: 'lost', net: -25_000_000_000n }],
  [order({ barrierPpm: 0 }), '67371.1', { outcome: 'tied', net: 0n }],
  [order({ fee: '2.5' }), '67391.32', { outcome: 'won', net: 43_250_000_000n }],
  [order({ fee: '2.5' }), '67391.31', { outcome: 'lost', net: -25_250_000_000n }],
  [order({ fee: '2.5', barrierPpm: 0 }), '67371.1', { outcome: 'tied', net: 0n }],
])('if it ended now, it would end as the rule decides: %#', (one, price, end) => {
  expect(endNow(one, price)).toEqual(end)
})

test('without an entry price the result is unknown', () => {
  expect(endNow(order({ entryPrice: null }), '67391')).toBeNull()
  expect(levelOf(order({ entryPrice: null }))).toBeNull()
})

test('the level follows from the rule until the server has sent it', () => {
  expect(levelOf(order())).toBe(6_739_131_133_000n)
  expect(levelOf(order({ level: '67391.31' }))).toBe(6_739_131_000_000n)
})

test('the payout is stake and profit', () => {
  expect(moneyOf(order({ fee: '2.5' }))).toEqual({
    stake: 25_000_000_000n,
    profit: 43_500_000_000n,
    fee: 250_000_000n,
    payout: 68_500_000_000n,
  })
})

test.each([
  ['435', 1],
  ['+0.01', 1],
  ['0', 0],
  ['-250', -1],
])('[ORD-08] the sign of %s is %d', (text, sign) => {
  expect(signOf(text)).toBe(sign)
})

test('a rate finer than a percent pays what the percent below it pays', () => {
  expect(moneyOf(order({ rate: '1.7499', stake: '100' })).profit).toBe(17_400_000_000n)
  expect(moneyOf(order({ rate: '1.75', stake: '100' })).profit).toBe(17_500_000_000n)
})

test('a price that cannot be read gives no result', () => {
  expect(endNow(order(), 'x')).toBeNull()
  expect(signOf('5+')).toBe(0)
})
