import { expect, test } from 'vitest'
import { drawn } from '../../../app/drawn.testing.tsx'
import { anOrder, START } from '../../../entities/anOrder.testing.ts'
import { OrderResult } from './OrderResult.tsx'

const settled = { status: 1, exitPrice: '67400.2', exitAt: START + 60_000 }

test('a result tells the profit, both prices, and the level between them', async () => {
  const order = anOrder({ ...settled, outcome: 'won', level: '67391.3199' })
  expect(await drawn(<OrderResult order={order} income="185" />)).toBe(
    [
      'Income | +185.00 | USDT | Won | Order finished. Won. Income +185.00 USDT.',
      'Checking the receipt | See receipt',
      'Price of BTC/USDT around your order, which is over: between 67,371.10 and 67,371.10.',
      'Entry price | 67,371.10 | Settlement price | 67,400.20 | Wins above | 67,391.31',
    ].join(' | '),
  )
})

test('a result of an order on a fall tells its level below the entry', async () => {
  const order = anOrder({ ...settled, outcome: 'lost', direction: 1, level: '67350.8701' })
  expect(await drawn(<OrderResult order={order} income="-250" />)).toBe(
    [
      'Income | −250.00 | USDT | Lost | Order finished. Lost. Income −250.00 USDT.',
      'Checking the receipt | See receipt',
      'Price of BTC/USDT around your order, which is over: between 67,371.10 and 67,371.10.',
      'Entry price | 67,371.10 | Settlement price | 67,400.20 | Wins below | 67,350.88',
    ].join(' | '),
  )
})

test('a voided order that never entered tells no price', async () => {
  const order = anOrder({ status: 1, outcome: 'void', entryPrice: null, entryAt: null })
  expect(await drawn(<OrderResult order={order} income="0" />)).toMatch(/See receipt$/)
})
