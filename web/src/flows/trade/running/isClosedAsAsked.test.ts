import { formatAmount } from '@tickmark/core/money/money'
import { expect, test } from 'vitest'
import type { Reply } from '../../../api/api.ts'
import type { OrderItem } from '../../../entities/orderState.ts'
import { isClosedAsAsked } from './isClosedAsAsked.ts'

type Answer = Reply<'closeLimitOrder'>

const order = {
  orderId: '01900000-0000-7000-8000-000000000001',
  currency: 'USDT',
  stake: '100',
  rate: '0.92',
  fee: '2',
} as OrderItem

/** The answer to a close for 90: a loss of 12 on the stake and the fee. */
const answer = {
  net: '-12',
  settlement: {
    order: order.orderId,
    outcome: 'closed',
    bid: '9000000000',
    payout: '9000000000',
    net: '-1200000000',
  },
  order: { ...order, outcome: 'closed', profit: '-12' },
} as Answer

const stated = (change: Partial<Answer['settlement']>): Answer => ({
  ...answer,
  settlement: { ...answer.settlement, ...change },
})
const shown = (change: Partial<OrderItem>): Answer => ({ ...answer, order: { ...answer.order, ...change } })

/** As it would be if the house had paid this bid, in units. */
const paid = (bid: bigint): Answer => {
  const units = String(bid)
  const net = bid - 10_200_000_000n
  return {
    ...answer,
    net: formatAmount(net),
    settlement: { ...answer.settlement, bid: units, payout: units, net: String(net) },
    order: { ...answer.order, profit: formatAmount(net) },
  }
}

test.each<[string, Answer, boolean]>([
  ['for the accepted bid', answer, true],
  ['for a higher bid', paid(9_000_000_001n), true],
  ['for the whole payout', paid(19_200_000_000n), true],
  ['for more than the payout', paid(19_200_000_001n), false],
  ['for a lower bid', paid(8_999_999_999n), false],
  ['with a statement about another order', stated({ order: '01900000-0000-7000-8000-000000000002' }), false],
  ['with the statement of another outcome', stated({ outcome: 'lost' }), false],
  ['with a statement that pays less than its bid', stated({ payout: '8999999999' }), false],
  ['with a statement of another net result', stated({ net: '-1200000001' }), false],
  ['with another net result beside it', { ...answer, net: '-12.00000001' }, false],
  ['with another order beside it', shown({ orderId: '01900000-0000-7000-8000-000000000002' }), false],
  ['with another outcome beside it', shown({ outcome: 'lost' }), false],
  ['with another currency beside it', shown({ currency: 'USDC' }), false],
  ['with another stake beside it', shown({ stake: '101' }), false],
  ['with another profit beside it', shown({ profit: '-12.00000001' }), false],
])('the answer to a close for 90 %s is as asked or not', (_, given, isAsked) => {
  expect(isClosedAsAsked(order, 9_000_000_000n, given)).toBe(isAsked)
})
