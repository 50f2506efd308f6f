import { ticketHash, ticketFor, userTag } from '@tickmark/core/receipts/receipts'
import { hashTree } from '@tickmark/core/log/tree/merkle'
import { leafHash } from '@tickmark/core/log/tree/tree'
import { asciiBytes, hexOf } from '@tickmark/core/bytes'
import { ticketBody, batchText } from '@tickmark/core/receipts/receipts'
import { sql } from 'kysely'
import { createPublicKey, randomUUID, verify } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Book } from '@tickmark/core/money/currencies'
import { consentedOrderId } from '@tickmark/core/consent/orderId'
import { growthFor } from '@tickmark/core/orders/exposure'
import { runs } from '@tickmark/core/runs.testing'
import { openDatabase } from '../../db/pool.ts'
import { payIn } from '../../ledger/realMoney.testing.ts'
import { silentLog } from '../../platform/log.ts'
import { available, houseBalance } from '../../ledger/store.ts'
import { sha256 } from '../../platform/sha256.ts'
import { cutAfterCommit } from '../cut.testing.ts'
import type { GivenConsent } from '../consent/checkConsent.ts'
import { boundsOf, createFixture, requestFor, tagSecret, type Fixture } from '../fixture.testing.ts'
import { exposureLimits } from './exposureLimits.testing.ts'
import { heldByOrders } from '../fundsStore.ts'
import { createPlacing } from './placingQueue.ts'
import type { PlaceRequest } from './placingStore.ts'
import { listOrders } from '../order/ownOrdersStore.ts'
import { batchById, earlierOrder, orderById } from '../order/store.ts'

const ONE = 100_000_000n
/** A house limit high enough not to matter in most of these tests. */
const roomy = { userMost: exposureLimits.userMost, exposure: () => boundsOf() }
let fixture: Fixture
let nextUser = 1
let user = 1
beforeAll(async () => void (fixture = await createFixture(300, roomy)))
afterAll(async () => {
  // What these owners sign are no texts of orders.
  const findings = (await fixture.audit()).filter((one) => !one.startsWith('14 order = signed '))
  expect(findings).toEqual([])
  await fixture.close()
})
beforeEach(() => void (user = nextUser++))

const place = async (given: Partial<PlaceRequest> = {}) => {
  const decision = await fixture.placing.place(requestFor(user, given))
  return decision.ok ? decision.value : decision.refusal
}
const free = () => available(fixture.database.db, user, 'simulated', 1)

test('an accepted order holds its stake and its profit, and reads back as it was answered', async () => {
  const placed = await place({ stake: 1_000n * ONE })
  if (!('order' in placed)) throw new Error(placed.code)
  expect(placed.order.sums).toEqual({ stake: 1_000n * ONE, profit: 920n * ONE, fee: 0n })
  expect(await free()).toBe(9_000n * ONE)
  expect(await heldByOrders(fixture.database.db, { userId: user, book: 'simulated' })).toEqual(
    new Map([[1, 1_000n * ONE]]),
  )
  expect(await orderById(fixture.database.db, user, placed.order.id)).toEqual(placed.order)
  expect(await orderById(fixture.database.db, user + 1_000, placed.order.id)).toBeNull()
})

test('the ticket is a leaf of a batch whose root is signed', async () => {
  const placed = await place()
  if (!('order' in placed)) throw new Error(placed.code)
  const { order } = placed
  const { id, book, terms, basis, sums, acceptedAtMs } = order
  const ticket = ticketFor({
    id,
    book,
    terms,
    basis,
    sums,
    acceptedAtMs,
    currency: 'USDT',
    user: userTag(user, id, tagSecret, sha256),
    consent: '',
  })
  expect(order.ticket).toBe(ticketHash(ticket, sha256))
  expect(order.dueAtMs).toBe(ticket.dueAt)
  const batch = await batchById(fixture.database.db, 'ticket_batch', order.ticketBatch)
  if (!batch) throw new Error('the batch is stored')
  const leaf = leafHash(asciiBytes(ticketBody(ticket)), sha256)
  expect(hexOf(batch.leaves[order.ticketIndex] ?? new Uint8Array())).toBe(hexOf(leaf))
  expect(hexOf(hashTree(batch.leaves, sha256).root)).toBe(hexOf(batch.root))
  const text = batchText({
    kind: 'ticket-batch',
    batch: batch.id,
    count: batch.count,
    root: hexOf(batch.root),
  })
  const x = Buffer.from(fixture.signer.publicKey, 'hex').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  expect(verify(null, Buffer.from(text), key, batch.signature)).toBe(true)
})

test('an order above the balance is refused with the balance', async () => {
  const first = requestFor(user, { stake: 6_000n * ONE, terms: { ...requestFor(user).terms, pid: 2 } })
  const [one, two] = await Promise.all([fixture.placing.place(first), place({ stake: 5_000n * ONE })])
  expect(one.ok).toBe(true)
  expect(two).toEqual({ code: 'insufficient_funds', available: 4_000n * ONE })
  expect(await place({ currencyId: 2 })).toEqual({ code: 'insufficient_funds', available: 0n })
  expect(await place({ book: 'real' })).toEqual({ code: 'insufficient_funds', available: 0n })
})

test('one user cannot have more than five of the largest orders in a product', async () => {
  const { terms } = requestFor(user)
  const eth = { currencyId: 3, stake: ONE / 4n }
  await sql`insert into transfer values (${512 + 48}, ${user * 1024 + 512 + 48 + 1}, ${20n * ONE}, 0, ${randomUUID()}, 3, 0)`.execute(
    fixture.database.db,
  )
  const most = exposureLimits.userMost(3)
  const count = Number(most / eth.stake)
  const answers = await Promise.all(Array.from({ length: count + 2 }, () => place(eth)))
  expect(answers.filter((one) => 'order' in one)).toHaveLength(count)
  expect(answers.slice(count)).toEqual([{ code: 'user_limit' }, { code: 'user_limit' }])
  expect(await place({ ...eth, terms: { ...terms, pid: 3 } })).toMatchObject({ isRepeat: false })
})

test('the house takes no more than its limit and its bankroll cover', async () => {
  const small = await createFixture(3, {
    userMost: exposureLimits.userMost,
    exposure: () => boundsOf({ house: 1_000n * ONE }),
  })
  try {
    const context = (given: Partial<PlaceRequest>) =>
      small.placing.place(requestFor(1, { stake: 500n * ONE, ...given }))
    expect((await context({})).ok).toBe(true)
    expect((await context({})).ok).toBe(true)
    expect(await context({})).toEqual({ ok: false, refusal: { code: 'exposure_limit' } })
    // 15 BTC in the bankroll, less one order's profit of 0.1 x 150.
    const terms = { ...requestFor(1).terms, ratePct: 14_999 }
    const btc = { currencyId: 4, stake: ONE / 10n, terms }
    expect((await small.placing.place(requestFor(1, btc))).ok).toBe(true)
    const over = await small.placing.place(requestFor(2, { ...btc, stake: ONE / 100n }))
    expect(over).toEqual({ ok: false, refusal: { code: 'bankroll_uncovered' } })
    expect(await small.audit()).toEqual([])
  } finally {
    await small.close()
  }
})

test('open orders of one user in a currency, in all coins together, may win 2 % of the limit of the house', async () => {
  const given = { stake: 2_000n * ONE, terms: { ...requestFor(user).terms, ratePct: 380 } }
  const other = { ...given, terms: { ...given.terms, pid: 2 } }
  const own = await createFixture(2, exposureLimits)
  try {
    const ask = async (request: Partial<PlaceRequest>, userId = 1) => {
      const done = await own.placing.place(requestFor(userId, request))
      return done.ok ? 'accepted' : done.refusal.code
    }
    expect(await Promise.all([ask(given), ask(other)])).toEqual(['accepted', 'profit_limit'])
    expect(await ask({ ...other, stake: 631n * ONE })).toBe('accepted')
    expect(await ask({ stake: 2n * ONE })).toBe('accepted')
    const refused = await own.placing.place(requestFor(1))
    expect(refused).toEqual({ ok: false, refusal: { code: 'profit_limit', most: 10_000n * ONE } })
    expect(await ask({ stake: ONE / 100n, currencyId: 4 })).toBe('accepted')
    expect(await ask(given, 2)).toBe('accepted')
    expect(await own.audit()).toEqual([])
  } finally {
    await own.close()
  }
})

test('practice accounts that fill their shares leave room for the smallest order of another user', async () => {
  const accounts = runs(60, 1_000)
  const own = await createFixture(accounts + 1, exposureLimits)
  try {
    const terms = { ...requestFor(1).terms, ratePct: 380, durationId: 117 }
    const filled = Array.from({ length: accounts }, (_, i) =>
      own.placing.place(requestFor(i + 1, { terms, stake: 2_631n * ONE })),
    )
    expect((await Promise.all(filled)).filter((one) => !one.ok)).toEqual([])
    expect((await own.placing.place(requestFor(accounts + 1))).ok).toBe(true)
    const btc = { currencyId: 4, terms, stake: 3_900_000n }
    const more = Array.from({ length: accounts }, (_, i) => own.placing.place(requestFor(i + 1, btc)))
    expect((await Promise.all(more)).filter((one) => !one.ok)).toEqual([])
    expect((await own.placing.place(requestFor(accounts + 1, { ...btc, stake: 1_500n }))).ok).toBe(true)
    expect(await own.audit()).toEqual([])
  } finally {
    await own.close()
  }
})

test('the practice bankroll grows by whole steps of its opening money, and the real one never', async () => {
  const step = 15n * ONE
  const limits = { userMost: () => ONE, exposure: () => boundsOf({ growth: step }) }
  const own = await createFixture(2, limits)
  const { db } = own.database
  const bankroll = (book: Book) => houseBalance(db, book, 4, 'bankroll')
  const stake = ONE / 100n
  try {
    let held = await bankroll('simulated')
    for (const profit of [14, 15, 16, 46]) {
      const terms = { ...requestFor(1).terms, ratePct: profit * 10_000 }
      const placed = await own.placing.place(requestFor(1, { currencyId: 4, stake, terms }))
      expect(placed.ok).toBe(true)
      const owed = BigInt(profit) * ONE
      held += growthFor(held, owed, step) - owed
      expect(await bankroll('simulated')).toBe(held)
    }
    expect(held).toBe(14n * ONE)
    expect(await bankroll('real')).toBe(15n * ONE)
    await expect(
      sql`insert into transfer values (64, 67, 1, 0, ${randomUUID()}, 11, 0)`.execute(db),
    ).rejects.toThrow(/transfer_growth_is_practice/)
    await sql`alter table transfer drop constraint transfer_growth_is_practice`.execute(db)
    await sql`insert into transfer values (64, 67, 1, 0, ${randomUUID()}, 11, 0)`.execute(db)
    expect(await own.audit()).toEqual([
      expect.stringContaining('never changed transfer.transfer_growth_is_practice'),
      expect.stringContaining('who may pay whom real cause 11'),
    ])
  } finally {
    await own.close()
  }
})

test('the same key gets its order again; the same key for something else is refused', async () => {
  const request = requestFor(user)
  const first = await fixture.placing.place(request)
  const again = await fixture.placing.place(request)
  if (!first.ok || !again.ok) throw new Error('both are answered')
  expect(again.value).toEqual({ order: first.value.order, isRepeat: true, promise: null })
  expect(await fixture.placing.place({ ...request, fingerprint: randomUUID() })).toEqual({
    ok: false,
    refusal: { code: 'key_reused' },
  })
  const { db } = fixture.database
  expect(await earlierOrder(db, user, request.key, request.fingerprint)).toEqual({
    ok: true,
    value: first.value.order,
  })
  expect(await earlierOrder(db, user, request.key, randomUUID())).toMatchObject({ ok: false })
  expect(await earlierOrder(db, user, randomUUID(), request.fingerprint)).toEqual({ ok: true, value: null })
})

test('[T3] a thousand posts of one key make one order', async () => {
  const request = requestFor(user)
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => fixture.placing.place(request)))
  const placed = answers.flatMap((one) => (one.ok ? [one.value] : []))
  expect(placed).toHaveLength(1_000)
  expect(new Set(placed.map((one) => one.order.id)).size).toBe(1)
  expect(placed.filter((one) => !one.isRepeat)).toHaveLength(1)
  expect(await free()).toBe(9_999n * ONE)
})

test('[T3] two hundred at once on one balance, fifty times over: exactly what it affords succeeds', async () => {
  // Two processes, so that batches of both meet in the database.
  const { database, clock, signer } = fixture
  const other = createPlacing({ database, clock, signer, tagSecret, limits: roomy, usdtPrice: () => ONE })
  for (let round = 0; round < 50; round++) {
    user = nextUser++
    const stake = (100n + BigInt(round) * 37n) * ONE
    const affordable = (10_000n * ONE) / stake
    const terms = requestFor(user).terms
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) => {
        const request = requestFor(user, { stake, terms: { ...terms, pid: 1 + (i % 16) } })
        return (i % 2 ? other : fixture.placing).place(request)
      }),
    )
    const accepted = answers.filter((one) => one.ok).length
    expect(accepted).toBe(Number(affordable))
    expect(answers.every((one) => one.ok || one.refusal.code === 'insufficient_funds')).toBe(true)
    expect(await free()).toBe(10_000n * ONE - affordable * stake)
  }
})

test('[T3] fifty users with two hundred mixed orders each get exactly the orders they can afford', async () => {
  const users = Array.from({ length: 50 }, () => nextUser++)
  const sizes = [1n, 17n, 250n, 900n, 4_000n]
  const requests = users.flatMap((one) =>
    Array.from({ length: 200 }, (_, i) => {
      const base = requestFor(one, { stake: (sizes[(i * 7 + one) % 5] ?? 1n) * ONE })
      return { ...base, terms: { ...base.terms, pid: 1 + (i % 16) } }
    }),
  )
  const answers = await Promise.all(requests.map((request) => fixture.placing.place(request)))
  for (const one of users) {
    const spent = requests.reduce(
      (sum, request, i) => (request.userId === one && answers[i]?.ok ? sum + request.stake : sum),
      0n,
    )
    expect(await available(fixture.database.db, one, 'simulated', 1)).toBe(10_000n * ONE - spent)
    // No refused order could have been paid from the rest.
    const refused = requests.filter((request, i) => request.userId === one && !answers[i]?.ok)
    for (const request of refused) expect(request.stake).toBeGreaterThan(10_000n * ONE - spent)
  }
})

test('[T4] a connection that dies after the commit and before the answer costs nothing: the retry finds the order', async () => {
  const cut = await cutAfterCommit(fixture.database, 'write_orders')
  const through = openDatabase(cut.url, silentLog())
  try {
    const { clock, signer } = fixture
    const placing = createPlacing({
      database: through,
      clock,
      signer,
      tagSecret,
      limits: roomy,
      usdtPrice: () => ONE,
    })
    cut.arm()
    const answers = await Promise.all(Array.from({ length: 20 }, () => placing.place(requestFor(user))))
    expect(cut.count()).toBe(1)
    expect(answers.every((one) => one.ok && one.value.isRepeat)).toBe(true)
    expect(await free()).toBe(9_980n * ONE)
    const { total } = await listOrders(fixture.database.db, {
      userId: user,
      book: 'simulated',
      status: 'open',
      pageSize: 5,
    })
    expect(total).toBe(20)
  } finally {
    await through.close()
    await cut.close()
  }
})

test('own orders are listed newest first, by page and by key', async () => {
  for (let i = 0; i < 7; i++) await place({ stake: BigInt(i + 1) * ONE })
  const list = (given: object) =>
    listOrders(fixture.database.db, {
      userId: user,
      book: 'simulated',
      status: 'open',
      pageSize: 3,
      ...given,
    })
  const stakes = async (given: object) => (await list(given)).list.map((one) => Number(one.sums.stake / ONE))
  expect((await list({})).total).toBe(7)
  expect(await stakes({})).toEqual([7, 6, 5])
  expect(await stakes({ page: 2 })).toEqual([1])
  const last = (await list({})).list[2]
  expect(await stakes({ before: last?.id })).toEqual([4, 3, 2])
  expect(await list({ book: 'real' })).toEqual({ list: [], total: 0 })
  expect(await list({ status: 'finished' })).toEqual({ list: [], total: 0 })
})

test('of two different requests at once under one key, one is placed and the other refused: the key is taken', async () => {
  const wish = requestFor(user, { stake: 10n * ONE })
  const other = { ...wish, stake: 20n * ONE, fingerprint: randomUUID() }
  const answers = await Promise.all([wish, other, wish, other].map((one) => fixture.placing.place(one)))
  expect(answers.map((one) => (one.ok ? one.value.order.sums.stake : one.refusal))).toEqual([
    10n * ONE,
    { code: 'key_reused' },
    10n * ONE,
    { code: 'key_reused' },
  ])
  expect(answers.filter((one) => one.ok && !one.value.isRepeat)).toHaveLength(1)
  expect(await free()).toBe(9_990n * ONE)
})

test('a key that is under way in one book does not hold up the other: the second request waits for the first alone', async () => {
  const { database, placing } = fixture
  const eth = { currencyId: 3, stake: ONE / 4n }
  const neighbour = nextUser++
  await payIn(database.db, { userId: user, currency: 3, amount: ONE })
  await sql`insert into transfer values (560, ${neighbour * 1024 + 561}, ${ONE}, 0, ${randomUUID()}, 3, 0)`.execute(
    database.db,
  )
  const first = requestFor(user, { ...eth, book: 'real' })
  const second = { ...first, book: 'simulated' as const, fingerprint: randomUUID() }
  const answers = await database.db.transaction().execute(async (tx) => {
    await sql`select from account where id = ${user * 1024 + 48 + 1} for update`.execute(tx)
    const placed = placing.place(first)
    await expect
      .poll(
        async () =>
          (
            await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
              database.db,
            )
          ).rows.length,
        { timeout: 60_000 },
      )
      .toBe(1)
    const refused = placing.place(second)
    expect((await placing.place(requestFor(neighbour, { ...eth, book: 'simulated' }))).ok).toBe(true)
    return { placed, refused }
  })
  expect((await answers.placed).ok).toBe(true)
  expect(await answers.refused).toEqual({ ok: false, refusal: { code: 'key_reused' } })
})

test('an order is being placed from the request to its answer, also while an earlier answer is looked up', async () => {
  const { placing } = fixture
  const request = requestFor(user)
  expect(placing.isPlacing()).toBe(false)
  for (let i = 0; i < 2; i++) {
    const asked = placing.place(request)
    expect(placing.isPlacing()).toBe(true)
    expect((await asked).ok).toBe(true)
    expect(placing.isPlacing()).toBe(false)
  }
})

test('a key is its user’s own: another may use the same for another order, at once or later', async () => {
  const request = requestFor(user)
  const stranger = { ...requestFor(nextUser++, { stake: 3n * ONE }), key: request.key }
  const [mine, his] = await Promise.all([fixture.placing.place(request), fixture.placing.place(stranger)])
  const again = await fixture.placing.place(stranger)
  if (!mine.ok || !his.ok || !again.ok) throw new Error('all are answered')
  expect([mine.value.order.userId, his.value.order.userId]).toEqual([user, stranger.userId])
  expect(again.value).toEqual({ order: his.value.order, isRepeat: true, promise: null })
})

test.each([
  ['400 ms is placed as it was asked for', 400, 0],
  ['over 400 ms is dated anew, with a ticket and a due time of then', 401, 401],
  ['seconds is dated anew, with a ticket and a due time of then', 5_000, 5_000],
])('an order that waited %s', async (_what, waitedMs, laterMs) => {
  const { database, clock, signer } = fixture
  const startMs = clock.nowMs()
  const placing = createPlacing({ database, clock, signer, tagSecret, limits: roomy, usdtPrice: () => ONE })
  try {
    const asked = placing.place(requestFor(user))
    clock.set(startMs + waitedMs) // before the batch leaves, in the next turn
    const placed = await asked
    if (!placed.ok) throw new Error(placed.refusal.code)
    const { order } = placed.value
    expect(order.acceptedAtMs).toBe(startMs + laterMs)
    const { id, book, terms, basis, sums, acceptedAtMs } = order
    const tag = userTag(user, id, tagSecret, sha256)
    const ticket = ticketFor({
      id,
      book,
      terms,
      basis,
      sums,
      acceptedAtMs,
      currency: 'USDT',
      user: tag,
      consent: '',
    })
    expect([order.ticket, order.dueAtMs]).toEqual([ticketHash(ticket, sha256), ticket.dueAt])
    expect(await orderById(database.db, user, id)).toEqual(order)
  } finally {
    clock.set(startMs)
  }
})

test('an order whose signature runs out while it waits is not placed, and its neighbour is', async () => {
  const { database, clock, signer } = fixture
  const startMs = clock.nowMs()
  const placing = createPlacing({ database, clock, signer, tagSecret, limits: roomy, usdtPrice: () => ONE })
  const consentUntil = (untilMs: number, nonce: number) => ({ ...consentOf(nonce), untilMs })
  try {
    const late = placing.place(requestFor(user, { consent: consentUntil(startMs + 4_999, 1) }))
    const inTime = placing.place(requestFor(user, { consent: consentUntil(startMs + 5_000, 2) }))
    clock.set(startMs + 5_000) // before the batch leaves, in the next turn
    expect(await late).toEqual({ ok: false, refusal: { code: 'consent_expired' } })
    expect(await inTime).toMatchObject({ ok: true, value: { order: { acceptedAtMs: startMs + 5_000 } } })
    const expired = requestFor(user, { consent: consentUntil(startMs + 4_999, 3) })
    expect(await placing.place(expired)).toEqual({ ok: false, refusal: { code: 'consent_expired' } })
  } finally {
    clock.set(startMs)
  }
})

test('an order whose quote runs out while it waits is not placed on it, and its neighbour is', async () => {
  const { database, clock, signer } = fixture
  const startMs = clock.nowMs()
  const placing = createPlacing({ database, clock, signer, tagSecret, limits: roomy, usdtPrice: () => ONE })
  try {
    const late = placing.place(requestFor(user, { quoteEndsMs: startMs + 2_000 }))
    const inTime = placing.place(requestFor(user, { quoteEndsMs: startMs + 2_001 }))
    clock.set(startMs + 2_000) // before the batch leaves, in the next turn
    expect(await late).toEqual({ ok: false, refusal: { code: 'quote_expired' } })
    expect(await inTime).toMatchObject({ ok: true, value: { order: { acceptedAtMs: startMs + 2_000 } } })
  } finally {
    clock.set(startMs)
  }
})

test('after a restart, a repeat whose quote or signature runs out while it waits gets its order', async () => {
  const { database, clock, signer } = fixture
  const startMs = clock.nowMs()
  const start = () =>
    createPlacing({ database, clock, signer, tagSecret, limits: roomy, usdtPrice: () => ONE })
  const requests = [
    requestFor(user, { quoteEndsMs: startMs + 2_000 }),
    requestFor(user, { consent: { ...consentOf(1), untilMs: startMs + 2_000 } }),
  ]
  try {
    const before = start()
    const first = await Promise.all(requests.map((one) => before.place(one)))
    const after = start()
    const again = requests.map((one) => after.place(one))
    clock.set(startMs + 2_000) // before the batch leaves, in the next turn
    for (const [i, one] of (await Promise.all(again)).entries()) {
      const order = first[i]?.ok ? first[i].value.order : null
      expect(one).toMatchObject({ ok: true, value: { order: { id: order?.id }, isRepeat: true } })
    }
  } finally {
    clock.set(startMs)
  }
})

/** A consent that was checked; its order's id follows from text and time. */
function consentOf(nonce: number, text = `signed ${nonce}`): GivenConsent {
  const bytes = { session: '5'.repeat(64), signature: '6'.repeat(128), hash: '7'.repeat(64) }
  const atMs = fixture.clock.nowMs()
  const asked = consentedOrderId(text, atMs, sha256)
  return { ...bytes, asked, text, nonce, atMs, untilMs: atMs + 5_000 }
}

test('of signed texts that name one order, one is placed, in a batch and later, and a neighbour’s too', async () => {
  const signed = (nonce: number) =>
    fixture.placing.place(requestFor(user, { consent: consentOf(nonce, 'one') }))
  const used = { ok: false, refusal: { code: 'consent_used' } }
  const [first, second, neighbour] = await Promise.all([signed(11), signed(12), place()])
  expect(first).toMatchObject({ ok: true, value: { isRepeat: false } })
  expect(second).toEqual(used)
  expect(neighbour).toMatchObject({ isRepeat: false })
  expect(await signed(13)).toEqual(used)
})

test.each([
  ['real', 31],
  ['simulated', 32],
] as const)(
  'a nonce that another server took in the %s book is refused, and its neighbour is placed',
  async (book, nonce) => {
    const { database, clock, signer } = fixture
    await payIn(database.db, { userId: user, currency: 1, amount: 200n * ONE })
    const other = createPlacing({ database, clock, signer, tagSecret, limits: roomy, usdtPrice: () => ONE })
    const ask = (text: string) => requestFor(user, { book, consent: consentOf(nonce, `${book} ${text}`) })
    expect(await fixture.placing.place(ask('one'))).toMatchObject({ ok: true })
    const [again, neighbour] = await Promise.all([
      other.place(ask('two')),
      other.place(requestFor(user, { book })),
    ])
    expect(again).toEqual({ ok: false, refusal: { code: 'consent_used' } })
    expect(neighbour).toMatchObject({ ok: true })
  },
)

test('stakes in the other book do not count for a user’s limit, however many orders he sends at once', async () => {
  const eth = { currencyId: 3, stake: ONE / 4n }
  const count = Number(exposureLimits.userMost(3) / eth.stake)
  await payIn(fixture.database.db, { userId: user, currency: 3, amount: 20n * ONE })
  await give(3, 20n * ONE)
  for (const book of ['real', 'simulated'] as const) {
    const answers = await Promise.all(Array.from({ length: count + 1 }, () => place({ ...eth, book })))
    expect(answers.filter((one) => 'order' in one)).toHaveLength(count)
    expect(answers.at(-1)).toEqual({ code: 'user_limit' })
  }
})

test('a refusal is not kept: the same key places its order once the funds are there', async () => {
  const request = requestFor(user, { currencyId: 2, stake: ONE })
  const poor = { ok: false, refusal: { code: 'insufficient_funds', available: 0n } }
  expect(await fixture.placing.place(request)).toEqual(poor)
  expect(await fixture.placing.place(request)).toEqual(poor)
  await give(2, ONE)
  expect(await fixture.placing.place(request)).toMatchObject({ ok: true, value: { isRepeat: false } })
  expect(await fixture.placing.place(request)).toMatchObject({ ok: true, value: { isRepeat: true } })
})

/** Pays the user simulated money from outside. */
async function give(currency: number, amount: bigint): Promise<void> {
  const outside = 512 + currency * 16
  await sql`insert into transfer values (${outside}, ${user * 1024 + outside + 1}, ${amount}, 0, ${randomUUID()}, 3, 0)`.execute(
    fixture.database.db,
  )
}

test('stakes in another currency do not count for a user’s limit', async () => {
  await give(3, 10n * ONE)
  const most = exposureLimits.userMost(3)
  const eth = { currencyId: 3, stake: ONE / 4n }
  for (let i = 0n; i < most / eth.stake; i++) expect(await place(eth)).toMatchObject({ isRepeat: false })
  expect(await place(eth)).toEqual({ code: 'user_limit' })
  expect(await place({ stake: 100n * ONE })).toMatchObject({ isRepeat: false })
})

test.each(['real', 'simulated'] as const)(
  'orders of the %s book that are under way are not drained',
  async (book) => {
    const { database, clock, signer } = fixture
    const placing = createPlacing({ database, clock, signer, tagSecret, limits: roomy, usdtPrice: () => ONE })
    let answers = 0
    for (let i = 0; i < 3; i++) void placing.place(requestFor(user, { book })).then(() => answers++)
    await placing.drained()
    await Promise.resolve()
    expect(answers).toBe(3)
  },
)
