import { OPENING_PRODUCTS } from '@tickmark/core/arbitrage/programme'
import { ONE } from '@tickmark/core/money/money'
import { dayName } from '@tickmark/core/market/simulated/prices'
import { merkleVerify } from '@tickmark/core/log/tree/merkle'
import { asciiBytes, bytesOfHex } from '@tickmark/core/bytes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Reader } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { accountsOffTransfers } from '../ledger/auditStore.ts'
import { codeOf } from '../orders/orders.testing.ts'
import { silentLog } from '../platform/log.ts'
import { sha256 } from '../platform/sha256.ts'
import { payoutsOffOrders } from './auditStore.ts'
import { closeNextDay } from './closing/closeDay.ts'
import { tellSome } from './closing/dayCloser.ts'
import { closedDays } from './dayStore.ts'
import { DAY_MS, openHostingFixture, type HostingFixture } from './hosting.testing.ts'
import { expireSome } from './ending/expire.ts'
import { keepDaysOpen, lockClose } from './order/store.ts'
import { productsInForce } from './products/productStore.ts'
import { hostingAnswers } from './routes.ts'
import { programmeAnswer } from './showing/showProgramme.ts'

const START_MS = Date.parse('2027-01-10T12:00:00Z')
const usdt = (sum: number) => BigInt(sum) * ONE

let hosting: HostingFixture
beforeAll(async () => void (hosting = await openHostingFixture(START_MS)))
afterAll(() => hosting.close())

const startOfDay = () => Math.floor(hosting.clock.nowMs() / DAY_MS) * DAY_MS
const nextMidnight = () => hosting.goTo(startOfDay() + DAY_MS)

test('a new house offers the products that the program names', async () => {
  const inForce = OPENING_PRODUCTS.map((one) => ({ ...one, isOpen: true, fromMs: 0 }))
  expect(await productsInForce(hosting.deps.db)).toEqual(inForce)
})

test('an order shares in each of its days, and its whole principal returns at its end', async () => {
  const userId = await hosting.user(usdt(1_000))
  const id = await hosting.host(userId, '1000')
  await nextMidnight()
  // The day of placing does not count.
  expect([await hosting.has(userId), await hosting.hosted(userId)]).toEqual([0n, usdt(1_000)])
  for (let day = 0; day < 7; day++) {
    await hosting.trade(usdt(1) / 10n)
    await nextMidnight()
  }
  // Half of 0.1 a day, below the upper yield of 0.3.
  const yielded = (7n * usdt(5)) / 100n
  expect([await hosting.has(userId), await hosting.hosted(userId)]).toEqual([usdt(1_000) + yielded, 0n])
  expect(await hosting.told(userId)).toEqual([`hosting_ended ${id}`])
  const answers = hostingAnswers(hosting.deps)
  const ended = await answers.getMyTgOrderList({ pageNum: 1, pageSize: 10, status: 2 }, hosting.ask(userId))
  expect(ended.list).toMatchObject([
    { profitDays: 7, totArbitrage: '0.35', redeemMoney: '1000', deductionMoney: '0', isEarly: false },
  ])
  expect(await hosting.house('real', 'programme')).toBe(yielded)
  expect(await hosting.house('simulated', 'programme')).toBe(2n * yielded)
})

test('a day of loss pays nothing and says so, and later days make the loss good before anything is shared', async () => {
  const userId = await hosting.user(usdt(1_000))
  await hosting.host(userId, '100')
  await hosting.host(userId, '200', { book: 'simulated' })
  await nextMidnight()
  const first = new Date(startOfDay()).toISOString().slice(0, 10)
  await hosting.trade(usdt(-3))
  await nextMidnight()
  expect(await hosting.has(userId)).toBe(usdt(900))
  expect(await hosting.told(userId)).toEqual([`hosting_unpaid ${first}`])
  await hosting.trade(usdt(3) + 4n)
  await nextMidnight()
  const [newest, before] = await closedDays(hosting.deps.db, 2)
  expect([before?.carried, before?.pool]).toEqual([usdt(-3), 0n])
  expect([newest?.carried, newest?.earned, newest?.pool]).toEqual([0n, 4n, 2n])
  expect(await hosting.has(userId)).toBe(usdt(900) + 2n)
  expect(await hosting.has(userId, 'simulated')).toBe(usdt(800) + 2n)
})

test('users of a book share the pool by principal, to the last unit, and each book by itself', async () => {
  const [one, two] = [await hosting.user(usdt(1_000)), await hosting.user(usdt(1_000))]
  await nextMidnight()
  await hosting.goTo(startOfDay() + 8 * DAY_MS) // every earlier order has ended
  await hosting.host(one, '100')
  await hosting.host(two, '200')
  await hosting.host(two, '300', { book: 'simulated' })
  await nextMidnight()
  await hosting.trade(201n)
  await nextMidnight()
  expect(await hosting.has(one)).toBe(usdt(900) + 33n)
  expect(await hosting.has(two)).toBe(usdt(800) + 66n)
  expect(await hosting.has(two, 'simulated')).toBe(usdt(700) + 100n)
  const [newest] = await closedDays(hosting.deps.db, 1)
  expect(newest?.real).toEqual({ count: 2, hosted: usdt(300), paid: 99n })
})

test('open pages hear of the money of each book: when it is hosted, when a day pays, and when it returns', async () => {
  const one = await hosting.user(usdt(1_000))
  await nextMidnight()
  await hosting.goTo(startOfDay() + 8 * DAY_MS) // every earlier order has ended
  const told: string[] = []
  hosting.deps.events.afterCommit('balance_changed', ({ userId, book }) => {
    if (userId === one) told.push(book)
  })
  const heard = () => told.splice(0).toSorted()
  for (const book of ['real', 'simulated'] as const) await hosting.host(one, '100', { book })
  expect(heard()).toEqual(['real', 'simulated'])
  await nextMidnight()
  await hosting.trade(usdt(10))
  await nextMidnight()
  expect(heard()).toEqual(['real', 'simulated'])
  await hosting.goTo(startOfDay() + 8 * DAY_MS)
  expect(heard()).toEqual(['real', 'simulated'])
})

test('a payout that differs from its share is found, whatever the view of payouts shows', async () => {
  const undone = new Error('undone')
  const found: unknown[] = []
  const lying = transact(hosting.deps.db, async (tx) => {
    found.push(await payoutsOffOrders(tx, null), await accountsOffTransfers(tx))
    await sql`set local session_replication_role = replica`.execute(tx)
    const { rows: changed } = await sql<{ order: string }>`
      update hosting_payout_part set amounts[1] = amounts[1] + 5
      where (day, first) = (select day, first from hosting_payout_part where amounts[1] > 0 order by day desc, first limit 1)
      returning first_order as order`.execute(tx)
    const [one] = changed
    const { rows } = await sql<{ query: string }>`select pg_get_viewdef('hosting_payout') as query`.execute(
      tx,
    )
    await sql
      .raw(
        `create or replace view hosting_payout as select order_id, day, leaf,
          case when order_id = '${one?.order}' and day = (select max(day) from hosting_payout_part where first_order = '${one?.order}')
            then amount - 5 else amount end as amount from (${rows[0]?.query.replace(';', '')}) as told`,
      )
      .execute(tx)
    const shares = await payoutsOffOrders(tx, null)
    found.push(shares.map(({ where }) => where.includes(one?.order ?? '')))
    const balances = await accountsOffTransfers(tx)
    found.push(balances.map((one) => Number(one.expected) - Number(one.found)).toSorted((a, b) => a - b))
    throw undone
  })
  await expect(lying).rejects.toThrow(undone)
  expect(found).toEqual([[], [], [true], [-5, 5]])
})

test.each<[what: string, logSeq: number | null, logSize: number | null, isFound: boolean]>([
  ['a full audit', 9, null, true],
  ['an audit since a log of 8 entries', 9, 8, true],
  ['an audit since a log of 9 entries', 9, 9, false],
  ['any audit, when the log lacks the day', null, 9, true],
])('a payout changed in a day of log entry 9 is found by %s', async (_, logSeq, logSize, isFound) => {
  const undone = new Error('undone')
  const found: boolean[] = []
  const since = logSize === null ? null : { atMs: 0, logSize, carried: {} }
  const changing = transact(hosting.deps.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    const hasFindings = async () => (await payoutsOffOrders(tx, since)).length > 0
    found.push(await hasFindings())
    const { rows } = await sql<{ day: number }>`
      update hosting_payout_part set amounts[1] = amounts[1] + 5
      where (day, first) = (select day, first from hosting_payout_part where amounts[1] > 0 order by day desc, first limit 1)
      returning day`.execute(tx)
    await sql`update hosting_day set log_seq = ${logSeq}::bigint where day = ${rows[0]?.day}`.execute(tx)
    found.push(await hasFindings())
    throw undone
  })
  await expect(changing).rejects.toThrow(undone)
  expect(found).toEqual([false, isFound])
})

test('the same key hosts once; another request under it is refused', async () => {
  const userId = await hosting.user(usdt(1_000))
  const key = crypto.randomUUID()
  const ids = await Promise.all([
    hosting.host(userId, '100', { key }),
    hosting.host(userId, '100', { key }),
    hosting.host(userId, '100', { key }),
  ])
  expect(new Set(ids).size).toBe(1)
  expect(await codeOf(hosting.host(userId, '101', { key }))).toBe('key_reused')
  expect(await codeOf(hosting.host(userId, '100', { key, mid: 2 }))).toBe('key_reused')
  expect(await codeOf(hosting.host(userId, '100', { key, book: 'simulated' }))).toBe('key_reused')
  expect([await hosting.has(userId), await hosting.hosted(userId)]).toEqual([usdt(900), usdt(100)])
})

test('an early exit costs its fee once, even when requested many times at once, and shares no more', async () => {
  const userId = await hosting.user(usdt(1_000))
  const id = await hosting.host(userId, '100')
  const fees = await hosting.house('real', 'fees')
  await nextMidnight()
  await hosting.trade(usdt(1))
  await nextMidnight()
  const before = await hosting.has(userId)
  const codes = await Promise.all([1, 2, 3].map(() => codeOf(hosting.exit(userId, id))))
  expect(codes.toSorted()).toEqual(['hosting_ended', 'hosting_ended', 'ok'])
  const after = before + usdt(100) - usdt(1) / 2n
  expect([await hosting.has(userId), await hosting.hosted(userId)]).toEqual([after, 0n])
  expect(await hosting.house('real', 'fees')).toBe(fees + usdt(1) / 2n)
  await hosting.trade(usdt(1))
  await nextMidnight()
  expect(await hosting.has(userId)).toBe(after)
  expect(await hosting.told(userId)).toEqual([`hosting_exited ${id}`])
})

test('an order that ends after midnight, before its last day is closed, shares in that day', async () => {
  const userId = await hosting.user(usdt(1_000))
  const id = await hosting.host(userId, '100')
  await nextMidnight()
  await hosting.trade(usdt(100))
  hosting.clock.advance(DAY_MS + 5_000)
  await hosting.exit(userId, id)
  await hosting.work()
  expect(await hosting.has(userId)).toBe(usdt(1_000) - usdt(1) / 2n + usdt(3) / 100n)
})

test('any number of houses make up missed midnights in order, and each principal returns once', async () => {
  const userId = await hosting.user(usdt(1_000))
  await hosting.host(userId, '1000')
  await nextMidnight()
  for (let day = 0; day < 10; day++) {
    await hosting.trade(usdt(1))
    hosting.clock.advance(DAY_MS)
  }
  await Promise.all([1, 2, 3].map(() => hosting.work()))
  expect([await hosting.has(userId), await hosting.hosted(userId)]).toEqual([
    usdt(1_000) + (7n * usdt(3)) / 10n,
    0n,
  ])
  const days = await closedDays(hosting.deps.db, 1_000)
  const numbers = days.map((one) => one.day).toReversed()
  expect(numbers).toEqual(numbers.map((_, i) => Math.floor(START_MS / DAY_MS) + i))
})

test('a close waits for no connection while orders wait for its locks', async () => {
  const userId = await hosting.user(usdt(1_000))
  await hosting.host(userId, '100')
  await nextMidnight()
  await hosting.trade(usdt(1))
  hosting.clock.advance(DAY_MS)
  const database = openDatabase(hosting.test.url, silentLog(), { db: 2, patienceMs: 100_000 })
  const house = hosting.another(database)
  const [closing, waiting] = await transact(hosting.deps.db, async (tx) => {
    await keepDaysOpen(tx)
    const begun = closeNextDay(house)
    await expect.poll(() => waitingIn(tx)).toBe(1)
    return [begun, transact(house.db, keepDaysOpen)] as const
  })
  expect((await closing)?.paid.map((one) => one.userId)).toContain(userId)
  await waiting
  await database.close()
})

test.each<[what: string, act: (userId: number, order: string) => Promise<unknown>]>([
  ['placed', (userId) => hosting.host(userId, '100')],
  ['ended early', (userId, order) => hosting.exit(userId, order)],
  ['ended at its expiry', () => transact(hosting.deps.db, (tx) => expireSome(tx, hosting.deps))],
])('while a day closes, no order is %s', async (_, act) => {
  const userId = await hosting.user(usdt(200))
  const order = await hosting.host(userId, '100')
  let isOver = false
  const [acting, wasOver] = await transact(hosting.deps.db, async (tx) => {
    await lockClose(tx)
    const begun = act(userId, order).finally(() => (isOver = true))
    await expect.poll(async () => isOver || (await waitingIn(tx)) > 0).toBe(true)
    return [begun, isOver] as const
  })
  await acting
  expect(wasOver).toBe(false)
})

test('orders that waited are judged by what those before them left', async () => {
  const userId = await hosting.user(usdt(100))
  expect(await hostAtOnce(userId, 3)).toEqual(['insufficient_funds', 'insufficient_funds', 'ok'])
  expect([await hosting.has(userId), await hosting.hosted(userId)]).toEqual([0n, usdt(100)])
})

/** What becomes of orders that were all admitted before one of them could go on, sorted. */
async function hostAtOnce(userId: number, count: number): Promise<string[]> {
  const [begun] = await transact(hosting.deps.db, async (tx) => {
    await lockClose(tx)
    const all = Array.from({ length: count }, () => codeOf(hosting.host(userId, '100')))
    await expect.poll(() => waitingIn(tx)).toBe(count)
    return [all] as const
  })
  return (await Promise.all(begun)).toSorted()
}

/** Number of transactions of this database that wait for an advisory lock. */
async function waitingIn(reader: Reader): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`
    select count(*) as n from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(reader)
  return Number(rows[0]?.n)
}

test('each day of an order has a line whose path leads to the day’s root', async () => {
  const users = await Promise.all(Array.from({ length: 9 }, () => hosting.user(usdt(1_000))))
  const ids = []
  for (const userId of users)
    for (let i = 0; i < 2; i++) ids.push([userId, await hosting.host(userId, '100')] as const)
  await nextMidnight()
  await hosting.trade(usdt(5))
  await nextMidnight()
  const [closed] = await closedDays(hosting.deps.db, 1)
  for (const [userId, orderNumber] of ids) {
    const asked = { orderNumber, pageNum: 1, pageSize: 10 }
    const { list, total } = await hostingAnswers(hosting.deps).getHostingDays(asked, hosting.ask(userId))
    const [one] = list
    const path = one?.path.map((hex) => bytesOfHex(hex) ?? new Uint8Array())
    const root = closed?.payouts ?? new Uint8Array()
    const isUnder = one && path && merkleVerify(asciiBytes(one.line), one.index, one.size, path, root, sha256)
    expect([total, isUnder, one?.line.includes(orderNumber), one?.amount]).toEqual([1, true, true, '0.03'])
  }
})

test.each<[what: string, statement: string]>([
  ['a closed day', 'update hosting_day set profit = profit + 1, earned = earned + 1'],
  ['a closed day away', 'delete from hosting_day'],
  ['a payout', 'update hosting_payout_part set first = first + 1'],
  ['a payment', 'update hosting_payday set pool = pool + 1'],
  ['what was signed', "update hosting_statement set text = 'other'"],
  ['a statement away', 'delete from hosting_statement'],
  [
    'a statement of before',
    `insert into hosting_statement (number, kind, order_id, at_ms, text, signature)
      select number + 1, 1 - kind, order_id, at_ms - 1, text, signature from hosting_statement order by number desc limit 1`,
  ],
  ['a version', 'update hosting_product set upper_ppm = 1'],
  ['what was hosted', 'update hosting_order set principal = principal + 1000000'],
  ['an ended order', "update hosting_order set fee = 0 where how = 'exit'"],
  ['an order away', 'delete from hosting_order'],
  [
    'a payout more',
    'insert into hosting_payout_part select day, 99999, book, first_order, orders, amounts from hosting_payout_part',
  ],
  [
    'a closed day’s payouts again',
    'insert into hosting_payday select day, pool, closed_at_ms from hosting_day',
  ],
  [
    'payouts of a day that is not closed',
    'insert into hosting_payday select max(day) + 1, 0, max(closed_at_ms) from hosting_day',
  ],
  [
    'a day without its payouts',
    `insert into hosting_day select day + 1, day, carried, last, last, hosted_last, hosted_last, 0, 0, carried, 0, trades, payouts, 0,
      0, 0, 0, 0, 0, held, closed_at_ms + 86400000 from hosting_day order by day desc limit 1`,
  ],
  [
    'a day with payouts of another time',
    `insert into hosting_payday select max(day) + 1, 0, max(closed_at_ms) from hosting_day;
      insert into hosting_day select one.day + 1, one.day, carried, last, last, hosted_last, hosted_last, 0, 0, carried, 0, trades,
      payouts, paid.real_count, paid.real_hosted, 0, paid.simulated_count, paid.simulated_hosted, 0, held, closed_at_ms + 86400000
      from hosting_day one join hosting_payday paid on paid.day = one.day + 1`,
  ],
  [
    'an order into a closed day',
    `insert into hosting_order select gen_random_uuid(), number, user_id, book, mid, version, days, upper_ppm, exit_fee_ppm,
      principal, placed_at_ms, shares_from_ms, expires_at_ms from hosting_order limit 1`,
  ],
  [
    'a trade into a closed day',
    `insert into arbitrage_line select 1, gen_random_uuid(), 0, (max(day) + 1) * 86400000::bigint - 1, 0, '' from hosting_day`,
  ],
  [
    'a day with other figures',
    `insert into hosting_day select day + 1, day, carried, last, last, hosted_last, hosted_last, 0, 0, carried, 0, trades, payouts, real_count + 1,
      real_hosted, 0, 0, 0, 0, held, closed_at_ms + 86400000 from hosting_day order by day desc limit 1`,
  ],
])('nobody writes %s', async (_, statement) => {
  await expect(transact(hosting.deps.db, (tx) => sql.raw(statement).execute(tx))).rejects.toThrow(
    /never|once|closed|duplicate|follow|go on/,
  )
})

test('fifty orders of a user may run in a book, one more when one has ended', async () => {
  const userId = await hosting.user(usdt(6_000))
  const ids: string[] = []
  for (let i = 0; i < 49; i++) ids.push(await hosting.host(userId, '100'))
  expect(await hostAtOnce(userId, 3)).toEqual(['hostings_full', 'hostings_full', 'ok'])
  await hosting.host(userId, '100', { book: 'simulated' })
  const [first = ''] = ids
  await hosting.exit(userId, first)
  expect(await hosting.host(userId, '100')).not.toBe(first)
})

test('two hundred orders of a user may be placed a day, however many of them have ended', async () => {
  const userId = await hosting.user(usdt(6_000))
  for (let i = 0; i < 200; i++) await hosting.exit(userId, await hosting.host(userId, '100'))
  expect(await codeOf(hosting.host(userId, '100'))).toBe('too_many_requests')
  expect(await codeOf(hosting.host(userId, '100', { book: 'simulated' }))).toBe('too_many_requests')
  await nextMidnight()
  await hosting.host(userId, '100')
})

test('a process whose clock is behind dates its statement no earlier than the one before', async () => {
  const userId = await hosting.user(usdt(1_000))
  await hosting.host(userId, '100')
  const behind = { ...hosting.clock, nowMs: () => hosting.clock.nowMs() - 1_000 }
  const asked = { buyMoney: '100', mid: 1, type: '0' as const, userNum: '1' }
  await hostingAnswers({ ...hosting.deps, clock: behind }).orderConfirmation(asked, hosting.ask(userId))
  const { rows } = await sql<{ at: bigint }>`
    select at_ms as at from hosting_statement order by number desc limit 2`.execute(hosting.deps.db)
  expect(rows[0]?.at).toBe(rows[1]?.at)
})

test('a process whose clock is behind closes no day before the newest line of trades', async () => {
  await hosting.work()
  const midnight = startOfDay() + DAY_MS
  hosting.clock.advance(midnight + 1_000 - hosting.clock.nowMs())
  await hosting.trade(usdt(1))
  await closeNextDay({ ...hosting.deps, clock: { ...hosting.clock, nowMs: () => midnight + 1 } })
  const [newest] = await closedDays(hosting.deps.db, 1)
  expect([newest?.day, newest?.closedAtMs]).toEqual([midnight / DAY_MS - 1, midnight + 1_000])
})

test('however few are told at once, every host is told that a day paid nothing', async () => {
  const users = [await hosting.user(usdt(100)), await hosting.user(usdt(100))]
  for (const one of users) await hosting.host(one, '100')
  await nextMidnight()
  await hosting.trade(usdt(-1))
  const day = dayName(startOfDay() / DAY_MS)
  hosting.clock.advance(DAY_MS)
  await closeNextDay(hosting.deps)
  while (await tellSome(hosting.deps, 1));
  for (const one of users) expect(await hosting.told(one)).toEqual([`hosting_unpaid ${day}`])
  await hosting.trade(usdt(1))
})

test('the audit names the next day if nobody closed it within six hours of its end and the log has gone on', async () => {
  const [newest] = await closedDays(hosting.deps.db, 1)
  const day = (newest?.day ?? 0) + 1
  const unclosedAt = async (tickMs: number) => {
    let found: string[] = []
    const undone = transact(hosting.deps.db, async (tx) => {
      await sql`insert into log_entry (seq, kind, at, body, leaf)
        values (9999, 'tick', ${tickMs}::bigint, '{}', ${Buffer.alloc(32)})`.execute(tx)
      const findings = await hosting.findings(tx)
      found = findings.filter(({ expected }) => /close/.test(expected)).map(({ where }) => where)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    return found
  }
  const dueMs = (day + 1) * DAY_MS + 6 * 3_600_000
  expect(await unclosedAt(dueMs)).toEqual([])
  expect(await unclosedAt(dueMs + 1_000)).toEqual([`day ${day}`])
})

test('the page shows ninety days, newest first, and for each product the yield of its last thirty', async () => {
  const userId = await hosting.user(usdt(1_000))
  await hosting.host(userId, '1000', { mid: 3 })
  await nextMidnight()
  await hosting.goTo(startOfDay() + 7 * DAY_MS) // every earlier order has ended
  await hosting.trade(usdt(1))
  await nextMidnight()
  const shown = async () => {
    hosting.clock.advance(1_000)
    const { days, products } = await programmeAnswer(hosting.deps)(hosting.ask(userId))
    return { days, yields: products.map(({ dayYield }) => dayYield) }
  }
  const readOn = async (days: number) => {
    await hosting.goTo(startOfDay() + days * DAY_MS)
    return (await shown()).yields
  }
  // One day in thirty paid at most 0.03 on the smallest order of the first product, 0.001 a day on average; the others paid none.
  expect(await readOn(29)).toEqual(['0.00001-0.0003', '0.00001111-0.0004', '0.00000833-0.0005'])
  expect(await readOn(1)).toEqual(['0-0.0003', '0-0.0004', '0-0.0005'])
  await hosting.goTo(startOfDay() + 30 * DAY_MS)
  const { days } = await shown()
  const all = await closedDays(hosting.deps.db, 1_000)
  expect(all.length).toBeGreaterThan(90)
  expect(days.map((one) => one.day)).toEqual(all.slice(0, 90).map((one) => dayName(one.day)))
  expect(await closedDays(hosting.deps.db, 90)).toEqual(all.slice(0, 90))
})

test('after all of this, the books add up', async () => {
  expect(await hosting.findings()).toEqual([])
})
