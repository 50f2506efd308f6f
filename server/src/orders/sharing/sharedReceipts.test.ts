import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Receipt } from '@tickmark/core/receipts/receipts'
import { askOf, codeOf, openOrderFixture, type OrderFixture } from '../orders.testing.ts'
import type { Prices } from '../order/ports.ts'
import { sharingAnswers } from './sharedReceipts.ts'

let fixture: OrderFixture
/** The name of a shared receipt. */
let name = ''
beforeAll(async () => {
  fixture = await openOrderFixture()
  const { answers, clock } = fixture
  const { ranges } = await answers.getTimeAccountCurrency({ type: 0, pid: 1, timeId: 110 }, askOf(clock, 1))
  const input = { pid: 1, stake: '100', timeId: 110, currencyId: 1, quoteId: ranges[0]?.id ?? '' }
  const { orderId } = await answers.createLimitOrder(input, askOf(clock, 1))
  await fixture.pass(66)
  const shared = await sharingAnswers(fixture.deps).shareReceipt({ orderId }, askOf(clock, 1))
  name = shared.name
})
afterAll(() => fixture.close())

/** Reads the shared receipt in a process of its own, of whose view of the market a part is another. */
function reader(prices: Partial<Prices>) {
  const answers = sharingAnswers({ ...fixture.deps, prices: { ...fixture.market, ...prices } })
  return async () => {
    const { receipt } = await answers.getSharedReceipt({ name }, askOf(fixture.clock, 2))
    return receipt as Receipt
  }
}

test('an order is shared once it has ended, by its owner alone, under one name', async () => {
  const { answers, clock } = fixture
  const { ranges } = await answers.getTimeAccountCurrency({ type: 0, pid: 1, timeId: 110 }, askOf(clock, 1))
  const input = { pid: 1, stake: '100', timeId: 110, currencyId: 1, quoteId: ranges[0]?.id ?? '' }
  const { orderId } = await answers.createLimitOrder(input, askOf(clock, 1))
  const share = (user: number) => sharingAnswers(fixture.deps).shareReceipt({ orderId }, askOf(clock, user))
  expect([await codeOf(share(1)), await codeOf(share(2))]).toEqual(['order_unknown', 'order_unknown'])
  await fixture.pass(66)
  expect(await codeOf(share(2))).toBe('order_unknown')
  expect((await share(1)).name).toBe((await share(1)).name)
})

test.each<[what: string, first: () => Promise<null>, said: string]>([
  ['cannot be read', () => Promise.reject(new Error('the database is away')), 'the database is away'],
  ['does not reach far enough', async () => null, 'order_unknown'],
])(
  'a shared receipt is shown once its log can be, though it %s for the first readers',
  async (_what, first, said) => {
    let isFirst = true
    const read = reader({ evidence: (...runs) => (isFirst ? first() : fixture.market.evidence(...runs)) })
    const early = await Promise.all(
      [read(), read()].map((one) => codeOf(one).catch((thrown: Error) => thrown.message)),
    )
    expect(early).toEqual([said, said])
    isFirst = false
    expect((await read()).keys).toEqual(fixture.market.keys())
  },
)

test.each(['log', 'receipts'] as const)(
  'after a change of the %s key a shared receipt is shown under the present keys',
  async (which) => {
    let keys = fixture.market.keys()
    const read = reader({ keys: () => keys })
    expect((await read()).keys).toEqual(keys)
    keys = { ...keys, [which]: 'ab'.repeat(32) }
    expect((await read()).keys).toEqual(keys)
  },
)
