import type { ReceiptSummary } from '@tickmark/core/receipts/receiptCheck'
import { expect, test } from 'vitest'
import { provesShown, type ShownResult } from './provesShown.ts'

const shown: ShownResult = {
  orderId: '01900000-0000-7000-8000-000000000001',
  pair: 'BTC/USDT',
  direction: 0,
  currency: 'USDT',
  stake: '250',
  outcome: 'won',
  profit: '+210.5',
  barrierPpm: 100,
  entryPrice: '67000',
  exitPrice: '67100.5',
  level: '67006.7',
}
const proved: ReceiptSummary = {
  order: shown.orderId,
  pair: 'BTC/USDT',
  book: 'real',
  currency: 'USDT',
  direction: 'up',
  stake: '250',
  profit: '213',
  outcome: 'won',
  net: '210.5',
  payout: '460.5',
  entryPrice: '67000',
  exitPrice: '67100.5',
  level: '67006.7',
  acceptedAt: 0,
  dueAt: 0,
  settledAt: 0,
}

test('equal figures are proved, in any notation', () => {
  expect(provesShown(shown, proved)).toBe(true)
  expect(provesShown({ ...shown, profit: '210.50', stake: '250.00' }, proved)).toBe(true)
})

test('a price missing from the receipt or from the screen is no contradiction', () => {
  expect(provesShown(shown, { ...proved, exitPrice: null })).toBe(true)
  expect(provesShown({ ...shown, entryPrice: null, level: null }, proved)).toBe(true)
})

test.each<[keyof ShownResult, Partial<ShownResult>]>([
  ['orderId', { orderId: '01900000-0000-7000-8000-000000000002' }],
  ['pair', { pair: 'ETH/USDT' }],
  ['direction', { direction: 1 }],
  ['currency', { currency: 'USDC' }],
  ['stake', { stake: '250.00000001' }],
  ['outcome', { outcome: 'lost' }],
  ['profit', { profit: '-210.5' }],
  ['entryPrice', { entryPrice: '67000.01' }],
  ['exitPrice', { exitPrice: '67006.6' }],
  ['level', { level: '67200' }],
  ['barrierPpm', { level: null, barrierPpm: 200 }],
])('another %s is not proved', (_, other) => {
  expect(provesShown({ ...shown, ...other }, proved)).toBe(false)
})
