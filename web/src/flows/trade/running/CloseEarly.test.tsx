import { expect, test } from 'vitest'
import { drawn } from '../../../app/drawn.testing.tsx'
import { anOrder } from '../../../entities/anOrder.testing.ts'
import { CloseQuestion } from './CloseEarly.tsx'

const ask = (bid: string, order = anOrder(), fell = false) =>
  drawn(<CloseQuestion order={order} bid={{ ...BID, bid }} fell={fell} />)

const COST = ' | Closing costs the house margin, at least 4.0%'
const BID = { chancePpm: 480_000, value: '310', bid: '301.5', bidId: 'b', expiresAt: 0, price: '67400.2' }

test('a close is asked with its bid and what it wins or loses after stake and fee', async () => {
  expect(await ask('301.55')).toBe(`You receive 301.55 USDT (profit 51.55). This cannot be undone.${COST}`)
  expect(await ask('120.45')).toBe(`You receive 120.45 USDT (loss 129.55). This cannot be undone.${COST}`)
  expect(await ask('252', anOrder({ fee: '2' }))).toBe(
    `You receive 252.00 USDT (profit 0.00). This cannot be undone.${COST}`,
  )
  expect(await ask('251.99', anOrder({ fee: '2' }))).toBe(
    `You receive 251.99 USDT (loss 0.01). This cannot be undone.${COST}`,
  )
})

test('a close at a lower bid than the one seen says so', async () => {
  expect(await ask('240', anOrder(), true)).toBe(
    [
      'You receive 240.00 USDT (loss 10.00). This cannot be undone.',
      'Closing costs the house margin, at least 4.0%',
      'The bid fell before your tap arrived, so nothing was closed. This is the new one.',
    ].join(' | '),
  )
})
