import type { OrderItem } from './orderState.ts'

/** When the example's running time begins. */
export const START = 1_790_000_000_000

/** An order of a minute on BTC above 67,391.31, which runs. */
export function anOrder(given: Partial<OrderItem> = {}): OrderItem {
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
