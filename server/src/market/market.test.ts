import { bytesOfHex, hexOf } from '@tickmark/core/bytes'
import { PERIODS } from '@tickmark/core/market/candles'
import { PERIOD_NAMES } from '@tickmark/core/market/candles.testing'
import { checkpointKey, openCheckpoint } from '@tickmark/core/log/checkpoint'
import { hashTree } from '@tickmark/core/log/tree/merkle'
import { checkConsistency } from '@tickmark/core/log/tree/treeProofs'
import { readSegment } from '@tickmark/core/receipts/receiptLog'
import { parseAmount } from '@tickmark/core/money/money'
import { PRESENT_RULES } from '@tickmark/core/orders/presentRules'
import { PRODUCTS } from '@tickmark/core/market/products'
import { checkDay } from '@tickmark/core/market/simulated/day'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  checkedLog,
  logSigner,
  ORIGIN,
  RECEIPTS_KEY,
  stillClock,
  ticksOf,
  venueSource,
  MARKET_FIRST_DAY,
  MARKET_SEED,
} from './market.testing.ts'
import { readRoot } from './log/nodes.ts'
import { consistencyOf, MOST_PROOF, stretchOf } from './log/proof.ts'
import { deleteCheckpoints, keepCheckpoint, readCheckpoints } from './log/treeStore.ts'
import { nodeCrypto } from '../platform/crypto.ts'
import type { Market } from './market.ts'
import type { PublishedHead } from './state.ts'
import type { Db, Tx } from '../db/pool.ts'
import { sha256 } from '../platform/sha256.ts'
import { simulatedSource } from './simulatedSource.ts'
import { type MarketTick } from './ticks.ts'
import { marketView } from './view.ts'
import { setMarketStage } from './marketStage.testing.ts'

const START = Date.parse('2026-11-21T12:00:00.400Z')
const S = START - 400
const BTC = PRODUCTS[0]?.pid as number

const stage = setMarketStage(START)
const { start } = stage

test('a first start logs its keys and rules, commits to today and tomorrow, logs the model, and then the first tick', async () => {
  const market = await start()
  const entries = await checkedLog(market)
  expect(entries.map((one) => one.kind)).toEqual(['keys', 'rules', 'day', 'day', 'model', 'tick'])
  expect(entries).toMatchObject([
    { log: logSigner.publicKey, receipts: RECEIPTS_KEY },
    { from: S, rules: PRESENT_RULES },
    { day: '2026-11-21' },
    { day: '2026-11-22' },
    { rules: 2 },
    { at: S },
  ])
  expect(market.feed()).toBe('LIVE')
  expect(market.isWriting()).toBe(true)
  expect(market.acceptsOrders(BTC)).toBe(true)
})

test('a tick follows each second, and after a jump of the clock the missed seconds are logged one by one', async () => {
  const market = await start()
  const heard: number[] = []
  market.onTick(async (tick) => {
    await new Promise((resolve) => setImmediate(resolve))
    heard.push((tick.atMs - S) / 1000)
  })
  for (let i = 0; i < 3; i++) {
    stage.clock.advance(1000)
    await market.idle()
  }
  stage.clock.advance(700_000)
  await market.idle()
  expect(heard).toEqual(Array.from({ length: 703 }, (_, i) => i + 1))
  expect(ticksOf(await checkedLog(market)).map((one) => (one.at - S) / 1000)).toEqual([0, ...heard])
})

test('ticks equal the source’s, and when a listener hears of one, memory has what the log has', async () => {
  const source = simulatedSource(MARKET_SEED, MARKET_FIRST_DAY)
  const market = await start()
  const seen: [MarketTick, MarketTick | null, number][] = []
  market.onTick(async (tick) => {
    seen.push([tick, market.latest(), (await market.ticksBetween(BTC, tick.atMs, tick.atMs)).length])
  })
  stage.clock.advance(2000)
  await market.idle()
  expect(seen.map(([, , found]) => found)).toEqual([1, 1])
  for (const [tick, latest] of seen) {
    expect(tick.prices).toEqual(source.pricesAt(tick.atMs / 1000))
    expect(latest && latest.seq >= tick.seq).toBe(true)
  }
})

test('a slow or failing listener delays neither ticks nor other listeners', async () => {
  const market = await start()
  const heard: number[] = []
  let release = () => {}
  market.onTick(() => new Promise<void>((resolve) => (release = resolve)))
  market.onTick(() => {
    throw new Error('on purpose')
  })
  market.onTick((tick) => void heard.push(tick.atMs))
  stage.clock.advance(5000)
  while (heard.length < 5) await new Promise((resolve) => setTimeout(resolve, 5))
  for (let i = 0; i < 5; i++) {
    release()
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await market.idle()
  expect(heard).toHaveLength(5)
})

test('a day is committed to before it starts and revealed after it ends, and its ticks follow from the reveal', async () => {
  stage.clock = stillClock(Date.parse('2026-11-21T23:57:00Z'))
  const market = await start()
  stage.clock.advance(400_000)
  await market.idle()
  const entries = await checkedLog(market)
  const ticks = ticksOf(entries)
  const midnight = Date.parse('2026-11-22T00:00:00Z')
  const commits = entries.filter((one) => one.kind === 'day')
  const reveals = entries.filter((one) => one.kind === 'reveal')
  expect(commits.map((one) => one.day)).toEqual(['2026-11-21', '2026-11-22', '2026-11-23'])
  expect(reveals.map((one) => one.day)).toEqual(['2026-11-21'])
  expect((commits[1]?.seq ?? 0) < (ticks.find((one) => one.at === midnight)?.seq ?? 0)).toBe(true)
  const day = ticks.filter((one) => one.at < midnight)
  expect(reveals[0]?.seq).toBeGreaterThan(day.at(-1)?.seq ?? 0)
  expect(checkDay(reveals[0] as never, commits[0]?.commit as string, day, sha256)).toEqual({
    ok: true,
    prices: 180 * PRODUCTS.length,
  })
})

test('each commit has a signed head that anyone can check, and the first of a minute is kept', async () => {
  const market = await start()
  for (let i = 0; i < 65; i++) {
    stage.clock.advance(1000)
    await market.idle()
  }
  const { origin, log } = market.keys()
  const key = checkpointKey(origin, log, sha256)
  const checkpoints = await readCheckpoints(stage.database.db, 0, 1_000)
  expect(checkpoints.map((one) => (one.at - S) / 1000)).toEqual(Array.from({ length: 66 }, (_, i) => i))
  const leaves = (await market.entriesBetween(1, 1_000)).map((row) => row.leaf)
  for (const { size, root, note } of checkpoints) {
    expect(openCheckpoint(note, key, nodeCrypto)).toEqual({
      origin: ORIGIN,
      size,
      root: new Uint8Array(root),
    })
    expect(hexOf(root)).toBe(hexOf(hashTree(leaves.slice(0, size), sha256).root))
  }
  expect(market.head()?.note).toBe(checkpoints.at(-1)?.note)
  const kept = stage.database.db.selectFrom('log_checkpoint').select('at').where('kept', '=', true)
  expect((await kept.orderBy('at').execute()).map((one) => (Number(one.at) - S) / 1000)).toEqual([0, 60])
})

test('entries come in pieces of 200 with the proof that the newest head contains them', async () => {
  const market = await start()
  stage.clock.advance(400_000)
  await market.idle()
  const { db } = stage.database
  const head = market.head() as PublishedHead
  const first = await stretchOf(db, 0, 100_000, head.size)
  const second = await stretchOf(db, 201, 100_000, head.size)
  expect([first.from, first.bodies.length, second.from]).toEqual([0, MOST_PROOF, MOST_PROOF])
  for (const one of [first, second, await stretchOf(db, 7, 7, head.size)]) {
    expect(readSegment(one, head, nodeCrypto)).toHaveLength(one.bodies.length)
    expect(readSegment({ ...one, from: one.from + 1 }, head, nodeCrypto)).toEqual([])
  }
  expect((await stretchOf(db, 100_000, 100_001, head.size)).bodies).toEqual([])
  const later = await consistencyOf(db, 100, head.size)
  const older = await readRoot(db, 100)
  const path = later.map((one) => bytesOfHex(one) as Uint8Array)
  expect(checkConsistency(100, head.size, older, head.root, path, sha256)).toBe(true)
})

test('drafts are logged before the tick of their second, in the same transaction, and get their log position', async () => {
  const market = await stage.open()
  const places: number[] = []
  let batch = 0
  market.beforeTick((_, atMs) => {
    batch += 1
    const entry = { kind: 'tickets', count: 1, first: batch, last: batch, root: 'ab'.repeat(32) } as const
    const onLogged = (_tx: unknown, seq: number) => Promise.resolve(void places.push(seq, atMs))
    return Promise.resolve([{ entry, onLogged }])
  })
  await market.start()
  stage.clock.advance(200_000)
  await market.idle()
  const entries = await checkedLog(market)
  const tickets = entries.filter((one) => one.kind === 'tickets')
  expect(places).toEqual(tickets.flatMap((one) => [one.seq, one.at]))
  for (const one of tickets) expect(entries[one.seq]).toMatchObject({ kind: 'tick', at: one.at })
  expect(tickets.map((one) => (one.at - S) / 1000)).toEqual([0, 1, 121])
})

test('prices continue when drafts fail, and failed drafts leave nothing behind', async () => {
  const market = await stage.open()
  let isBroken = true
  market.beforeTick(async (tx) => {
    const entry = { kind: 'receipts', count: 1, first: 1, last: 1, root: 'ab'.repeat(32) } as const
    if (isBroken) await sql`select 1 / 0`.execute(tx)
    return [{ entry }]
  })
  await market.start()
  expect((await checkedLog(market)).map((one) => one.kind)).toEqual([
    'keys',
    'rules',
    'day',
    'day',
    'model',
    'tick',
  ])
  isBroken = false
  stage.clock.advance(1000)
  await market.idle()
  expect((await checkedLog(market)).map((one) => one.kind).slice(6)).toEqual(['receipts', 'tick'])
})

test.each(['collecting', 'marking'] as const)(
  'a module that fails while %s its drafts keeps no other module’s out of the log',
  async (step) => {
    const market = await stage.open()
    const marked: number[] = []
    const draft = (first: number) =>
      ({ kind: 'tickets', count: 1, first, last: first, root: 'ab'.repeat(32) }) as const
    const mark = (first: number) => (_tx: unknown, seq: number) =>
      Promise.resolve(void marked.push(first, seq))
    market.beforeTick(() => Promise.resolve([{ entry: draft(1), onLogged: mark(1) }]))
    market.beforeTick(async (tx) => {
      if (step === 'collecting') await sql`select 1 / 0`.execute(tx)
      return [{ entry: draft(2), onLogged: async (logTx) => void (await sql`select 1 / 0`.execute(logTx)) }]
    })
    market.beforeTick(() => Promise.resolve([{ entry: draft(3), onLogged: mark(3) }]))
    await market.start()
    const tickets = (await checkedLog(market)).filter((one) => one.kind === 'tickets')
    expect(tickets).toMatchObject([{ first: 1 }, { first: 3 }])
    expect(marked.slice(-4)).toEqual([1, tickets[0]?.seq, 3, tickets[1]?.seq])
  },
)

test.each([
  ['collecting', 'serialization_failure'],
  ['marking', 'serialization_failure'],
  ['collecting', 'deadlock_detected'],
] as const)(
  'drafts whose %s ends in a %s are logged before their tick all the same',
  async (step, conflict) => {
    const market = await stage.open()
    let left = 3
    const meet = async (tx: Tx, now: typeof step) => {
      if (now === step && left-- > 0) await sql.raw(`do $$ begin raise ${conflict}; end $$`).execute(tx)
    }
    const entry = { kind: 'tickets', count: 1, first: 1, last: 1, root: 'ab'.repeat(32) } as const
    market.beforeTick(async (tx) => {
      await meet(tx, 'collecting')
      return [{ entry, onLogged: (logTx) => meet(logTx, 'marking') }]
    })
    await market.start()
    expect((await checkedLog(market)).map((one) => one.kind).slice(5)).toEqual(['tickets', 'tick'])
  },
)

test('the first entry after a time is found in one query, wherever it lies', async () => {
  const market = await start()
  stage.clock.advance(40_000)
  await market.idle()
  const entries = await checkedLog(market)
  for (let ms = S - 1_000; ms <= S + 41_000; ms += 500) {
    for (const [from, to] of [
      [1, entries.length],
      [9, 30],
      [7, 7],
    ] as const) {
      const expected = entries.find(({ seq, at }) => seq >= from && seq <= to && at > ms)?.seq ?? null
      expect(await market.firstAfter(ms, from, to)).toBe(expected)
    }
  }
  expect(await market.firstAfter(S, 5, 4)).toBeNull()
})

test('the log cannot be changed, not even by hand', async () => {
  await start()
  const { db } = stage.database
  for (const table of ['log_entry', 'log_tile', 'log_checkpoint', 'log_day']) {
    if (table === 'log_tile') await fillTile(db)
    const column = { log_tile: 'n', log_checkpoint: 'size' }[table] ?? 'seq'
    for (const change of [
      `update ${table} set ${column} = ${column} + 1`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ]) {
      await expect(sql.raw(change).execute(db)).rejects.toThrow('append-only')
    }
  }
})

test('a checkpoint can only be marked to be kept, and is deleted after a week otherwise', async () => {
  const market = await start()
  const { db } = stage.database
  for (let i = 0; i < 3; i++) {
    stage.clock.advance(1000)
    await market.idle()
  }
  const change = (text: string) =>
    sql.raw(`${text} where size = (select max(size) from log_checkpoint)`).execute(db)
  await expect(change('update log_checkpoint set kept = false')).rejects.toThrow('append-only')
  await expect(change(`update log_checkpoint set kept = true, note = ''`)).rejects.toThrow('append-only')
  const sizes = async () => (await readCheckpoints(db, 0, 100)).map((one) => one.size)
  expect(await sizes()).toEqual([6, 7, 8, 9])
  expect((await keepCheckpoint(db, 8))?.size).toBe(8)
  await deleteCheckpoints(db, S + 3_000)
  expect(await sizes()).toEqual([6, 8, 9])
  expect((await keepCheckpoint(db, 7))?.size).toBe(8)
  expect(await keepCheckpoint(db, 10)).toBeNull()
  await expect(change('delete from log_checkpoint')).resolves.toBeDefined()
})

test('every period has at least 120 connected candles at the first start', async () => {
  const market = await start({ source: simulatedSource(MARKET_SEED, MARKET_FIRST_DAY) })
  for (const { pid } of PRODUCTS) {
    for (const period of PERIOD_NAMES) {
      const candles = market.candles(pid, period, 1000)
      expect(candles.length).toBeGreaterThanOrEqual(120)
      for (const [i, candle] of candles.entries()) {
        const before = candles[i - 1]
        if (!before) continue
        expect(candle.openedAt - before.openedAt).toBe(PERIODS[period])
        expect(candle.open === before.close || i === candles.length - 1).toBe(true)
      }
    }
  }
  expect([0, 1, 5, 1_000].map((limit) => market.candles(BTC, '5min', limit).length)).toEqual([1, 1, 5, 240])
  expect(market.candles(99, '1hour', 5)).toEqual([])
})

test.each([60, 150, 290, 310])(
  'after %d s and a restart, every period has the candles that it had',
  async (seconds) => {
    const market = await start()
    stage.clock.advance(seconds * 1_000)
    await market.idle()
    const candlesOf = (of: Market) =>
      PRODUCTS.flatMap(({ pid }) => PERIOD_NAMES.map((period) => of.candles(pid, period, 1_000)))
    const before = structuredClone(candlesOf(market))
    await market.stop()
    expect(candlesOf(await stage.open())).toEqual(before)
  },
)

test('a coin’s page gets its prices with the coin’s decimals, the newest 120 closes, and how its open orders stand', async () => {
  const market = await start({ source: simulatedSource(MARKET_SEED, MARKET_FIRST_DAY) })
  const openSides = (pid: number) => (pid === BTC ? { orders: 3, upPercent: 67 } : null)
  const view = marketView({ market, openSides })
  for (const { pid, decimals } of PRODUCTS) {
    const { baseInfo, candles } = view.detail(pid, '1hour') ?? { baseInfo: null, candles: [] }
    const prices = [baseInfo?.price ?? '', ...candles.map(({ close }) => close)]
    expect(new Set(prices.map((one) => one.split('.')[1]?.length ?? 0))).toEqual(new Set([decimals]))
    expect(candles.map(({ id, close }) => [id, parseAmount(close)])).toEqual(
      market.candles(pid, '1hour', 120).map(({ openedAt, close }) => [openedAt, close]),
    )
    expect(candles).toHaveLength(120)
    const upPercent = market.figures().get(pid)?.upPercent ?? 0
    const [upOf, up] = pid === BTC ? [3, 67] : [0, upPercent]
    expect(baseInfo).toMatchObject({ upOf, upPct: String(up), downPct: String(100 - up) })
  }
  expect(view.detail(99, '1hour')).toBeNull()
})

test('24-hour figures are there at the first start', async () => {
  const market = await start({ source: simulatedSource(MARKET_SEED, MARKET_FIRST_DAY) })
  for (const product of PRODUCTS) {
    const figures = market.figures().get(product.pid)
    expect(figures?.price).toBe(market.latest()?.prices.get(product.pid))
    expect(figures?.isPaused).toBe(false)
    expect(figures?.change).toMatch(/^-?\d+\.\d+$/)
    expect(figures?.changePercent).toMatch(/^-?\d+\.\d\d$/)
    expect(figures?.sparkline.length).toBeGreaterThanOrEqual(24)
    const { sigma, error } = market.deviation(product.pid) ?? { sigma: 0, error: 1 }
    expect([sigma * Math.sqrt(86_400), error]).toEqual([expect.closeTo(product.dailyVolatility, 8), 0])
    expect(figures && figures.upPercent > 40 && figures.upPercent < 60).toBe(true)
  }
  expect(market.topFive()).toHaveLength(5)
  expect(market.topFive()[0]).toBe(BTC)
})

test('real venues: gaps stay gaps, a product without a price is paused, and no day is committed to', async () => {
  const prices = new Map(PRODUCTS.map((one) => [one.pid, 100n]))
  const market = await start({ source: venueSource(prices) })
  prices.delete(BTC)
  stage.clock.advance(5000)
  await market.idle()
  const entries = await checkedLog(market)
  expect(entries.map((one) => one.kind)).toEqual(['keys', 'rules', 'model', 'tick', 'tick'])
  expect(ticksOf(entries).map((one) => (one.at - S) / 1000)).toEqual([0, 5])
  expect([market.feed(), market.acceptsOrders(BTC), market.acceptsOrders(2)]).toEqual([
    'DEGRADED',
    false,
    true,
  ])
  expect(market.figures().get(BTC)).toMatchObject({ price: 100n, isPaused: true })
  expect(market.deviation(BTC)).toBeNull()
  prices.clear()
  stage.clock.advance(1000)
  await market.idle()
  expect(market.feed()).toBe('HALTED')
})

test('a feed without ticks goes stale and then halts', async () => {
  const market = await start()
  await market.stop()
  stage.clock.advance(4000)
  expect([market.feed(), market.acceptsOrders(BTC)]).toEqual(['STALE', false])
  stage.clock.advance(60_000)
  expect(market.feed()).toBe('HALTED')
})

test('old candles and heads of a week ago are deleted, the log is not', async () => {
  const market = await start()
  stage.clock.advance(900_000)
  await market.idle()
  // The next hour begins 45 minutes later. Of candles of 5 minutes, a thousand are kept.
  const first = BigInt(S / 1000 + 3_600 - 1_000 * 300)
  const row = { pid: BTC, period: 300, open: 1n, high: 1n, low: 1n, close: 1n }
  const rows = [first - 300n, first].map((opened_at) => ({ ...row, opened_at }))
  await stage.database.db.insertInto('candle').values(rows).execute()
  const weekAgo = S + 3_600_000 - 7 * 86_400_000
  for (const [size, at] of [
    [1, weekAgo - 1],
    [2, weekAgo],
  ])
    await sql`insert into log_checkpoint values (${size}, ${at}::bigint, ${Buffer.alloc(32)}, '', false)`.execute(
      stage.database.db,
    )
  for (let i = 0; i < 4; i++) {
    stage.clock.advance(900_000)
    await market.idle()
  }
  // They are deleted in the background.
  const left = async () => {
    const candles = stage.database.db.selectFrom('candle').select('opened_at').where('period', '=', 300)
    return (await candles.where('opened_at', '<=', first).execute()).map((one) => one.opened_at)
  }
  await expect.poll(left).toEqual([first])
  const heads = async () => (await readCheckpoints(stage.database.db, 0, 2)).map((one) => one.size)
  await expect.poll(async () => (await heads())[0]).toBe(2)
  expect(ticksOf(await checkedLog(market))).toHaveLength(4501)
})

test('who waits for the first tick is told when it comes, or after his patience that none did', async () => {
  const market = await stage.open()
  const [waited, early] = [market.firstTick(5_000), market.firstTick(1_000)]
  stage.clock.advance(1_000)
  expect(await early).toBe(false)
  await market.start()
  expect([await waited, await market.firstTick(0)]).toEqual([true, true])
  await market.stop()
  stage.clock.advance(4_000)
  const stale = market.firstTick(1)
  stage.clock.advance(1)
  expect(await stale).toBe(false)
})

test('new trading is paused for as long as one of those who may ask for it does, and prices go on', async () => {
  let [first, second] = [false, false]
  const market = await start({ isPaused: () => first })
  market.pauseWhile(() => second)
  const shown = () => [market.isPaused(), market.feed(), market.acceptsOrders(BTC)]
  expect(shown()).toEqual([false, 'LIVE', true])
  for (const [one, other] of [
    [true, false],
    [false, true],
  ] as const) {
    ;[first, second] = [one, other]
    expect(shown()).toEqual([true, 'PAUSED', false])
    expect(await market.firstTick(0)).toBe(true)
  }
  ;[first, second] = [false, false]
  expect(shown()).toEqual([false, 'LIVE', true])
  stage.clock.advance(700)
  expect(market.tickAgeMs()).toBe(1_100)
})

/** A tile like every other, so that there is one to change. */
async function fillTile(db: Db): Promise<void> {
  await sql`insert into log_tile values (5, 0, sha256(''), repeat('x', 8192)::bytea)`.execute(db)
}
