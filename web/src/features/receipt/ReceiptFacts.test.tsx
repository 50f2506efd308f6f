import { expect, test } from 'vitest'
import { drawn } from '../../app/drawn.testing.tsx'
import { aReceipt } from '../../entities/aReceipt.testing.ts'
import { ReceiptFacts } from './ReceiptFacts.tsx'

const facts = (...given: Parameters<typeof aReceipt>) => drawn(<ReceiptFacts receipt={aReceipt(...given)} />)

test('a receipt tells both deciding ticks with their prices, the sums, the times and the log', async () => {
  expect(await facts()).toBe(
    [
      'Entry · tick 20,114 | 67,371.10 | Settlement · tick 20,187 | 67,400.20 | Needed above',
      '67,391.31 | Chance when placed · margin | 35.1% · 4.2% | Stake, profit, payout',
      '250 · 185 · 435 USDT | Accepted | Nov 7, 2026, 21:04:09 | Settled | Nov 7, 2026, 21:05:12',
      'Order | 019a0000-0000-7000-8000-000000000001 | Log root up to entry 20,191 | 0101…01ff',
    ].join(' | '),
  )
})

test('a receipt of a fall tells its level below the entry', async () => {
  expect(
    await facts({ direction: 'down', currency: 'BTC', stake: '1000000' }, { net: '-1000000', payout: '0' }),
  ).toBe(
    [
      'Entry · tick 20,114 | 67,371.10 | Settlement · tick 20,187 | 67,400.20 | Needed below',
      '67,350.89 | Chance when placed · margin | 35.1% · 4.2% | Stake, profit, payout',
      '0.01 · −0.01 · 0 BTC | Accepted | Nov 7, 2026, 21:04:09 | Settled | Nov 7, 2026, 21:05:12',
      'Order | 019a0000-0000-7000-8000-000000000001 | Log root up to entry 20,191 | 0101…01ff',
    ].join(' | '),
  )
})

test('an order closed early tells its bid, and no settlement price', async () => {
  const closed = {
    exitSeq: 0,
    exitPrice: '0',
    outcome: 'closed',
    bid: '30155000000',
    net: '5155000000',
    payout: '30155000000',
  } as const
  expect(await facts({}, closed)).toBe(
    [
      'Entry · tick 20,114 | 67,371.10 | Closed for | 301.55 USDT | Needed above | 67,391.31',
      'Chance when placed · margin | 35.1% · 4.2% | Stake, profit, payout | 250 · 51.55 · 301.55 USDT',
      'Accepted | Nov 7, 2026, 21:04:09 | Settled | Nov 7, 2026, 21:05:12 | Order',
      '019a0000-0000-7000-8000-000000000001 | Log root up to entry 20,191 | 0101…01ff',
    ].join(' | '),
  )
})

test('a void order tells which tick was missing', async () => {
  const noExit = { exitSeq: 0, exitPrice: '0', outcome: 'void', net: '0', payout: '25000000000' } as const
  expect(await facts({}, noExit)).toBe(
    [
      'Entry · tick 20,114 | 67,371.10 | Too few settlement prices | — | Needed above | 67,391.31',
      'Chance when placed · margin | 35.1% · 4.2% | Stake, profit, payout | 250 · 0 · 250 USDT',
      'Accepted | Nov 7, 2026, 21:04:09 | Settled | Nov 7, 2026, 21:05:12 | Order',
      '019a0000-0000-7000-8000-000000000001 | Log root up to entry 20,191 | 0101…01ff',
    ].join(' | '),
  )
  expect(await facts({}, { ...noExit, entrySeq: 0, entryPrice: '0' })).toBe(
    [
      'No entry price in time | — | Chance when placed · margin | 35.1% · 4.2% | Stake, profit, payout',
      '250 · 0 · 250 USDT | Accepted | Nov 7, 2026, 21:04:09 | Settled | Nov 7, 2026, 21:05:12 | Order',
      '019a0000-0000-7000-8000-000000000001 | Log root up to entry 20,191 | 0101…01ff',
    ].join(' | '),
  )
})
