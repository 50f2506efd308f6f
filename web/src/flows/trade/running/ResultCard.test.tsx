import { expect, onTestFinished, test } from 'vitest'
import { answered, asUser, drawn, drawnLinks, inLanguage } from '../../../app/drawn.testing.tsx'
import { anOrder, START } from '../../../entities/anOrder.testing.ts'
import { settledOrder } from '../../../live/settledOrder.ts'
import { anOffer, aRange } from '../form/offers.testing.ts'
import { OrderTitle } from './CountdownSheet.tsx'
import { ResultActions } from './OrderResult.tsx'
import { ResultCard } from './ResultCard.tsx'
import { nearest } from './useRepeat.ts'

const done = { status: 1, exitPrice: '67400.2', exitAt: START + 60_000 }

function settled(order = anOrder({ ...done, outcome: 'won', profit: '185' })) {
  settledOrder.set(order)
  onTestFinished(() => settledOrder.set(null))
  return order
}

test('an order that settles elsewhere is told on a card with its receipt', async () => {
  expect(await drawn(<ResultCard />)).toBe('')
  const { orderId } = settled()
  expect(await drawn(<ResultCard />)).toBe(
    [
      'Result of an order | BTC/USDT | Up · 1 min | Hide the result | Income | +185.00 | USDT | Won',
      'Order finished. Won. Income +185.00 USDT. | Checking the receipt | Receipt | (off) | Repeat',
    ].join(' | '),
  )
  expect(await drawnLinks(<ResultCard />)).toEqual([`/receipt/${orderId}`])
  settled(anOrder({ ...done, outcome: 'lost', profit: '-250', direction: 1, timeId: 111 }))
  expect(await drawn(<ResultCard />)).toBe(
    [
      'Result of an order | BTC/USDT | Down · 3 min | Hide the result | Income | −250.00 | USDT | Lost',
      'Order finished. Lost. Income −250.00 USDT. | Checking the receipt | Receipt | (off) | Repeat',
    ].join(' | '),
  )
})

test('the card follows the page’s language after the order has settled', async () => {
  settled(anOrder({ ...done, outcome: 'won', profit: '185', timeId: 112 }))
  expect(await drawn(<ResultCard />)).toContain('Up · 5 min')
  await inLanguage('korean')
  expect(await drawn(<ResultCard />)).toContain('상승 · 5분')
})

test('the page of the receipt tells the result itself', async () => {
  const { orderId } = settled()
  expect(await drawn(<ResultCard />, `/receipt/${orderId}`)).toBe('')
  expect(await drawn(<ResultCard />, '/orders')).not.toBe('')
})

test('an order can be repeated at the rate on the button, or else not', async () => {
  asUser()
  const order = anOrder({ ...done, stake: '12.5' })
  const actions = <ResultActions order={order} onContinue={() => {}} onRepeated={() => {}} />
  expect(await drawn(actions)).toBe('(off) | Repeat | Continue')
  answered('getTimeAccountCurrency', { pid: 1, timeId: 110, type: 0 }, anOffer())
  expect(await drawn(actions)).toBe('Repeat · 12.50 USDT at +174% | Continue')
})

test.each([
  [500_000, '0.92'],
  [425_001, '0.92'],
  [424_999, '1.74'],
  [240_000, '1.74'],
  [220_000, '3.1'],
])('an order with a chance of %i ppm is repeated at the rate %s', (chancePpm, rate) => {
  expect(nearest(anOffer(), { chancePpm })?.rate).toBe(rate)
})

test('without offers nothing is repeated; of two as near, the first one is', () => {
  expect(nearest(anOffer({ ranges: [] }), { chancePpm: 1 })).toBeNull()
  const ranges = [aRange({ id: 'a', chancePpm: 300_000 }), aRange({ id: 'b', chancePpm: 500_000 })]
  expect(nearest(anOffer({ ranges }), { chancePpm: 400_000 })?.id).toBe('a')
})

test('a countdown is titled by direction and stake', async () => {
  expect(await drawn(<OrderTitle order={anOrder()} />)).toBe('Up · | 250 USDT')
  expect(await drawn(<OrderTitle order={anOrder({ direction: 1, stake: '12.5' })} />)).toBe(
    'Down · | 12.50 USDT',
  )
})
