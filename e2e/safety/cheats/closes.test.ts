import { runs } from '@tickmark/core/runs.testing'
import { createClosing } from '@tickmark/server/orders/settling/closeOrder'
import { orderById } from '@tickmark/server/orders/order/store'
import { signerOf } from '@tickmark/server/platform/keys'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { setCheatingHouse } from '../../support/house/cheatingHouse.ts'
import { HONEST, judgeAll, placeWinners, type Winner } from '../../support/house/winners.ts'

const house = setCheatingHouse()
const ORDERS = runs(10, 1_000)
const AT_ONCE = Math.min(ORDERS, 50)

/** The server's own use case, without the call before it that asks for the owner's signature. */
async function closeUnasked({ orderId, entryS, pid }: Winner): Promise<void> {
  const { database } = house.test
  const { rows } = await sql<{ user: string }>`
    select user_id::text as user from orders where id = ${orderId}::uuid`.execute(database.db)
  const userId = Number(rows[0]?.user)
  const [entry] = await house.app.market.ticksBetween(pid, entryS * 1_000, entryS * 1_000)
  if (!entry) throw new Error('the order has its entry price')
  const signer = signerOf(house.keys.receiptsKey)
  const closing = createClosing({
    database,
    clock: house.clock,
    signer,
    events: { emit: () => Promise.resolve() },
  })
  const bid = { bid: 0n, expiresAtMs: house.clock.nowMs() + 1_000 }
  const request = { userId, orderId, key: randomUUID(), fingerprint: randomUUID(), ...bid, entry }
  const closed = await closing.closeOrder({ ...request, consent: null })
  expect(closed.ok).toBe(true)
  expect((await orderById(database.db, userId, orderId))?.result?.net).toBeLessThan(0n)
}

test(
  'a house that closes winning orders for nothing, unasked, cannot show their owners’ consent',
  async () => {
    const honest = await placeWinners(house, AT_ONCE)
    await house.pass(67)
    expect(await judgeAll(house, honest)).toEqual(HONEST)
    const asked = await placeWinners(house, AT_ONCE)
    await house.pass(5)
    for (const { owner, orderId } of asked) await owner.close(orderId)
    await house.pass(62)
    expect(await judgeAll(house, asked)).toEqual({ ...HONEST, outcome: 'closed' })
    for (let turned = 0; turned < ORDERS; turned += AT_ONCE) {
      const winners = await placeWinners(house, AT_ONCE)
      await house.pass(5)
      for (const one of winners) await closeUnasked(one)
      await house.pass(62)
      expect(await judgeAll(house, winners)).toEqual({
        outcome: 'closed',
        verdict: 'broken',
        failed: ['consent', 'bid'],
      })
    }
  },
  runs(300_000, 3 * 3_600_000),
)
