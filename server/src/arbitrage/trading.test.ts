import { parseTradeLine } from '@tickmark/core/arbitrage/readLines'
import { linesRoot } from '@tickmark/core/log/linesRoot'
import { pidOfCurrency } from '@tickmark/core/arbitrage/currencies'
import { isSoundLine } from '@tickmark/core/arbitrage/day/soundTrade'
import { simulatedFill } from '@tickmark/core/arbitrage/simulated/fill'
import { costAtLimit, netOf, type Leg } from '@tickmark/core/arbitrage/trading/findTrade'
import type { VenueBook, VenueOrder } from '@tickmark/core/arbitrage/trading/venue'
import { ONE } from '@tickmark/core/money/money'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { transact } from '../db/transact.ts'
import { sha256 } from '../platform/sha256.ts'
import { openProgramme, type ProgrammeFixture } from './arbitrage.testing.ts'
import { collectTrades } from './lines/collectTrades.ts'
import { linesOffOrders } from './auditStore.ts'
import { areLogged, tradeLines, tradesToShare } from './lines/lineStore.ts'
import { readEngine } from './engineStore.ts'
import { fundVenues } from './simulated/fundVenues.ts'
import { beginTrade } from './trading/beginTrade.ts'
import { feesOf, freeInventory, holdingsFor } from './trading/free.ts'

let fixture: ProgrammeFixture
beforeEach(async () => void (fixture = await openProgramme()))
afterEach(() => fixture.close())

test('an hour of trading: every line is sound, the books equal the venues’ balances, and the profit is the lines’ sum', async () => {
  const engine = fixture.engine()
  const { db } = fixture.test.database
  await fixture.pass(engine, 3_600_000, 9_000)
  const shared = await tradesToShare(db, 0, fixture.clock.nowMs() + 1)
  expect(shared.lines.length).toBeGreaterThan(2)
  for (const text of shared.lines) {
    const line = parseTradeLine(text)
    expect([line !== null && isSoundLine(line), text]).toEqual([true, text])
  }
  // As at every later start: the venues got their opening inventory once.
  await fundVenues(db, fixture.clock.nowMs())
  await fixture.expectBalanced()
})

test('a trade may take all that its venues hold free, and nothing that an earlier one may still take', async () => {
  const { deps, look } = fixture.engine()
  await look()
  const holder = (await readEngine(deps.db)).holder ?? ''
  const pid = pidOfCurrency(4) ?? 0
  const free = holdingsFor(await freeInventory(deps.db, deps.venues), pid)
  const [usdt, coins] = [free.get(1)?.usdt ?? 0n, free.get(2)?.coins ?? 0n]
  const fee = feesOf(deps.venues).get(1) ?? 0n
  const costing = (cost: bigint) => {
    let limit = (cost * 1_000_000n) / (1_000_000n + fee)
    while (costAtLimit({ limit, size: ONE }, fee) < cost) limit += 1n
    return limit
  }
  const book = { venue: 1, pid, seq: 1, at: deps.clock.nowMs(), bids: [], asks: [] }
  const begins = async (cost: bigint, size: bigint) => {
    const buy: Leg = { venue: 1, pid, side: 'buy', limit: costing(cost), size: ONE, book }
    const sell: Leg = { venue: 2, pid, side: 'sell', limit: 1n, size, book: { ...book, venue: 2 } }
    return (await beginTrade(deps, { buy, sell, profit: 0n }, holder)) !== null
  }
  expect(costAtLimit({ limit: costing(usdt), size: ONE }, fee)).toBe(usdt)
  const most: [bigint, bigint, boolean][] = [
    [usdt + 1n, coins, false],
    [usdt, coins + 1n, false],
    [usdt, coins, true],
    [usdt, 1n, false],
    [2n, coins, false],
  ]
  for (const [cost, size, isBegun] of most)
    expect([cost, size, await begins(cost, size)]).toEqual([cost, size, isBegun])
})

test('each trade of one look is as large as the ones before it left free', async () => {
  const price = 100_000n * ONE
  const seen = (venue: number, levels: Pick<VenueBook, 'asks' | 'bids'>) => {
    const pids = [4, 3, 7].map((currency) => pidOfCurrency(currency) ?? 0)
    return {
      venue,
      state: 'live' as const,
      books: pids.map((pid) => ({ pid, venue, seq: 1, at: 1, ...levels })),
    }
  }
  const silent = () => Promise.reject(new Error('no answer'))
  const show = async () => [
    seen(1, { asks: [{ price, size: ONE }], bids: [] }),
    seen(2, { asks: [], bids: [{ price: 2n * price, size: ONE }] }),
  ]
  const { deps, look } = fixture.engine((venues) => ({ ...venues, show, send: silent, fate: silent }))
  const held = (await freeInventory(deps.db, deps.venues)).get(1)?.get(1) ?? 0n
  await fixture.move({ from: 1, to: 3, currency: 1, amount: held - 3_000n * ONE, cost: 0n })
  await look()
  const { rows } = await sql<{ size: bigint }>`
    select size from arbitrage_order where side = 0 order by sent_at_ms, size desc`.execute(deps.db)
  const spent = rows.map(({ size }) => (size * price) / ONE / ONE)
  expect(spent).toEqual([2_499n, 499n])
})

test('lines are logged once a minute, without gaps, under the root of their texts', async () => {
  const engine = fixture.engine()
  const { db } = fixture.test.database
  fixture.goToTrade()
  await engine.look()
  const atMs = fixture.clock.nowMs()
  const draftAt = (ms: number) => transact(db, (tx) => collectTrades(tx, ms))
  expect(await draftAt(atMs - (atMs % 60_000))).toEqual([])
  const minute = atMs - (atMs % 60_000) + 60_000
  const [draft] = await draftAt(minute)
  const lines = await tradeLines(db, { first: 1, last: 100 })
  expect(draft?.entry).toEqual({
    kind: 'trades',
    first: 1,
    last: lines.length,
    count: lines.length,
    root: linesRoot(lines, sha256),
  })
  expect(await areLogged(db, lines.length)).toBe(false)
  await transact(db, async (tx) => draft?.onLogged?.(tx, 9))
  expect([await areLogged(db, lines.length), await draftAt(minute + 60_000)]).toEqual([true, []])
})

test('ended trades, their orders and lines are never changed', async () => {
  const engine = fixture.engine()
  const { db } = fixture.test.database
  fixture.goToTrade()
  await engine.look()
  for (const change of [
    'update arbitrage_trade set ended_at_ms = 1',
    'delete from arbitrage_trade',
    'update arbitrage_order set filled = 0',
    'update arbitrage_order set size = 1',
    'update arbitrage_line set profit = 9',
    'delete from arbitrage_line',
    'update simulated_venue_order set filled = 0',
  ])
    await expect(sql.raw(change).execute(db), change).rejects.toThrow(/never changed|once|stays/)
})

test('the audit finds a trade’s line that states another profit than follows from its legs', async () => {
  const engine = fixture.engine()
  const { db } = fixture.test.database
  fixture.goToTrade()
  await engine.look()
  expect(await linesOffOrders(db, null)).toEqual([])
  await transact(db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      update arbitrage_line set profit = profit + 1,
        text = replace(text, '"profit":"' || profit || '"', '"profit":"' || profit + 1 || '"')
      where kind = 0`.execute(tx)
  })
  const lines = (await tradeLines(db, { first: 1, last: 100 })).filter((text) =>
    text.includes('"kind":"trade"'),
  )
  expect((await linesOffOrders(db, null)).map(({ found }) => found)).toEqual(lines)
  expect(lines).not.toEqual([])
})

test('a venue that has run short gets more from another, and the cost is booked as a loss', async () => {
  const engine = fixture.engine()
  const { db } = fixture.test.database
  await engine.look()
  await fixture.move({ from: 1, to: 2, currency: 4, amount: 28_000_000n, cost: 0n })
  fixture.clock.advance(6_000)
  await engine.look()
  const [, , move, arrival] = (await tradeLines(db, { first: 1, last: 4 })).map(parseTradeLine)
  const moved = { from: 2, to: 1, currency: 4, amount: '28000000' }
  expect(move).toMatchObject({ kind: 'move', number: 3, ...moved })
  expect(arrival).toMatchObject({ kind: 'arrival', number: 4, move: 3, ...moved })
  await fixture.expectBalanced()
})

test('a venue fills an order that it holds the money for to the last unit, and refuses it without that unit', async () => {
  const { deps } = fixture.engine()
  const { db, venues } = deps
  const pid = pidOfCurrency(4) ?? 0
  const order = (side: 'buy' | 'sell') => {
    const limit = side === 'buy' ? 10n ** 15n : 1n
    return { id: randomUUID(), venue: 1, pid, side, limit, size: ONE / 100n } as const
  }
  const drawn = (one: VenueOrder) => simulatedFill(fixture.world, one, fixture.clock.nowMs())
  const answer = async (side: 'buy' | 'sell', less: bigint) => {
    let one = order(side)
    // Now and then a venue is down, or refuses an order without a reason.
    for (; drawn(one).filled === 0n; one = order(side)) fixture.goToTrade()
    const fill = drawn(one)
    const [currency, needed] = side === 'buy' ? [1, -netOf(side, fill)] : [4, fill.filled]
    await db
      .updateTable('simulated_venue_balance')
      .set({ amount: needed - less })
      .where('venue', '=', 1)
      .where('currency', '=', currency)
      .execute()
    return (await venues.send(one, fixture.clock.nowMs())).state
  }
  for (const side of ['buy', 'sell'] as const)
    expect([await answer(side, 0n), await answer(side, 1n)]).toEqual([
      expect.stringMatching(/filled|partial/),
      'refused',
    ])
})
