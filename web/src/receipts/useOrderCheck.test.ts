import type { ReceiptSummary } from '@tickmark/core/receipts/receiptCheck'
import { expect, test } from 'vitest'
import type { Finding } from './checkHere.ts'
import type { ShownResult } from './provesShown.ts'
import { ownStampOf } from './useOrderCheck.ts'

const shown: ShownResult = {
  orderId: 'o',
  pair: 'BTC/USDT',
  direction: 0,
  currency: 'USDT',
  stake: '250',
  outcome: 'won',
  profit: '+210.5',
  barrierPpm: 0,
  entryPrice: null,
  exitPrice: null,
  level: null,
}
const summary = {
  order: 'o',
  pair: 'BTC/USDT',
  currency: 'USDT',
  direction: 'up',
  stake: '250',
  outcome: 'won',
  net: '210.5',
  entryPrice: null,
  exitPrice: null,
  level: null,
} as ReceiptSummary
const OTHER = { ...summary, net: '210' }

/** A finding whose receipt proves these figures. */
const found = (verdict: Finding['verdict'], proves?: ReceiptSummary): Finding => ({
  verdict,
  steps: [],
  receipt: null,
  promise: null,
  ...(proves && { summary: proves }),
})

test.each<[string, Finding | null, string]>([
  ['is still checked', null, 'checking'],
  ['proves the figures', found('holds', summary), 'checked'],
  ['proves other figures', found('holds', OTHER), 'otherFigures'],
  ['proves other figures without a consent', found('not_proven', OTHER), 'otherFigures'],
  ['is broken, whatever its figures', found('broken', OTHER), 'broken'],
  ['has no figures', found('not_proven'), 'notProven'],
])('the receipt of an order %s', (_, finding, kind) => {
  expect(ownStampOf(shown, { finding, agrees: true, kept: 'agrees' })).toBe(kind)
})

test('the public log and the kept heads count for an own receipt', () => {
  const finding = found('holds', summary)
  expect(ownStampOf(shown, { finding, agrees: false, kept: 'agrees' })).toBe('unlike')
  expect(ownStampOf(shown, { finding, agrees: true, kept: 'unproved' })).toBe('unconnected')
})
