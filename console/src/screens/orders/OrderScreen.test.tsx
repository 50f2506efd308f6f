import { expect, test } from 'vitest'
import { answer, askedAt, at, drawnScreen } from '../../app/drawn.testing.tsx'
import type { Reply } from '../../api/api.ts'
import { anOrder } from './anOrder.testing.ts'

const ORDER: Reply<'consoleOrder'> = {
  order: anOrder(),
  ticket: { hash: 'ab'.repeat(32), batch: 11, index: 12, seq: 13 },
  basis: { model: 14, rules: 15 },
  entry: { seq: 16, price: '67371.1', at: at('11:00:03') },
  exit: { seq: 17, price: '67400.2', at: at('11:01:04') },
  settlement: { outcome: 'won', net: '185', bid: null, at: at('11:01:05'), batch: 21, index: 22, seq: 23 },
  consent: { order: true, close: false },
  shared: null,
}

const screen = (given: Partial<typeof ORDER> = {}) =>
  drawnScreen('/orders/7', { answers: [answer('consoleOrder', { orderId: '7' }, { ...ORDER, ...given })] })

test('an order tells its terms, prices, result, and its places in the log', async () => {
  expect(await screen()).toBe(
    [
      '→ /orders | Orders | Order 1001 | (up) | Won | Terms | Coin | [Up] | (up) | ▲ | BTC/USDT | Stake',
      '250.00 | USDT | Return range | Above +0.03% | Duration | 1 min | Chance | 35.00% | Margin',
      '4.00% | Accepted | Nov 7, 2026 11:00:01 | Due | Nov 7, 2026 11:01:02 | Account | Real | User',
      '→ /users/71 | 0xA00000…00001a | Signed by its owner’s key | Yes | Prices and end | Entry price',
      '67,371.10 | USDT | · | 11:00:03 | · log entry 16 | Level to pass | 67,391.31 | USDT | Exit price',
      '67,400.20 | USDT | · | 11:01:04 | · log entry 17 | Outcome | (up) | Won | Profit | +185.00',
      'USDT | Ended | Nov 7, 2026 11:01:05 | In the public log | Id | 019a0000…0000a1',
      'SHA-256 of the ticket | abababab…ababab | Ticket | batch 11, place 12, log entry 13 | Receipt',
      'batch 21, place 22, log entry 23 | Price follows from | model of entry 14, rules of entry 15',
      'Receipt | Save the receipt | → /r | Check it at the public receipt page',
    ].join(' | '),
  )
  expect(await askedAt('/orders/7')).toEqual(['/api/console/order {"orderId":"7"} 2000'])
})

test('an open order has no result yet', async () => {
  const order = anOrder({ direction: 1, outcome: null, level: null, hasReceipt: false, book: 'simulated' })
  const ticket = { ...ORDER.ticket, seq: null }
  const consent = { order: false, close: true }
  expect(await screen({ order, ticket, consent, entry: null, exit: null, settlement: null })).toBe(
    [
      '→ /orders | Orders | Order 1001 | (plain) | Open | Terms | Coin | [Down] | (down) | ▼ | BTC/USDT',
      'Stake | 250.00 | USDT | Return range | Above +0.03% | Duration | 1 min | Chance | 35.00%',
      'Margin | 4.00% | Accepted | Nov 7, 2026 11:00:01 | Due | Nov 7, 2026 11:01:02 | Account',
      'Simulated | User | → /users/71 | 0xA00000…00001a | Signed by its owner’s key | No',
      'Prices and end | Entry price | Not yet | Exit price | Not yet | Outcome | Not yet',
      'In the public log | Id | 019a0000…0000a1 | SHA-256 of the ticket | abababab…ababab | Ticket',
      'batch 11, place 12, log entry – | Price follows from | model of entry 14, rules of entry 15',
    ].join(' | '),
  )
})

test('a shared receipt opens at its public name', async () => {
  expect(await screen({ shared: 'quiet-fox' })).toMatch(/→ \/r\/quiet-fox \| [^|]*$/)
})
