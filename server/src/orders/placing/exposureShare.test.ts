import type { Outcome } from '@tickmark/core/orders/terms'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ENTRY_OF } from '@tickmark/core/log/entries.testing'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../db/database.testing.ts'
import { transact } from '../../db/transact.ts'
import { requestFor } from '../fixture.testing.ts'
import type { Order } from '../order/order.ts'
import { createExposureShare, type ExposureShare } from './exposureShare.ts'

const limits = { userMost: () => 5n, exposure: () => ({ user: 20n, house: 1_000n, growth: 0n }) }

let own: TestDatabase
beforeEach(async () => void (own = await createTestDatabase()))
afterEach(() => own.close())

/** A process's share, for a coin whose deviation is known with this standard error. */
const open = (error = 0.008, margins: number[] = []): ExposureShare =>
  createExposureShare(own.database.db, limits, {
    deviation: () => ({ sigma: 0.0001, error }),
    announcedRules: () =>
      margins.map((marginPpm) => ({ ...ENTRY_OF.rules, rules: { ...ENTRY_OF.rules.rules, marginPpm } })),
  })

const settle = (share: ExposureShare, orders: readonly Order[]) =>
  transact(own.database.db, (tx) => share.observe(tx, orders))

async function houseMost(share: ExposureShare): Promise<bigint> {
  await share.refresh()
  return share.limits.exposure(1, 'real').house
}

/** Won orders of 100 at a rate of 0.92, one due each second. */
function won(count: number, given: Partial<Order> = {}, outcome: Outcome = 'won'): Order[] {
  const sums = { stake: 100n, profit: 92n, fee: 0n }
  return Array.from({ length: count }, (_, i) => {
    const result = { outcome, net: 92n, bid: null }
    return { book: 'real', terms: requestFor(1).terms, sums, dueAtMs: i * 1000, result, ...given } as Order
  })
}

test('users’ wins lower the house’s limit where the deviation is an estimate, and only there', async () => {
  const [estimated, drawn] = [open(), open(0)]
  expect(await houseMost(estimated)).toBe(1_000n)
  await settle(drawn, won(400))
  expect(await houseMost(drawn)).toBe(1_000n)
  await settle(estimated, won(400))
  expect([await houseMost(estimated), estimated.limits.userMost(1)]).toEqual([100n, 5n])
})

test.each([
  ['practice orders', won(400, { book: 'simulated' })],
  ['voids', won(400, {}, 'void')],
  ['open orders', won(400, { result: null })],
  ['four hundred orders of one second, being one observation,', won(400, { dueAtMs: 1_000 })],
])('%s leave the limit of real money as it is', async (_, orders) => {
  const share = open()
  await settle(share, orders)
  expect(await houseMost(share)).toBe(1_000n)
})

test('a margin that was announced lower is the one that users’ results are held to, and never a higher one', async () => {
  // Two of a hundred: less than the usual margin.
  const losing = won(400).map((one) => ({ ...one, result: { ...one.result, net: -2n } }) as Order)
  await settle(open(), losing)
  const found: bigint[] = []
  for (const margins of [[], [900_000], [10_000], [900_000, 10_000], [10_000, 900_000]])
    found.push(await houseMost(open(0.008, margins)))
  expect(found).toEqual([550n, 550n, 1_000n, 1_000n, 1_000n])
})

test('a restart remembers, and each process counts the others’ settlements', async () => {
  const [one, other] = [open(), open()]
  await settle(one, won(99))
  expect(await houseMost(other)).toBe(1_000n)
  await settle(other, won(100).slice(99))
  expect([await houseMost(one), await houseMost(other), await houseMost(open())]).toEqual([100n, 100n, 100n])
})

test('a settlement that is rolled back does not count', async () => {
  const share = open()
  const broken = transact(own.database.db, async (tx) => {
    await share.observe(tx, won(400))
    throw new Error('broken')
  })
  await expect(broken).rejects.toThrow('broken')
  expect(await houseMost(share)).toBe(1_000n)
})

test('orders closed early count in the second in which they would have ended', async () => {
  const share = open()
  const closed = won(3).map((one) => {
    return { ...one, dueAtMs: 0, result: { ...one.result, bid: 192n, settledAtMs: one.dueAtMs } } as Order
  })
  await settle(share, closed)
  expect(await rows()).toBe(1)
})

test('the newest 5,000 observations count, and no older ones are kept', async () => {
  const share = open()
  const lost = won(5_000).map((one) => {
    return {
      ...one,
      dueAtMs: one.dueAtMs + 400_000,
      result: { ...one.result, outcome: 'lost', net: -100n },
    } as Order
  })
  await settle(share, won(400))
  await settle(share, lost.slice(0, 3_000))
  await settle(share, lost.slice(3_000))
  expect([await rows(), await houseMost(share)]).toEqual([5_000, 1_000n])
})

async function rows(): Promise<number> {
  const found = await sql`select from realised_edge`.execute(own.database.db)
  return found.rows.length
}
