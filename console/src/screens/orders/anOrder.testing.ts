import type { OrderLine } from '@tickmark/wire/routes/operators/orders'
import { at } from '../../app/drawn.testing.tsx'

/** An order on a rise of BTC that was won. */
export function anOrder(given: Partial<OrderLine> = {}): OrderLine {
  return {
    orderId: '019a0000-0000-7000-8000-0000000000a1',
    orderNumber: '1001',
    pid: 1,
    picture: '',
    pair: 'BTC/USDT',
    secondsLeft: 0,
    totalSeconds: 62,
    timeName: '1 min',
    timeId: 110,
    direction: 0,
    rangeText: 'Above +0.03%',
    rate: '1.74',
    stake: '250',
    feeRate: '0',
    fee: '0',
    profit: '185',
    currency: 'USDT',
    acceptedAt: at('11:00:01'),
    dueAt: at('11:01:02'),
    status: 1,
    outcome: 'won',
    barrierPpm: 300,
    chancePpm: 350_000,
    marginPpm: 40_000,
    entryPrice: '67371.1',
    entryAt: at('11:00:03'),
    exitPrice: '67400.2',
    exitAt: at('11:01:04'),
    level: '67391.31',
    hasReceipt: true,
    endedAt: at('11:01:05'),
    userId: 71,
    address: '0xA0000001000000000000000000000000a000001a',
    book: 'real',
    ...given,
  }
}
