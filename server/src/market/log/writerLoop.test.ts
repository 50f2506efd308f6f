import { foldTicks, PERIOD_NAMES } from '@tickmark/core/market/candles.testing'
import { PRODUCTS } from '@tickmark/core/market/products'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { EMPTY } from './head.ts'
import { append } from './log.ts'
import { openMarket, type Market } from '../market.ts'
import { logSigner, ORIGIN } from '../market.testing.ts'
import { checkpointKey, openCheckpoint } from '@tickmark/core/log/checkpoint'
import { nodeCrypto } from '../../platform/crypto.ts'
import { signerOf } from '../../platform/keys.ts'
import { sha256 } from '../../platform/sha256.ts'
import { readCheckpoints } from './treeStore.ts'
import {
  checkedLog,
  MARKET_FIRST_DAY,
  MARKET_SEED,
  marketDeps,
  stillClock,
  ticksOf,
  youngSource,
  type StillClock,
} from '../market.testing.ts'
import { simulatedSource } from '../simulatedSource.ts'
import { type MarketTick } from '../ticks.ts'
import { setMarketStage } from '../marketStage.testing.ts'

const START = Date.parse('2026-11-21T12:00:00.400Z')
const S = START - 400
const BTC = PRODUCTS[0]?.pid as number

const stage = setMarketStage(START)
const { start } = stage

test('a restart continues where the log ended: up to 15 minutes of missed seconds are logged late, a longer gap stays', async () => {
  const first = await start()
  stage.clock.advance(10_000)
  await first.idle()
  await first.stop()
  stage.clock.advance(100_000)
  const second = await start()
  expect(second.latest()?.atMs).toBe(S + 110_000)
  await second.stop()
  stage.clock.advance(2_000_000)
  const third = await start()
  const seconds = ticksOf(await checkedLog(third)).map((one) => (one.at - S) / 1000)
  const expected = [
    ...Array.from({ length: 111 }, (_, i) => i),
    ...Array.from({ length: 901 }, (_, i) => 1210 + i),
  ]
  expect(seconds).toEqual(expected)
  expect((await checkedLog(third)).filter((one) => one.kind !== 'tick')).toHaveLength(5)
})

test('of a gap of any length, exactly the seconds that an order needs are logged', async () => {
  await (await start()).stop()
  const needed = [3, 4, 5, 63, 86_400].map((second) => S / 1000 + second)
  stage.clock.advance(100_000_000)
  const market = await stage.open()
  const asked: [number, number][] = []
  market.needSeconds((from, to) => {
    asked.push([from - S / 1000, to - S / 1000])
    return Promise.resolve(needed.filter((second) => second >= from && second <= to))
  })
  await market.start()
  const log = await checkedLog(market)
  const logged = ticksOf(log)
  expect(logged.slice(0, 7).map((one) => (one.at - S) / 1000)).toEqual([0, 3, 4, 5, 63, 86_400, 99_100])
  expect(logged).toHaveLength(6 + 901)
  // Queried once for the whole gap, however many runs it takes.
  expect(asked).toEqual([[1, 99_099]])
  const there = logged.find((one) => one.at === S + 63_000)
  expect(there?.prices[BTC]).toBe(
    String(
      youngSource()
        .pricesAt(S / 1000 + 63)
        .get(BTC),
    ),
  )
})

test.each([
  ['before the first five minutes end', 60],
  ['after five minutes ended', 800],
])('candles and ticks are the same after a restart %s as without one', async (_, seconds) => {
  const source = simulatedSource(MARKET_SEED, MARKET_FIRST_DAY)
  stage.clock.advance(190_000)
  const market = await start({ source })
  stage.clock.advance(seconds * 1_000)
  await market.idle()
  const read = (one: Market) =>
    PERIOD_NAMES.map((period) => PRODUCTS.map(({ pid }) => one.candles(pid, period, 240)))
  const [candles, figures, ticks] = [
    read(market),
    market.figures(),
    await market.ticksBetween(BTC, S, S + 990_000),
  ]
  await market.stop()
  const again = await start({ source })
  expect(read(again)).toEqual(candles)
  expect(again.figures()).toEqual(figures)
  expect(await again.ticksBetween(BTC, S, S + 990_000)).toEqual(ticks)
  expect(ticks).toHaveLength(seconds + 1)
})

test('candles of a long downtime come from the source, and ticks continue the newest one', async () => {
  const source = simulatedSource(MARKET_SEED, MARKET_FIRST_DAY)
  const first = await start({ source })
  stage.clock.advance(70_000)
  await first.idle()
  await first.stop()
  stage.clock.advance(7_200_000)
  const again = await start({ source })
  const candles = again.candles(BTC, '5min', 240)
  expect(candles).toHaveLength(240)
  for (const [i, one] of candles.entries())
    if (i > 0) expect(one.openedAt).toBe((candles[i - 1]?.openedAt ?? 0) + 300)
  const resumed = await again.ticksBetween(BTC, S + 70_001, S + 7_270_000)
  expect((resumed[0]?.atMs ?? 0) - S).toBe(7_270_000 - 900_000)
  const ended = candles.filter(({ openedAt }) => openedAt * 1_000 > (resumed[0]?.atMs ?? 0))
  const prices = resumed.map(({ atMs, price }) => ({ atMs, price }))
  expect(foldTicks(prices, 300).slice(1)).toEqual(ended)
})

test('one process writes and another follows; it takes over within seconds when the first dies', async () => {
  const writer = await start()
  const follower = await start()
  expect([writer.isWriting(), follower.isWriting()]).toEqual([true, false])
  const heard: number[] = []
  follower.onTick((tick) => void heard.push((tick.atMs - S) / 1000))
  for (let i = 0; i < 3; i++) {
    stage.clock.advance(1000)
    await writer.idle()
    await follower.idle()
  }
  expect(heard).toEqual([1, 2, 3])
  await writer.stop()
  stage.clock.advance(2000)
  await follower.idle()
  expect(follower.isWriting()).toBe(true)
  expect(heard).toEqual([1, 2, 3, 4, 5])
  await checkedLog(follower)
})

test('a follower never writes, and is notified of ticks without polling', async () => {
  const follower = await start({ follows: true })
  expect([follower.latest(), follower.feed()]).toEqual([null, 'HALTED'])
  const heard = new Promise<MarketTick>((resolve) => follower.onTick(resolve))
  const writer = await start()
  expect((await heard).atMs).toBe(S)
  expect([writer.isWriting(), follower.isWriting()]).toEqual([true, false])
})

test('two processes that both believe they are the writer cannot fork the log', async () => {
  const more = [stillClock(START), stillClock(START)].map((its) => marketDeps(stage.database, its))
  const [one, two] = (await Promise.all(more.map(openMarket))) as [Market, Market]
  stage.stopAfter(one, two)
  await one.start()
  await sql`select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`.execute(
    stage.database.db,
  )
  await two.start()
  for (let i = 0; i < 20; i++) {
    for (const { clock: its } of more) (its as StillClock).advance(1000)
    await Promise.all([one.idle(), two.idle()])
  }
  await Promise.all([one.idle(), two.idle()])
  const seconds = ticksOf(await checkedLog(one)).map((entry) => (entry.at - S) / 1000)
  expect(seconds).toEqual(Array.from({ length: 21 }, (_, i) => i))
  expect(one.latest()).toEqual(two.latest())
})

test('a connection that dies midway loses no second and duplicates none', async () => {
  const market = await start()
  for (let i = 0; i < 12; i++) {
    stage.clock.advance(1000)
    const killed = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(stage.database.batch)
    await Promise.all([market.idle(), killed.catch(() => {})])
  }
  for (let i = 0; i < 8; i++) {
    stage.clock.advance(1000)
    await market.idle()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const seconds = ticksOf(await checkedLog(market)).map((entry) => (entry.at - S) / 1000)
  expect(seconds).toEqual(Array.from({ length: 21 }, (_, i) => i))
})

test('nobody is shown a head before it is stored; what could not be stored follows later', async () => {
  const market = await start()
  const heard: number[] = []
  market.onTick((tick) => void heard.push((tick.atMs - S) / 1000))
  const shown = () => [market.head()?.size, market.latest()?.atMs]
  const before = shown()
  await sql`create trigger planted before insert on log_checkpoint
    for each statement execute function refuse_change('planted')`.execute(stage.database.db)
  stage.clock.advance(1000)
  await market.idle()
  expect([shown(), heard]).toEqual([before, []])
  expect(market.failure()).toMatchObject({ message: 'planted' })
  await sql`drop trigger planted on log_checkpoint`.execute(stage.database.db)
  stage.clock.advance(1000)
  await market.idle()
  expect(heard).toEqual([1, 2])
  expect(ticksOf(await checkedLog(market))).toHaveLength(3)
  expect((await readCheckpoints(stage.database.db, 0, 100)).at(-1)?.size).toBe(market.head()?.size)
})

test('a beat that failed is repeated within a quarter of a second, and not only at the next second', async () => {
  const market = await start()
  const heard: number[] = []
  market.onTick((tick) => void heard.push((tick.atMs - S) / 1000))
  await sql`create trigger planted before insert on log_checkpoint
    for each statement execute function refuse_change('planted')`.execute(stage.database.db)
  stage.clock.advance(1000)
  await market.idle()
  await sql`drop trigger planted on log_checkpoint`.execute(stage.database.db)
  expect(heard).toEqual([])
  stage.clock.advance(250)
  await expect.poll(() => heard, { timeout: 60_000 }).toEqual([1])
})

test('a log that committed to another seed is refused', async () => {
  await (await start()).stop()
  await expect(start({ source: youngSource(new Uint8Array(32).fill(9)) })).rejects.toThrow('market seed')
})

test('new keys are logged before the first tick under them', async () => {
  await (await start()).stop()
  stage.clock.advance(1000)
  const market = await start({ receiptsKey: 'cd'.repeat(32) })
  const entries = await checkedLog(market)
  expect(entries.slice(6)).toMatchObject([{ kind: 'keys', receipts: 'cd'.repeat(32) }, { kind: 'tick' }])
})

test('entries that a crash during a key change left without a head are signed by the key that the log names there', async () => {
  const market = await start()
  const [last] = (await market.entriesBetween(1, 100)).slice(-1)
  const head = { seq: last?.seq ?? 0, edge: market.head()?.edge ?? EMPTY.edge, lastTickAtMs: S }
  await market.stop()
  const second = S / 1000 + 1
  await append(stage.database, head, {
    seconds: [{ second, prices: youngSource().pricesAt(second) }],
    before: () => Promise.resolve([]),
    candles: [],
  })
  stage.clock.advance(2000)
  const next = signerOf(new Uint8Array(32).fill(3))
  const again = await start({ logSigner: next, formerSigner: logSigner })
  const signedBy = (note: string) =>
    [logSigner, next].findIndex(({ publicKey }) =>
      openCheckpoint(note, checkpointKey(ORIGIN, publicKey, sha256), nodeCrypto),
    )
  const rows = await readCheckpoints(stage.database.db, 0, 100)
  expect(rows.map(({ size, note }) => [size - head.seq, signedBy(note)])).toEqual([
    [0, 0],
    [1, 0],
    [3, 1],
  ])
  expect((await checkedLog(again)).at(-2)).toMatchObject({ kind: 'keys', log: next.publicKey })
})

test('entries committed without a reply to us are applied, not written again', async () => {
  const market = await start()
  const heard: number[] = []
  market.onTick((tick) => void heard.push((tick.atMs - S) / 1000))
  const [last] = (await market.entriesBetween(1, 100)).slice(-1)
  const edge = market.head()?.edge ?? EMPTY.edge
  const head = { seq: last?.seq ?? 0, edge, lastTickAtMs: S }
  const second = S / 1000 + 1
  const prices = youngSource().pricesAt(second)
  await append(stage.database, head, {
    seconds: [{ second, prices }],
    before: () => Promise.resolve([]),
    candles: [],
  })
  stage.clock.advance(2000)
  await market.idle()
  expect(heard).toEqual([1, 2])
  expect(ticksOf(await checkedLog(market))).toHaveLength(3)
})

test('a clock that was set back waits for its old time, and no second is logged twice', async () => {
  const market = await start()
  stage.clock.advance(10_000)
  await market.idle()
  await market.stop()
  stage.clock.advance(-5_000)
  const again = await start()
  expect([again.latest()?.atMs, again.feed()]).toEqual([S + 10_000, 'STALE'])
  stage.clock.advance(7_000)
  await again.idle()
  expect(ticksOf(await checkedLog(again)).map((one) => (one.at - S) / 1000)).toEqual(
    Array.from({ length: 13 }, (_, i) => i),
  )
})

test('a day that ended while the server was down is revealed at the next start, with its last seconds logged or left out', async () => {
  await (await start()).stop()
  stage.clock.advance(3 * 86_400_000)
  const market = await start()
  const days = (await checkedLog(market)).filter((one) => one.kind === 'day' || one.kind === 'reveal')
  expect(days.map((one) => `${one.kind} ${one.day}`)).toEqual([
    'day 2026-11-21',
    'day 2026-11-22',
    'reveal 2026-11-21',
    'reveal 2026-11-22',
    'day 2026-11-24',
    'day 2026-11-25',
  ])
})
