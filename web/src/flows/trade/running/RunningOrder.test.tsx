import { expect, test } from 'vitest'
import { asUser, answered, atTime, drawn } from '../../../app/drawn.testing.tsx'
import { anOrder, START } from '../../../entities/anOrder.testing.ts'
import { detailFrame } from '../../../live/frames.testing.ts'
import { takeFrame } from '../../../live/marketFeed.ts'
import { OrderStateMark } from './OrderStateMark.tsx'
import { RunningActions, RunningOrder } from './RunningOrder.tsx'

const END = START + 60_000

const BID = { chancePpm: 480_000, value: '310', bid: '301.5', bidId: 'b', expiresAt: 0, price: '67400.2' }

const running = (order = anOrder({ level: '67391.31' })) =>
  drawn(<RunningOrder order={order} onEnd={() => {}} />)
const mark = (order = anOrder({ level: '67391.31' })) => drawn(<OrderStateMark order={order} />)
const actions = (order = anOrder()) => drawn(<RunningActions order={order} onKeep={() => {}} />)

test('a running order tells its time, prices, result now and payout', async () => {
  atTime(START + 15_000)
  takeFrame(detailFrame({ price: '67391.32' }))
  expect(await running()).toBe(
    [
      'Time left | 00:00:45 | How much of the order’s time is over | 25% | Entry price | 67,371.10',
      'Wins above | 67,391.31 | If it ended now | +435.00 USDT | Payout in escrow | 685.00 USDT',
      'funded',
    ].join(' | '),
  )
  expect(await mark()).toBe('winning')
  takeFrame(detailFrame({ price: '67391.31' }))
  expect(await running()).toBe(
    [
      'Time left | 00:00:45 | How much of the order’s time is over | 25% | Entry price | 67,371.10',
      'Wins above | 67,391.31 | If it ended now | −250.00 USDT | Payout in escrow | 685.00 USDT',
      'funded',
    ].join(' | '),
  )
  expect(await mark()).toBe('losing')
})

test('while the prices are old, a running order has no result now', async () => {
  atTime(START + 15_000)
  for (const feed of ['STALE', 'HALTED'] as const) {
    takeFrame({ ...detailFrame({ price: '67391.32' }), feed })
    expect(await running()).toContain('| If it ended now | — | Payout in escrow | 685.00 USDT |')
    expect(await mark()).not.toMatch(/winning|losing|level/)
  }
  takeFrame(detailFrame({ price: '67391.32' }))
  expect(await mark()).toBe('winning')
})

test('an order on a fall tells its level rounded up', async () => {
  atTime(START + 30_000)
  takeFrame(detailFrame({ price: '67350.88' }))
  const order = anOrder({ direction: 1, level: '67350.881', fee: '1.5' })
  expect(await running(order)).toBe(
    [
      'Time left | 00:00:30 | How much of the order’s time is over | 50% | Entry price | 67,371.10',
      'Wins below | 67,350.89 | If it ended now | +433.50 USDT | Payout in escrow | 685.00 USDT',
      'funded',
    ].join(' | '),
  )
  expect(await mark(order)).toBe('winning')
})

test('an order without an entry tells neither price, level nor result', async () => {
  atTime(START - 500)
  const order = anOrder({ entryPrice: null, entryAt: null })
  expect(await running(order)).toBe(
    [
      'Time left | 00:01:00 | How much of the order’s time is over | 0% | Entry price | — | Wins above',
      '— | If it ended now | — | Payout in escrow | 685.00 USDT | funded',
    ].join(' | '),
  )
  expect(await mark(order)).toBe('waiting for the entry price')
  atTime(END)
  expect(await mark()).toBe('settling')
})

test('an order can be closed early for the bid until five seconds are left', async () => {
  atTime(END - 5_001)
  asUser()
  expect(await actions()).toBe('(off) | Close early | Keep')
  answered('getOrderValue', { orderId: anOrder().orderId }, BID)
  expect(await actions()).toBe('Close for 301.50 | Keep')
  atTime(END - 5_000)
  expect(await actions()).toBe('(off) | Close early | Keep')
  atTime(START)
  expect(await actions(anOrder({ entryPrice: null }))).toBe('(off) | Close early | Keep')
})

test('an order that ends on another day tells that day', async () => {
  atTime(START)
  const order = anOrder({ timeId: 117, dueAt: new Date(2026, 10, 8, 21, 4, 9).getTime(), entryAt: START })
  expect(await running(order)).toMatch(/^Time left \| 24:00:00 \| Ends Nov 8, 2026, 21:04 \|/)
})
