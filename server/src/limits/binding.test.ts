import type { LimitKind } from '@tickmark/core/limits/limitKinds'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addKeyless } from '../module/proof/keyless.testing.ts'
import { silentLog } from '../platform/log.ts'
import {
  boundsOf,
  createFixture,
  requestFor,
  START_MS,
  tagSecret,
  type Fixture,
} from '../orders/fixture.testing.ts'
import { createPlacing } from '../orders/placing/placingQueue.ts'
import type { PlaceRequest } from '../orders/placing/placingStore.ts'
import { orderById } from '../orders/order/store.ts'
import { countUse } from './countUse.ts'
import { entryOf, giveReal } from './fixture.testing.ts'
import { setLimit } from './setLimit.ts'
import { usedOf } from './figures.ts'
import type { LossCounter } from '../module/lossCounter.ts'
import { recordEvents } from '../module/events.testing.ts'
import { orderCounts } from '../orders/fundsStore.ts'
import { exclude, takeBreak } from './takePause.ts'

const ONE = 100_000_000n
const HOUR = 3_600_000
const roomy = { userMost: () => 10n ** 17n, exposure: () => boundsOf() }
let fixture: Fixture
let nowMs = START_MS
let nextUser = 1
let user = 1
beforeAll(async () => {
  fixture = await createFixture(60, roomy)
  const users = Array.from({ length: 60 }, (_, i) => i + 1)
  await giveReal(fixture.database, users)
  for (const one of users) await addKeyless(fixture.database.db, one, START_MS)
})
afterAll(async () => {
  expect(await fixture.audit()).toEqual([])
  await fixture.close()
})
beforeEach(() => void (user = nextUser++))

const room = () => ({ db: fixture.database.db, clock: fixture.clock })
const limit = async (kind: LimitKind, text: string) =>
  expect(await setLimit(user, kind, text, room())).toMatchObject({ ok: true })
const requested = (given: Partial<PlaceRequest> = {}) => requestFor(user, { book: 'real', ...given })
const place = async (given: Partial<PlaceRequest> = {}) => {
  const decision = await fixture.placing.place(requested(given))
  return decision.ok ? 'accepted' : decision.refusal
}
const usdt = (units: bigint) => ({ stake: units * ONE })
const price = (id: number) => fixture.usdtPrices.get(id) ?? null
const used = (userId = user) => usedOf(figures(), userId, nowMs)
const figures = () => ({ db: fixture.database.db, usdtPrice: price, counters: [orderCounts] })

/** Moves time forward and settles what is due. */
async function pass(ms: number): Promise<void> {
  await fixture.log()
  nowMs += ms
  fixture.clock.set(nowMs)
  await fixture.settleDue(Math.floor(nowMs / 1_000) * 1_000)
}

test('a stake limit allows exactly its sum, and says how much is left', async () => {
  await limit('stakeDay', '100')
  expect(await place(usdt(60n))).toBe('accepted')
  expect(await place(usdt(41n))).toEqual({ code: 'limit_stake', limit: 100n, left: 40n * ONE })
  expect(await place(usdt(40n))).toBe('accepted')
  expect(await place({ stake: 1n })).toEqual({ code: 'limit_stake', limit: 100n, left: 0n })
  expect(await used()).toMatchObject({ stakeDay: 100n * ONE, stakeWeek: 100n * ONE, lossDay: 100n * ONE })
})

test('open orders count as lost until they settle; returned stakes are free again', async () => {
  await limit('lossDay', '100')
  expect(await place(usdt(100n))).toBe('accepted')
  expect(await place(usdt(1n))).toEqual({ code: 'limit_loss', limit: 100n, left: 0n })
  await pass(120_000)
  const [{ net } = { net: null }] = await fixture.database.db
    .selectFrom('orders')
    .select('net')
    .where('user_id', '=', BigInt(user))
    .execute()
  const left = net !== null && net < 0n ? 0n : 100n * ONE
  expect(await place(usdt(101n + (net ?? 0n) / ONE))).toMatchObject({ code: 'limit_loss', limit: 100n })
  if (left > 0n) expect(await place(usdt(100n))).toBe('accepted')
})

test('results of orders before the first limit count as if it had always existed', async () => {
  for (let i = 0; i < 8; i++) expect(await place(usdt(10n))).toBe('accepted')
  await pass(120_000)
  const before = await used() // computed from the orders
  await limit('lossWeek', '1000')
  await limit('stakeWeek', '1000')
  expect(await used()).toEqual(before) // computed from the stored hours
  expect(before.stakeWeek).toBe(80n * ONE)
  const rows = await fixture.database.db
    .selectFrom('orders')
    .select('net')
    .where('user_id', '=', BigInt(user))
    .execute()
  const net = rows.reduce((sum, one) => sum + (one.net ?? 0n), 0n)
  expect(before.lossWeek).toBe(net < 0n ? -net : 0n)
  // Gains raise the margin for losses, not for stakes; 80 are already staked.
  const most = 1_000n * ONE + (net < 0n ? net : 0n)
  const room = most < 920n * ONE ? most : 920n * ONE
  expect(await place({ stake: room + 1n })).toMatchObject({ left: room })
  expect(await place({ stake: room })).toBe('accepted')
})

test('gains make room for later losses, but not for stakes that are open', async () => {
  const hour = Math.floor(nowMs / HOUR)
  const count = (won: bigint, lost: bigint): LossCounter => ({
    source: 'other',
    hours: () => Promise.resolve([{ currencyId: 1, hour, won, lost, stake: 0n, settled: 1 }]),
    openStake: () => Promise.resolve(new Map([[1, 10n * ONE]])),
  })
  const lossOf = async (won: bigint, lost: bigint) =>
    (await usedOf({ ...figures(), counters: [count(won * ONE, lost * ONE)] }, user, nowMs)).lossDay / ONE
  expect([await lossOf(50n, 0n), await lossOf(50n, 45n), await lossOf(50n, 57n)]).toEqual([10n, 10n, 17n])
})

test('what is used is rounded up, so that it shows no more room than there is', async () => {
  const hour = Math.floor(nowMs / HOUR)
  const least: LossCounter = {
    source: 'other',
    hours: () => Promise.resolve([{ currencyId: 4, hour, won: 0n, lost: 1n, stake: 1n, settled: 1 }]),
    openStake: () => Promise.resolve(new Map()),
  }
  const { lossDay, lossWeek, stakeDay, stakeWeek } = await usedOf(
    { ...figures(), counters: [least], usdtPrice: () => 1n },
    user,
    nowMs,
  )
  expect([lossDay, lossWeek, stakeDay, stakeWeek]).toEqual([1n, 1n, 1n, 1n])
})

test('other currencies count at their present price', async () => {
  await limit('stakeDay', '700')
  fixture.usdtPrices.set(4, 70_000n * ONE)
  expect(await place({ currencyId: 4, stake: ONE / 100n })).toBe('accepted')
  expect(await place({ currencyId: 4, stake: 1n })).toEqual({ code: 'limit_stake', limit: 700n, left: 0n })
  fixture.usdtPrices.set(4, 35_000n * ONE)
  expect(await place({ currencyId: 4, stake: ONE / 100n })).toBe('accepted')
  fixture.usdtPrices.delete(4)
  expect(await place(usdt(1n))).toEqual({ code: 'price_missing' })
  fixture.usdtPrices.set(4, 67_000n * ONE)
})

test('money limits apply only to the real account', async () => {
  await limit('lossDay', '1')
  await limit('stakeDay', '1')
  expect(await place({ book: 'simulated', ...usdt(500n) })).toBe('accepted')
  expect(await place(usdt(2n))).toMatchObject({ code: 'limit_loss' })
  await pass(120_000)
  const rows = await fixture.database.db
    .selectFrom('orders')
    .select(['book', 'status'])
    .where('user_id', '=', BigInt(user))
    .execute()
  expect(rows).toEqual([{ book: 1, status: 1 }])
  const counted = await sql`select * from result_hour where user_id = ${user}`.execute(fixture.database.db)
  expect(counted.rows).toEqual([])
})

test.each([
  [
    { lossDay: '100', stakeDay: '50' },
    { code: 'limit_stake', limit: 50n },
  ],
  [
    { lossDay: '50', stakeDay: '100' },
    { code: 'limit_loss', limit: 50n },
  ],
  [
    { stakeDay: '80', stakeWeek: '50' },
    { code: 'limit_stake', limit: 50n },
  ],
  [
    { lossWeek: '50', lossDay: '80' },
    { code: 'limit_loss', limit: 50n },
  ],
])('of the limits %o an order is told the tightest that it breaks', async (limits, refusal) => {
  for (const [kind, text] of Object.entries(limits)) await limit(kind as LimitKind, text)
  expect(await place(usdt(101n))).toEqual({ ...refusal, left: 50n * ONE })
})

test('a server whose clock lags behind the one that set a limit or a break may still tighten it', async () => {
  const ahead = { ...room(), clock: { ...fixture.clock, nowMs: () => nowMs + 5_000 } }
  expect(await setLimit(user, 'stakeDay', '100', ahead)).toMatchObject({ ok: true })
  await limit('stakeDay', '50')
  expect(await place(usdt(51n))).toMatchObject({ code: 'limit_stake', limit: 50n })
  expect(await takeBreak(user, 24, ahead)).toMatchObject({ ok: true })
  expect(await takeBreak(user, 72, room())).toMatchObject({ ok: true })
  expect(await place(usdt(1n))).toEqual({ code: 'on_break', untilMs: nowMs + 5_000 + 72 * HOUR })
})

test('a tighter limit holds at once; a looser one after 24 hours, to the millisecond', async () => {
  await limit('stakeWeek', '50')
  await limit('stakeWeek', '200')
  const askedAtMs = nowMs
  expect(await place(usdt(51n))).toMatchObject({ code: 'limit_stake', limit: 50n })
  await pass(askedAtMs + 24 * HOUR - 1 - nowMs)
  expect(await place(usdt(51n))).toMatchObject({ code: 'limit_stake', limit: 50n })
  await pass(1)
  expect(await place(usdt(51n))).toBe('accepted')
  await limit('stakeWeek', '60')
  expect(await place(usdt(10n))).toEqual({ code: 'limit_stake', limit: 60n, left: 9n * ONE })
})

test('as a day passes, the previous day’s stakes expire hour by hour; the oldest hour counts in full', async () => {
  await pass(HOUR - (nowMs % HOUR) + 30 * 60_000)
  await limit('stakeDay', '100')
  expect(await place(usdt(100n))).toBe('accepted')
  await pass(24 * HOUR)
  expect(await place(usdt(1n))).toMatchObject({ code: 'limit_stake' })
  await pass(30 * 60_000)
  expect(await place(usdt(100n))).toBe('accepted')
})

test('a time limit blocks orders in both accounts, and includes the order’s own minute', async () => {
  const live = { hasOpenPage: () => false }
  const use = countUse({ ...room(), ...figures(), log: silentLog(), events: recordEvents(), live })
  await limit('minutesDay', '3')
  for (const back of [1, 2]) use.recordUse(user, nowMs - back * 60_000)
  await use.write()
  expect(await place(usdt(1n))).toBe('accepted')
  use.recordUse(user, nowMs)
  await use.write()
  expect(await place({ book: 'simulated' })).toBe('accepted')
  use.recordUse(user, nowMs - 3 * 60_000)
  await use.stop()
  expect(await place(usdt(1n))).toEqual({ code: 'limit_time', limit: 3n })
  expect(await place({ book: 'simulated' })).toEqual({ code: 'limit_time', limit: 3n })
  expect(await used()).toMatchObject({ minutesDay: 4n, minutesWeek: 4n })
})

test('a break holds in both accounts until it ends; a repeated request still gets its order, and closing stays possible', async () => {
  const long = { ...requested().terms, durationId: 115 }
  const request = requested({ terms: long })
  const first = await fixture.placing.place(request)
  if (!first.ok) throw new Error(first.refusal.code)
  expect(await takeBreak(user, 24, room())).toEqual({ ok: true, value: null })
  const untilMs = nowMs + 24 * HOUR
  expect(await place()).toEqual({ code: 'on_break', untilMs })
  expect(await place({ book: 'simulated' })).toEqual({ code: 'on_break', untilMs })
  expect(await fixture.placing.place(request)).toEqual({
    ok: true,
    value: { order: first.value.order, isRepeat: true, promise: null },
  })
  // Not even after this process has dropped the key from memory.
  expect(await otherServer().place(request)).toMatchObject({ ok: true, value: { isRepeat: true } })
  await pass(5_000)
  const entry = await entryOf(fixture, first.value.order)
  if (!entry) throw new Error('the market has a tick')
  const closed = await fixture.closing.closeOrder({
    userId: user,
    orderId: first.value.order.id,
    key: randomUUID(),
    fingerprint: randomUUID(),
    bid: 10n,
    expiresAtMs: Infinity,
    entry,
    consent: null,
  })
  expect(closed).toMatchObject({ ok: true })
  await pass(untilMs - nowMs - 1)
  expect(await place()).toMatchObject({ code: 'on_break' })
  await pass(1)
  expect(await place()).toBe('accepted')
})

test('a break or an exclusion can be extended, never shortened', async () => {
  expect(await takeBreak(user, 72, room())).toMatchObject({ ok: true })
  const untilMs = nowMs + 72 * HOUR
  expect(await takeBreak(user, 24, room())).toEqual({
    ok: false,
    refusal: { code: 'break_runs_longer', untilMs },
  })
  // The same again at the same moment is no shorter.
  for (const pause of [takeBreak, takeBreak])
    expect(await pause(user, 168, room())).toMatchObject({ ok: true })
  for (const pause of [exclude, exclude]) expect(await pause(user, 12, room())).toMatchObject({ ok: true })
  expect(await exclude(user, 6, room())).toMatchObject({ ok: false, refusal: { code: 'break_runs_longer' } })
  expect(await takeBreak(user, 720, room())).toMatchObject({
    ok: false,
    refusal: { code: 'break_runs_longer' },
  })
  expect(await place()).toMatchObject({ code: 'excluded' })
  expect(await exclude(user, 60, room())).toMatchObject({ ok: true })
})

/** Another process on the same database. */
function otherServer() {
  const { database, clock, signer } = fixture
  return createPlacing({ database, clock, signer, tagSecret, limits: roomy, usdtPrice: price })
}

test('five hundred concurrent orders in four currencies, from two servers, cross no limit while others settle', async () => {
  const servers = [fixture.placing, otherServer()]
  for (let round = 0; round < 6; round++) {
    user = nextUser++
    const [mine, neighbour] = [user, nextUser++]
    const sizes = [1n, 3n, 7n, 20n, 55n]
    // Some orders of both users are open and fall due meanwhile.
    await Promise.all(
      [1, 2, 3].flatMap(() => [
        place(usdt(4n)),
        fixture.placing.place(requestFor(neighbour, { book: 'real' })),
      ]),
    )
    await fixture.log()
    nowMs += 70_000
    fixture.clock.set(nowMs)
    const limits = { lossDay: 150, lossWeek: 140, stakeDay: 160 } as const
    const set = round % 2 === 0 ? ['lossDay', 'stakeDay'] : ['lossWeek', 'lossDay']
    for (const kind of set)
      await limit(kind as keyof typeof limits, String(limits[kind as keyof typeof limits]))
    const requests = Array.from({ length: 500 }, (_, i) => {
      const currencyId = 1 + (i % 4)
      const stake = ((sizes[(i * 7) % 5] ?? 1n) * ONE * ONE) / (price(currencyId) ?? ONE)
      const { terms } = requested()
      return requestFor(i % 10 === 9 ? neighbour : mine, {
        book: 'real',
        currencyId,
        stake,
        terms: { ...terms, pid: 1 + (i % 16) },
      })
    })
    const [answers] = await Promise.all([
      Promise.all(requests.map((request, i) => (servers[i % 2] ?? fixture.placing).place(request))),
      fixture.settleDue(Math.floor(nowMs / 1_000) * 1_000),
    ])
    const own = answers.filter((_, i) => requests[i]?.userId === mine)
    const codes = new Set(own.map((one) => (one.ok ? 'accepted' : one.refusal.code)))
    expect(codes.has('accepted')).toBe(true)
    for (const code of codes) expect(['accepted', 'limit_loss', 'limit_stake']).toContain(code)
    // The other user has no limits, and all of their orders were accepted.
    expect(answers.every((one, i) => requests[i]?.userId === mine || one.ok)).toBe(true)
    const sums = await used(mine)
    for (const kind of set) {
      const most = BigInt(limits[kind as keyof typeof limits]) * ONE
      expect(sums[kind as keyof typeof limits], `${kind} of ${mine}`).toBeLessThanOrEqual(most)
    }
    // Little is left: not even the smallest stake would fit.
    expect(own.filter((one) => !one.ok).length).toBeGreaterThan(100)
    await pass(70_000)
  }
})

test('orders placed while a first limit is being set are each counted once', async () => {
  for (let round = 0; round < 10; round++) {
    user = nextUser++
    for (let i = 0; i < 3; i++) await place(usdt(2n))
    await fixture.log()
    nowMs += 70_000
    fixture.clock.set(nowMs)
    const servers = [fixture.placing, otherServer()]
    const requests = Array.from({ length: 60 }, () => requested(usdt(5n)))
    const placing = requests.map((request, i) => (servers[i % 2] ?? fixture.placing).place(request))
    const settling = fixture.settleDue(Math.floor(nowMs / 1_000) * 1_000)
    await new Promise((resolve) => setTimeout(resolve, round))
    await limit('lossDay', '100000')
    const answers = await Promise.all(placing)
    await settling
    expect(answers.every((one) => one.ok)).toBe(true)
    const { stakeDay } = await used()
    expect(stakeDay).toBe((3n * 2n + 60n * 5n) * ONE)
    await pass(70_000)
    const rows = await fixture.database.db
      .selectFrom('orders')
      .select('net')
      .where('user_id', '=', BigInt(user))
      .execute()
    const net = rows.reduce((sum, one) => sum + (one.net ?? 0n), 0n)
    expect((await used()).lossDay).toBe(net < 0n ? -net : 0n)
  }
})

test('a refused order leaves nothing behind', async () => {
  await limit('lossDay', '10')
  const request = requested(usdt(11n))
  expect(await fixture.placing.place(request)).toMatchObject({ ok: false })
  expect(await orderById(fixture.database.db, user, request.key)).toBeNull()
  expect(await used()).toMatchObject({ lossDay: 0n, stakeDay: 0n })
  expect(await place(usdt(10n))).toBe('accepted')
})
