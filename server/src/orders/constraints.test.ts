import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFixture, requestFor, START_MS, type Fixture } from './fixture.testing.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture(2)
  await fixture.placing.place(requestFor(1))
  await fixture.log()
  expect(await fixture.settleDue(START_MS + 64_000)).toBe(1)
  await fixture.placing.place(requestFor(2))
})
afterAll(() => fixture.close())

test.each([
  ['the terms of an order are changed', `update orders set stake = 1`],
  ['the owner of an order is changed', `update orders set user_id = 2`],
  ['a settled order is changed', `update orders set net = 0 where status = 1`],
  [
    'a settled order is opened again',
    `update orders set status = 0, outcome = null, net = null, settled_at_ms = null,
    receipt_batch = null, receipt_index = null where status = 1`,
  ],
  ['an order is finished by half', `update orders set status = 1 where status = 0`],
  [
    'an order is finished with an unknown outcome',
    `update orders set status = 1, outcome = 6, net = 0, settled_at_ms = 1,
    receipt_batch = 1, receipt_index = 0 where status = 0`,
  ],
  [
    'an order is won without prices',
    `update orders set status = 1, outcome = 1, net = 0, settled_at_ms = 1,
    receipt_batch = 1, receipt_index = 0 where status = 0`,
  ],
  [
    'an order brings more than its profit',
    `update orders set status = 1, outcome = 4, net = profit + 1, settled_at_ms = 1,
    receipt_batch = 1, receipt_index = 0 where status = 0`,
  ],
  ['an order is deleted', `delete from orders`],
  ['all orders are emptied', `truncate orders`],
  [
    'an order is copied as finished',
    `insert into orders select user_id, stake, profit, fee, accepted_at_ms, due_at_ms, batch,
    gen_random_uuid(), gen_random_uuid(), fingerprint, ticket_index, barrier_ppm, rate_pct, chance_ppm, margin_ppm, book,
    currency, pid, duration_id, direction, 1, 4, ticket, 0, 0, null, null, null, null, null, null, null, 1, 1 from orders limit 1`,
  ],
  [
    'the same key is used twice',
    `insert into orders select user_id, stake, profit, fee, accepted_at_ms, due_at_ms, batch,
    gen_random_uuid(), key, fingerprint, ticket_index, barrier_ppm, rate_pct, chance_ppm, margin_ppm, book,
    currency, pid, duration_id, direction, 0, null, ticket from orders`,
  ],
  [
    'a stake of nothing is taken',
    `insert into orders select user_id, 0, profit, fee, accepted_at_ms, due_at_ms, batch,
    gen_random_uuid(), gen_random_uuid(), fingerprint, ticket_index, barrier_ppm, rate_pct, chance_ppm, margin_ppm, book,
    currency, pid, duration_id, direction, 0, null, ticket from orders`,
  ],
  ['a signed batch is changed', `update ticket_batch set root = sha256('')`],
  ['a batch is logged twice', `update ticket_batch set log_seq = 99`],
  ['a batch is deleted', `delete from ticket_batch`],
  ['a batch of receipts is deleted', `delete from receipt_batch`],
])('the database refuses when %s', async (_, statement) => {
  await expect(sql.raw(statement).execute(fixture.database.db)).rejects.toThrow()
  expect(await fixture.audit()).toEqual([])
})
