import { settleClosed } from '@tickmark/core/orders/orders'
import { runs } from '@tickmark/core/runs.testing'
import { transact } from '@tickmark/server/db/transact'
import { orderById } from '@tickmark/server/orders/order/store'
import { batchNumbers } from '@tickmark/server/orders/receipts/signedBatches'
import { createClosing } from '@tickmark/server/orders/settling/closeOrder'
import { lockOpenOrder } from '@tickmark/server/orders/settling/dueStore'
import { finishOrders } from '@tickmark/server/orders/settling/finishOrders'
import { signerOf } from '@tickmark/server/platform/keys'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { setCheatingHouse } from '../../support/house/cheatingHouse.ts'
import { HONEST, judgeAll, placeWinners, type Winner } from '../../support/house/winners.ts'

const house = setCheatingHouse()
const ORDERS = runs(10, 1_000)
const AT_ONCE = Math.min(ORDERS, 50)

/** Closes an order for nothing, as the server does once its owner's signature was checked; its own use case refuses to do so without. */
async function closeUnasked({ orderId, entryS, pid }: Winner): Promise<void> {
  const { database } = house.test
  const { rows } = await sql<{ user: string }>`
    select user_id::text as user from orders where id = ${orderId}::uuid`.execute(database.db)
  const userId = Number(rows[0]?.user)
  const [entry] = await house.app.market.ticksBetween(pid, entryS * 1_000, entryS * 1_000)
  if (!entry) throw new Error('the order has its entry price')
  const signer = signerOf(house.keys.receiptsKey)
  const events = { emit: () => Promise.resolve() }
  const nowMs = house.clock.nowMs()
  const closing = createClosing({ database, clock: house.clock, signer, events })
  const request = { userId, orderId, key: randomUUID(), fingerprint: randomUUID(), entry, consent: null }
  const refused = await closing.closeOrder({ ...request, bid: 0n, expiresAtMs: nowMs + 1_000 })
  expect(refused).toEqual({ ok: false, refusal: { code: 'consent_missing' } })
  const batch = await batchNumbers(database.db, 'receipt_batch_id')()
  await transact(database.db, async (tx) => {
    const order = await lockOpenOrder(tx, userId, orderId)
    if (!order) throw new Error('the order is open')
    const settlement = settleClosed(order.sums, 0n)
    const ending = { order, settlement, entry, exit: null, bid: 0n, consent: '' }
    await finishOrders(tx, [ending], { batch, signer, settledAtMs: nowMs })
  })
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
