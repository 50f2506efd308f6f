import { afterEach, expect, test, vi } from 'vitest'
import { anOrder, START } from './anOrder.testing.ts'
import { endNow, endsOnAnotherDay, levelOf, moneyOf, signOf, orderStateOf } from './orderState.ts'

test.each([
  [anOrder({ entryPrice: null }), START - 300, { phase: 'entering', progress: 0 }],
  [anOrder(), START, { phase: 'running', progress: 0 }],
  [anOrder(), START + 15_000, { phase: 'running', progress: 0.25 }],
  [anOrder(), START + 15_999, { phase: 'running', progress: 0.25 }],
  [anOrder(), START + 60_000, { phase: 'settling', progress: 1 }],
  [anOrder({ entryPrice: null }), START + 90_000, { phase: 'settling', progress: 1 }],
  [anOrder({ status: 1 }), START + 10, { phase: 'finished', progress: 1 }],
])('[ORD-07] an order stands at %#', (one, nowMs, standing) => {
  expect(orderStateOf(one, nowMs)).toEqual(standing)
})

test.each([
  [anOrder(), '67391.31', { outcome: 'lost', net: -25_000_000_000n }],
  [anOrder(), '67391.32', { outcome: 'won', net: 43_500_000_000n }],
  [anOrder({ direction: 1 }), '67350', { outcome: 'won', net: 43_500_000_000n }],
  [anOrder({ direction: 1 }), '67371', { outcome: 'lost', net: -25_000_000_000n }],
  [anOrder({ barrierPpm: 0 }), '67371.1', { outcome: 'tied', net: 0n }],
  [anOrder({ fee: '2.5' }), '67391.32', { outcome: 'won', net: 43_250_000_000n }],
  [anOrder({ fee: '2.5' }), '67391.31', { outcome: 'lost', net: -25_250_000_000n }],
  [anOrder({ fee: '2.5', barrierPpm: 0 }), '67371.1', { outcome: 'tied', net: 0n }],
])('if it ended now, it would end as the rule decides: %#', (one, price, end) => {
  expect(endNow(one, price)).toEqual(end)
})

test('without an entry price the result is unknown', () => {
  expect(endNow(anOrder({ entryPrice: null }), '67391')).toBeNull()
  expect(levelOf(anOrder({ entryPrice: null }))).toBeNull()
})

test('the level follows from the rule until the server has sent it', () => {
  expect(levelOf(anOrder())).toBe(6_739_131_133_000n)
  expect(levelOf(anOrder({ level: '67391.31' }))).toBe(6_739_131_000_000n)
})

test('the payout is stake and profit', () => {
  expect(moneyOf(anOrder({ fee: '2.5' }))).toEqual({
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
  expect(moneyOf(anOrder({ rate: '1.7499', stake: '100' })).profit).toBe(17_400_000_000n)
  expect(moneyOf(anOrder({ rate: '1.75', stake: '100' })).profit).toBe(17_500_000_000n)
})

test('a price that cannot be read gives no result', () => {
  expect(endNow(anOrder(), 'x')).toBeNull()
  expect(signOf('5+')).toBe(0)
})

afterEach(() => vi.unstubAllEnvs())

test.each([
  ['a minute', 'UTC', '2026-11-27T14:05:07Z', 110, false],
  ['a minute up to midnight', 'UTC', '2026-11-27T23:59:00Z', 110, true],
  ['a minute before it', 'UTC', '2026-11-27T23:58:59Z', 110, false],
  ['a minute over midnight of UTC alone', 'Asia/Tokyo', '2026-11-27T23:59:30Z', 110, false],
  ['a minute over midnight in Tokyo', 'Asia/Tokyo', '2026-11-27T14:59:30Z', 110, true],
  ['four hours in the evening', 'Europe/Berlin', '2026-11-27T19:00:01Z', 116, true],
  ['a day', 'UTC', '2026-11-27T14:05:07Z', 117, true],
])('whether %s ends on another day in %s', (_, zone, entry, timeId, isLater) => {
  vi.stubEnv('TZ', zone)
  const entryAt = Date.parse(entry)
  const dueAt = entryAt + ({ 110: 60, 116: 14_400, 117: 86_400 }[timeId] ?? 0) * 1_000
  expect(endsOnAnotherDay(anOrder({ entryAt, dueAt, timeId }))).toBe(isLater)
  // Without an entry time, the duration tells when it begins.
  expect(endsOnAnotherDay(anOrder({ entryAt: null, dueAt, timeId }))).toBe(isLater)
})
