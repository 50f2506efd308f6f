import { accountId } from '@tickmark/core/ledger/accounts'
import { sumsFor } from '@tickmark/core/orders/orders'
import { ticketBody, ticketFor } from '@tickmark/core/receipts/receipts'
import { sql } from 'kysely'
import { hash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cutLine, isStatement } from '../../db/cuts.testing.ts'
import { isCheckViolation } from '../../db/failures.ts'
import { openDatabase } from '../../db/pool.ts'
import { available } from '../../ledger/store.ts'
import { takeBreak } from '../../limits/takePause.ts'
import { silentLog } from '../../platform/log.ts'
import { boundsOf, createFixture, requestFor, tagSecret, type Fixture } from '../fixture.testing.ts'
import { leafHashOf, signBatch } from '../receipts/signedBatches.ts'
import type { Placement } from './placeBatch.ts'
import { createPlacing, type Placing } from './placingQueue.ts'
import { type QueuedOrder, writeOrders } from './placingStore.ts'

const ONE = 100_000_000n
const TENTH = 1_000n * ONE
const limits = { userMost: () => 10n ** 17n, exposure: () => boundsOf() }
/** Has no account. */
const POOR = 900
let fixture: Fixture
beforeAll(async () => void (fixture = await createFixture(8, limits)))
afterAll(async () => {
  expect(await fixture.audit()).toEqual([])
  await fixture.close()
})

/** Places orders of these users, a tenth of what each was given, in one batch. */
function placeAll(users: readonly number[], placing: Placing = fixture.placing): Promise<Placement[]> {
  return Promise.all(users.map((userId) => placing.place(requestFor(userId, { stake: TENTH }))))
}
const codeOf = (one: Placement) => (one.ok ? 'placed' : one.refusal.code)

test('a user without funds or in a break keeps no other order of the batch from being placed', async () => {
  const { db } = fixture.database
  const { clock } = fixture
  await takeBreak(2, 24, { db, clock })
  const spent = requestFor(3, { stake: 9_500n * ONE })
  expect((await fixture.placing.place(spent)).ok).toBe(true)

  const placements = await Promise.all([
    ...[1, 2, POOR].map((userId) => fixture.placing.place(requestFor(userId, { stake: TENTH }))),
    fixture.placing.place(requestFor(3, { stake: 400n * ONE })),
    fixture.placing.place(requestFor(3, { stake: 200n * ONE })),
    fixture.placing.place(requestFor(3, { stake: 100n * ONE })),
    fixture.placing.place(requestFor(4, { stake: TENTH })),
  ])
  expect(placements.map(codeOf)).toEqual([
    'placed',
    'on_break',
    'insufficient_funds',
    'placed',
    'insufficient_funds',
    'placed',
    'placed',
  ])
  const places = placements.flatMap((one) => (one.ok ? [one.value.order] : []))
  expect(places.map((one) => one.ticketIndex)).toEqual([0, 3, 5, 6])
  expect(new Set(places.map((one) => one.ticketBatch)).size).toBe(1)
  const { rows } = await sql`select count from ticket_batch where id = ${places[0]?.ticketBatch}`.execute(db)
  expect(rows).toEqual([{ count: 7 }])
  expect(await available(db, 3, 'simulated', 1)).toBe(0n)
})

test('a batch without a placed order is not stored, and one placed by a later statement is stored once', async () => {
  const { db } = fixture.database
  const stored = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ticket_batch`.execute(db)
    return rows[0]?.n
  }
  const before = (await stored()) ?? 0
  expect((await placeAll([POOR, POOR + 1])).map(codeOf)).toEqual(['insufficient_funds', 'insufficient_funds'])
  expect(await stored()).toBe(before)
  expect((await placeAll(Array.from({ length: 11 }, () => 5))).map(codeOf)).toEqual([
    ...Array.from({ length: 10 }, () => 'placed'),
    'insufficient_funds',
  ])
  expect(await stored()).toBe(before + 1)
})

test('a failure after the first statement loses no order: the next attempt finds those that it wrote', async () => {
  const { database, clock, signer } = fixture
  let failures = 0
  const usdtPrice = () => {
    if (failures++ === 0) throw new Error('the index has gone')
    return ONE
  }
  const placing = createPlacing({ database, clock, signer, tagSecret, limits, usdtPrice })
  const eleven = Array.from({ length: 11 }, () => 8)
  const placements = await placeAll([6, 6, ...eleven, 7], placing)
  const ofEight = eleven.map((_, i) => (i < 10 ? 'placed' : 'insufficient_funds'))
  expect(placements.map(codeOf)).toEqual(['placed', 'placed', ...ofEight, 'placed'])
  expect(failures).toBeGreaterThan(1)
  expect(await available(database.db, 6, 'simulated', 1)).toBe(8n * TENTH)
  expect(await available(database.db, 7, 'simulated', 1)).toBe(9n * TENTH)
})

test('orders that are all refused for lack of funds take one statement, also beside others that it places', async () => {
  const { database, clock, signer } = fixture
  let statements = 0
  const line = await cutLine(database, (message) => {
    if (isStatement(message)) statements++
    return null
  })
  const through = openDatabase(line.url, silentLog())
  try {
    const placing = createPlacing({
      database: through,
      clock,
      signer,
      tagSecret,
      limits,
      usdtPrice: () => ONE,
    })
    await placeAll([POOR], placing) // connects and takes numbers for batches
    statements = 0
    expect((await placeAll([POOR, POOR + 1], placing)).map(codeOf)).toEqual([
      'insufficient_funds',
      'insufficient_funds',
    ])
    expect(statements).toBe(1)
    expect((await placeAll([POOR, 7, POOR], placing)).map(codeOf)).toEqual([
      'insufficient_funds',
      'placed',
      'insufficient_funds',
    ])
    expect(statements).toBe(2)
  } finally {
    await through.close()
    await line.close()
  }
})

test('a user without funds gets the order that his key placed before, and is told of a break first', async () => {
  const { database, clock, signer } = fixture
  const request = requestFor(4, { stake: (await available(database.db, 4, 'simulated', 1)) ?? 0n })
  const first = await fixture.placing.place(request)
  // Another process knows none of the keys that were used.
  const other = createPlacing({ database, clock, signer, tagSecret, limits, usdtPrice: () => ONE })
  const again = await other.place(request)
  expect(first.ok && again.ok && again.value.isRepeat && again.value.order.id).toBe(
    first.ok && first.value.order.id,
  )
  expect(codeOf(await other.place({ ...request, fingerprint: randomUUID() }))).toBe('key_reused')
  expect(codeOf(await other.place(requestFor(4)))).toBe('insufficient_funds')
  await takeBreak(4, 24, { db: database.db, clock })
  expect(codeOf(await other.place(requestFor(4)))).toBe('on_break')
})

test('an order that was admitted by mistake is refused by the account', async () => {
  const one = queuedFor(POOR)
  const batch = signBatch('ticket-batch', 1_000_000, [one.leaf], fixture.signer)
  const mistaken = writeOrders(fixture.database.batch, batch, {
    book: 'simulated',
    orders: [one],
    places: [0],
    grown: null,
    counted: [],
    demands: null,
    isBatchStored: false,
  })
  const thrown: unknown = await mistaken.catch((reason: unknown) => reason)
  expect(isCheckViolation(thrown, 'account_is_covered')).toBe(true)
})

test('an order is left out with its owner’s balance, stakes and possible winnings', async () => {
  const { batch: to, db } = fixture.database
  expect((await fixture.placing.place(requestFor(6, { stake: TENTH }))).ok).toBe(true)
  const one = queuedFor(6)
  const left = await writeOrders(to, signBatch('ticket-batch', 1_000_001, [one.leaf], fixture.signer), {
    book: 'simulated',
    orders: [one],
    places: [0],
    grown: null,
    counted: [],
    demands: {
      purses: {
        owners: [6],
        currencies: [1],
        available: [10n ** 18n],
        atStake: [10n ** 18n],
        mayWin: [10n ** 18n],
      },
      house: new Map(),
    },
    isBatchStored: false,
  })
  const account = await db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', accountId({ owner: 6, book: 'simulated', currency: 1, kind: 'available' }))
    .executeTakeFirstOrThrow()
  expect(left?.places).toEqual([0])
  expect(left?.accounts).toEqual({
    ids: [account.id],
    balances: [account.balance],
    stakes: [account.at_stake],
    wins: [account.may_win],
  })
  expect(account.may_win).not.toBe(account.at_stake)
})

function queuedFor(userId: number): QueuedOrder {
  const request = requestFor(userId)
  const [id, acceptedAtMs] = [randomUUID(), fixture.clock.nowMs()]
  const sums = sumsFor(request.stake, request.terms.ratePct)
  const { book, terms, basis } = request
  const ticket = ticketFor({
    id,
    user: '00'.repeat(32),
    book,
    currency: 'USDT',
    terms,
    sums,
    acceptedAtMs,
    basis,
    consent: '',
  })
  const body = ticketBody(ticket)
  return {
    request,
    id,
    sums,
    acceptedAtMs,
    dueAtMs: ticket.dueAt,
    ticket,
    ticketHash: hash('sha256', body),
    leaf: leafHashOf(body),
  }
}
