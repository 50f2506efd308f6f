import { expect, test } from 'vitest'
import type { ChartOrder } from './Chart.tsx'
import { valueTone } from './valueTone.ts'

const ORDER = { entryAtMs: 0, endAtMs: 1, entry: 100, entryText: '100', winsText: 'wins here' }
const up: ChartOrder = { ...ORDER, direction: 'up', barrier: 101 }
const down: ChartOrder = { ...ORDER, direction: 'down', barrier: 99 }

test.each<[string, ChartOrder | null, 'up' | 'down' | 'flat', number, string]>([
  ['an up order above its level wins', up, 'down', 101.01, 'fill-up'],
  ['an up order exactly at its level does not win', up, 'up', 101, 'fill-ink-3'],
  ['an up order below its level does not win', up, 'up', 100.99, 'fill-ink-3'],
  ['a down order below its level wins', down, 'up', 98.99, 'fill-up'],
  ['a down order exactly at its level does not win', down, 'down', 99, 'fill-ink-3'],
  ['a down order above its level does not win', down, 'down', 99.01, 'fill-ink-3'],
  ['without an order a rise is shown', null, 'up', 100, 'fill-up'],
  ['without an order a fall is shown', null, 'down', 100, 'fill-down'],
  ['without an order and a move it is plain', null, 'flat', 100, 'fill-ink'],
])('%s', (_, order, way, value, tone) => {
  expect(valueTone(order, way, value)).toBe(tone)
})
