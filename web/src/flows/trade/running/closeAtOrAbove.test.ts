import { CallFailed } from '@tickmark/client/callFailed.ts'
import { expect, test } from 'vitest'
import { closeAtOrAbove } from './closeAtOrAbove.ts'

const EXPIRED = new CallFailed('quote_expired', 409, 'Ran out.')
const LATE = new CallFailed('close_too_late', 409, 'Too late.')
const bidOf = (bid: string) => ({ bid, bidId: `id of ${bid}` })

test.each([
  ['the accepted bid holds', [null], [], 'closed', ['100']],
  ['it ran out and the next is higher', [EXPIRED, null], ['101'], 'closed', ['100', '101']],
  ['it ran out and the next is equal', [EXPIRED, null], ['100'], 'closed', ['100', '100']],
  ['it ran out and the next is lower', [EXPIRED], ['99.99'], 'less', ['100']],
  [
    'every renewal runs out',
    [EXPIRED, EXPIRED, EXPIRED],
    ['101', '102', '103'],
    'less',
    ['100', '101', '102'],
  ],
  [
    'the third is lower than the second, and not than what was accepted',
    [EXPIRED, EXPIRED, null],
    ['105', '100'],
    'closed',
    ['100', '105', '100'],
  ],
  ['the third is below what was accepted', [EXPIRED, EXPIRED], ['105', '99'], 'less', ['100', '105']],
  ['the house bids no more', [EXPIRED], [null], EXPIRED, ['100']],
  ['it is refused for another reason', [LATE], ['101'], LATE, ['100']],
] as const)('%s', async (_, answers, bids, end, sent) => {
  const told: string[] = []
  const [left, newer] = [[...answers], [...bids]]
  const ended = await closeAtOrAbove(bidOf('100'), {
    async send({ bid }) {
      told.push(bid)
      return left.shift() ?? null
    },
    async renew() {
      const bid = newer.shift() ?? null
      return bid === null ? null : bidOf(bid)
    },
  })
  expect(ended).toBe(end)
  expect(told).toEqual(sent)
})
