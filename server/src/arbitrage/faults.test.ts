import { areMovesNeeded } from '@tickmark/core/arbitrage/day/checkHoldings'
import type { ProgrammeLine } from '@tickmark/core/arbitrage/evidence'
import { applyLine, heldTable, openingHoldings } from '@tickmark/core/arbitrage/holdings'
import { OPENING } from '@tickmark/core/arbitrage/moves'
import { movingAfter } from '@tickmark/core/arbitrage/moving'
import { parseTradeLine } from '@tickmark/core/arbitrage/readLines'
import { ANSWER_WITHIN_MS, MOVE_AGAIN_MS, OPENING_LIMITS } from '@tickmark/core/arbitrage/trading/limits'
import type { YieldEntry } from '@tickmark/core/log/log'
import { ONE } from '@tickmark/core/money/money'
import { runs } from '@tickmark/core/runs.testing'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Cut, cutLine, isStatement } from '../db/cuts.testing.ts'
import { openDatabase, type Tx } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { silentLog } from '../platform/log.ts'
import { openProgramme, type ProgrammeFixture } from './arbitrage.testing.ts'
import { readEngine, setLimits, setStopped, takeEngine } from './engineStore.ts'
import { heldInventory } from './holdingsStore.ts'
import { lastLine, tradeLines } from './lines/lineStore.ts'
import { engineNow } from './programme.ts'
import { finishMove } from './trading/finishMove.ts'
import { finishTrade } from './trading/finishTrade.ts'
import { freeInventory } from './trading/free.ts'
import { rebalance } from './trading/rebalance.ts'
import { openMoves, openTrades, readTrade, unansweredOrders } from './trading/tradeStore.ts'
import type { Venues } from './venues.ts'

let fixture: ProgrammeFixture
beforeEach(async () => void (fixture = await openProgramme()))
afterEach(() => fixture.close())

const [USDT, BTC] = [1, 4]

const lines = async () => (await lastLine(fixture.test.database.db)).number
const open = () => openTrades(fixture.test.database.db)

/** The fate of a request to a venue: it is lost, it is carried out but the answer is lost, or the connection hangs. */
type Fault = 'lost' | 'silent' | 'hanging' | null

/** Venues whose connections fail on request. */
function faulty(fault: (asked: 'send' | 'fate' | 'move') => Fault): (venues: Venues) => Venues {
  const through = async <T>(asked: 'send' | 'fate' | 'move', ask: () => Promise<T>): Promise<T> => {
    const what = fault(asked)
    const lateAtMs = fixture.clock.nowMs() + ANSWER_WITHIN_MS
    if (what === 'lost') throw new Error('the line is down')
    const answer = await ask()
    if (what === 'silent') throw new Error('no answer')
    if (what === null) return answer
    // Nobody waits for it any more when another one asked at the same time was late before.
    fixture.clock.advance(Math.max(0, lateAtMs - fixture.clock.nowMs()))
    return new Promise(() => {})
  }
  return (venues) => ({
    ...venues,
    send: (...order) => through('send', () => venues.send(...order)),
    fate: (...order) => through('fate', () => venues.fate(...order)),
    move: (move) => through('move', () => venues.move(move)),
  })
}

test.each(['lost', 'silent', 'hanging'] as const)(
  'an order whose %s answer never came is asked for by its id, and booked once; nobody spends its cost meanwhile',
  async (what) => {
    let isDown = true
    const engine = fixture.engine(faulty(() => (isDown ? what : null)))
    fixture.goToTrade()
    await engine.look()
    expect([await lines(), (await open()).length]).toEqual([0, 1])
    await expectCostKept(engine.deps.venues)
    expect(await fixture.findings()).toEqual([])
    isDown = false
    fixture.clock.advance(1_000)
    await engine.look()
    expect(await lines()).toBeGreaterThan(0)
    expect(await open()).toEqual([])
    await fixture.expectBalanced()
  },
)

/** Unanswered purchases may cost their limit and the fee; neither is free for other trades. */
async function expectCostKept(venues: Venues): Promise<void> {
  const { db } = fixture.test.database
  const [held, free] = [await heldInventory(db), await freeInventory(db, venues)]
  const buys = (await unansweredOrders(db)).filter(({ side }) => side === 'buy')
  expect(buys).not.toEqual([])
  for (const { venue, limit, size } of buys) {
    const fee = venues.terms.find((one) => one.venue === venue)?.takerPpm ?? 0n
    const cost = (limit * size) / ONE
    const kept = (held.get(venue)?.get(USDT) ?? 0n) - (free.get(venue)?.get(USDT) ?? 0n)
    expect(kept).toBeGreaterThanOrEqual(cost + (cost * fee) / 1_000_000n)
  }
}

test('too many open rests stop the engine; they are still closed, and an operator starts it again', async () => {
  const { db } = fixture.test.database
  let isDown = true
  const engine = fixture.engine(faulty(() => (isDown ? 'lost' : null)))
  for (let i = 0; i < OPENING_LIMITS.openRests; i++) {
    fixture.goToTrade()
    await engine.look()
  }
  fixture.goToTrade()
  await engine.look()
  expect((await readEngine(db)).stopped).toMatchObject({ why: 'open_rests' })
  const before = await open()
  isDown = false
  fixture.goToTrade()
  await engine.look()
  expect([await open(), await lines()]).toEqual([[], before.length])
  await transact(db, (tx) => setStopped(tx, null, fixture.clock.nowMs()))
  fixture.goToTrade()
  await engine.look()
  expect(await lines()).toBeGreaterThan(before.length)
  await fixture.expectBalanced()
})

test('a day’s loss stops the engine until the next UTC day', async () => {
  const { db } = fixture.test.database
  const engine = fixture.engine()
  await engine.look()
  await transact(db, (tx) => setLimits(tx, { ...OPENING_LIMITS, dayLoss: ONE }))
  await transact(db, (tx) => setStopped(tx, 'day_loss', fixture.clock.nowMs()))
  fixture.goToTrade()
  await engine.look()
  expect([await lines(), await engineNow(engine.deps)]).toEqual([
    0,
    expect.objectContaining({ state: 'stopped', why: 'day_loss' }),
  ])
  fixture.clock.advance(86_400_000)
  fixture.goToTrade()
  await engine.look()
  expect(await lines()).toBeGreaterThan(0)
  expect(await engineNow(engine.deps)).toMatchObject({ state: 'trading', why: null })
})

test('the engine stops by itself at a day’s loss of its limit, and not a unit before it', async () => {
  const { db } = fixture.test.database
  const engine = fixture.engine()
  const dayLoss = 5n * ONE
  await transact(db, (tx) => takeEngine(tx, randomUUID()))
  await transact(db, (tx) => setLimits(tx, { ...OPENING_LIMITS, dayLoss }))
  const stoppedAfter = async (cost: bigint) => {
    await fixture.move({ from: 1, to: 2, currency: BTC, amount: 100n, cost })
    fixture.clock.advance(6_000)
    await engine.look()
    return (await readEngine(db)).stopped
  }
  // The profit of trades in between would count as well.
  engine.deps.venues.show = async () => []
  expect(await stoppedAfter(dayLoss - 1n)).toBeNull()
  expect(await stoppedAfter(1n)).toEqual({ why: 'day_loss', atMs: fixture.clock.nowMs() })
})

test('a stop by an operator stays his, though the engine is about to stop by itself', async () => {
  const { db } = fixture.test.database
  const engine = fixture.engine(faulty(() => 'lost'))
  fixture.goToTrade()
  await engine.look()
  await transact(db, (tx) => setLimits(tx, { ...OPENING_LIMITS, openRests: 1 }))
  const stop = { why: 'operator', atMs: fixture.clock.nowMs() } as const
  fixture.goToTrade()
  // The engine has read that it may go on, and has not looked at its open rests yet.
  engine.deps.isOpen = async () => {
    await transact(db, (tx) => setStopped(tx, stop.why, stop.atMs))
    return true
  }
  await engine.look()
  expect((await readEngine(db)).stopped).toEqual(stop)
})

test.each<[what: string, isBegun: boolean, meanwhile: (tx: Tx) => Promise<void>]>([
  ['nothing happens', true, async () => {}],
  ['another process takes over', false, (tx) => takeEngine(tx, randomUUID())],
  ['an operator stops it', false, (tx) => setStopped(tx, 'operator', fixture.clock.nowMs())],
])('if %s while the engine looks, that it begins a trade is %s', async (_, isBegun, meanwhile) => {
  const { db } = fixture.test.database
  const engine = fixture.engine()
  await engine.look()
  fixture.goToTrade()
  engine.deps.isOpen = async () => {
    await transact(db, meanwhile)
    return true
  }
  await engine.look()
  expect((await lines()) > 0).toBe(isBegun)
})

test('an engine that only waits says every five seconds that it runs', async () => {
  const { db } = fixture.test.database
  const engine = fixture.engine((venues) => ({ ...venues, show: async () => [] }))
  const beganMs = fixture.clock.nowMs()
  const lookedAt = []
  for (const ms of [0, 4_999, 1, 4_000, 1_000]) {
    fixture.clock.advance(ms)
    await engine.look()
    lookedAt.push(((await readEngine(db)).lookedAtMs ?? 0) - beganMs)
  }
  expect(lookedAt).toEqual([0, 0, 5_000, 5_000, 10_000])
})

test('stale and crossed books are not traded on', async () => {
  const views = (state: 'stale' | 'crossed' | 'down') => (venues: Venues) => ({
    ...venues,
    show: async () => (await venues.show()).map((one) => ({ ...one, state })),
  })
  for (const state of ['stale', 'crossed', 'down'] as const) {
    const engine = fixture.engine(views(state))
    fixture.goToTrade()
    await engine.look()
    await engine.stop()
  }
  expect(await lines()).toBe(0)
})

test('one engine trades at a time; when another takes over, the first begins nothing more', async () => {
  const { db } = fixture.test.database
  const [first, second] = [fixture.engine(), fixture.engine()]
  await first.look()
  const { holder } = await readEngine(db)
  fixture.goToTrade()
  await second.look()
  expect([(await readEngine(db)).holder, await lines()]).toEqual([holder, 0])
  await first.stop()
  await second.look()
  expect(await lines()).toBeGreaterThan(0)
  expect((await readEngine(db)).holder).not.toBe(holder)
  await transact(db, (tx) => takeEngine(tx, '00000000-0000-4000-8000-000000000000'))
  const before = await lines()
  fixture.goToTrade()
  await expect(second.look()).rejects.toThrow('another process trades')
  expect(await lines()).toBe(before)
})

test('wherever an engine dies, the next one finishes its trade, and nothing is booked twice', async () => {
  const points = runs(12, 200)
  const step = runs(8, 1)
  let [cuts, left] = [0, 0]
  for (let point = 1; point <= points; point++) {
    fixture.goToTrade()
    cuts += await diesAt(step * Math.ceil(point / 2), point % 2 === 0 ? 'before' : 'after')
    left += (await open()).length
    const next = fixture.engine()
    await next.look()
    await next.stop()
    expect([point, await open()]).toEqual([point, []])
    if (point % 6 === 0) await fixture.expectBalanced()
  }
  expect(cuts).toBeGreaterThan(points / 2)
  expect(left).toBeGreaterThan(0)
  await fixture.expectBalanced()
})

/** An engine whose database connection is cut at a statement; returns how many connections were cut. */
async function diesAt(statement: number, side: Exclude<Cut, null>): Promise<number> {
  let seen = 0
  const line = await cutLine(fixture.test.database, (message) =>
    isStatement(message) && ++seen === statement ? side : null,
  )
  const database = openDatabase(line.url, silentLog())
  const engine = fixture.engine(undefined, database)
  await engine.look().catch(() => {})
  await engine.stop()
  await database.close()
  const cuts = line.count()
  await line.close()
  return cuts
}

test('behind a trade that cannot end, the others end; its line follows theirs, even by a clock behind', async () => {
  const { db } = fixture.test.database
  let isSilent = (_order: string) => true
  const engine = fixture.engine((venues) => {
    const past = async <T>(id: string, ask: () => Promise<T>): Promise<T> => {
      if (isSilent(id)) throw new Error('no answer')
      return ask()
    }
    return {
      ...venues,
      send: (...order) => past(order[0].id, () => venues.send(...order)),
      fate: (...order) => past(order[0].id, () => venues.fate(...order)),
    }
  })
  while ((await open()).length < 2) {
    fixture.goToTrade()
    await engine.look()
  }
  const [first = ''] = await open()
  const held = new Set((await readTrade(db, first))?.orders.map((one) => one.id))
  isSilent = (order) => held.has(order)
  // No later trade begins beside them.
  await transact(db, (tx) => setStopped(tx, 'open_rests', fixture.clock.nowMs()))
  fixture.clock.advance(1_000)
  await engine.look()
  expect(await open()).toEqual([first])
  const { atMs } = await lastLine(db)
  isSilent = () => false
  const behind = { ...engine.deps, clock: { ...fixture.clock, nowMs: () => atMs - 500 } }
  expect(await finishTrade(behind, first)).toBe(true)
  expect((await lastLine(db)).atMs).toBe(atMs)
})

test('a trade that stays open is not forgotten when a later one begins in the same look', async () => {
  // The four requests about the first trade's orders get no answer; all later orders are answered.
  let asked = 0
  const engine = fixture.engine(faulty(() => (asked++ < 4 ? 'lost' : null)))
  fixture.goToTrade(2)
  await engine.look()
  expect(asked).toBeGreaterThan(4)
  expect((await open()).length).toBe(1)
  fixture.clock.advance(1_000)
  await engine.look()
  expect(await open()).toEqual([])
  await fixture.expectBalanced()
})

test.each([
  ['a coin', BTC],
  ['USDT', USDT],
])(
  'a move of %s unanswered for minutes delays no trade and no rest, and arrives once',
  async (_, currency) => {
    const { db } = fixture.test.database
    let [isSilent, asked, drawn] = [true, 0, 0]
    const engine = fixture.engine(
      faulty((what) => {
        if (what === 'move' && isSilent) return (['hanging', 'lost', 'silent'] as const)[asked++ % 3] ?? null
        // Every third request is carried out but its answer is lost, so that trades have rests and late fills.
        return what !== 'move' && drawn++ % 3 === 0 ? 'silent' : null
      }),
    )
    await engine.look()
    await fixture.drain(currency)
    const [beganMs, drained] = [fixture.clock.nowMs(), await lines()]
    while (fixture.clock.nowMs() < beganMs + 6 * 60_000 || (await lines()) < drained + 4) {
      fixture.goToTrade()
      await engine.look()
      fixture.clock.advance(MOVE_AGAIN_MS)
      await engine.look() // asks again about unanswered orders and the move
      expect(await open()).toEqual([])
    }
    const [move, ...others] = await openMoves(db)
    expect([move?.currency, others]).toEqual([currency, []])
    expect(asked).toBeGreaterThan(2)
    expect(asked).toBeLessThanOrEqual(1 + (fixture.clock.nowMs() - beganMs) / MOVE_AGAIN_MS)
    const told = await allLines()
    const moves = movingAfter([], told) ?? []
    expect(moves).toMatchObject([{ currency, to: move?.to, amount: String(move?.amount) }])
    const meanwhile = told.filter(({ number }) => number > (moves[0]?.number ?? 0))
    expect(meanwhile.map(({ kind }) => kind)).toEqual(meanwhile.map(() => 'trade'))
    expect(meanwhile.length).toBeGreaterThan(1)
    expect(await fixture.findings()).toEqual([])
    isSilent = false
    fixture.clock.advance(MOVE_AGAIN_MS)
    await engine.look()
    expect(await openMoves(db)).toEqual([])
    expect((await allLines()).at(-1)).toMatchObject({
      kind: 'arrival',
      to: move?.to,
      amount: String(move?.amount),
    })
    await fixture.expectBalanced()
    await expectNeeded()
  },
)

async function allLines(): Promise<ProgrammeLine[]> {
  const texts = await tradeLines(fixture.test.database.db, { first: 1, last: await lines() })
  return texts.flatMap((text) => parseTradeLine(text) ?? [])
}

/** Recomputes from the lines, as every verifier does, that a short venue needed each move of the engine, and that each arrived. */
async function expectNeeded(): Promise<void> {
  const held = openingHoldings()
  const told = await allLines()
  for (const line of told) {
    const before = { held: heldTable(held), carried: '0', at: 0 } as YieldEntry
    const isOurs = line.kind === 'move' && line.cost === '0' // `drain` pays nothing
    if (!isOurs)
      expect([areMovesNeeded({ entry: null, before, counted: [line] }), line]).toEqual([true, line])
    applyLine(held, line)
  }
  expect(movingAfter([], told)).toEqual([])
}

test('wherever an engine dies with a move, the next one lets it arrive, and nothing is booked twice', async () => {
  const points = runs(10, 120)
  let [cuts, left] = [0, 0]
  for (let point = 1; point <= points; point++) {
    const currency = [...OPENING.keys()][point % OPENING.size] ?? BTC
    await fixture.drain(currency)
    fixture.clock.advance(6_000)
    // A look with a move makes some forty statements; a few of them are about the move alone.
    cuts += await diesAt(12 + Math.ceil((point * 14) / points) * 2, point % 2 === 0 ? 'before' : 'after')
    left += (await openMoves(fixture.test.database.db)).length
    const next = fixture.engine()
    await next.look()
    await next.stop()
    expect([point, await openMoves(fixture.test.database.db)]).toEqual([point, []])
    if (point % 5 === 0) await fixture.expectBalanced()
  }
  expect(cuts).toBeGreaterThan(points / 2)
  expect(left).toBeGreaterThan(0)
  await fixture.expectBalanced()
  await expectNeeded()
})

test('two engines at once decide one move of a currency, and it arrives once', async () => {
  const { db } = fixture.test.database
  const engine = fixture.engine()
  await engine.look()
  await fixture.drain(USDT)
  const holder = (await readEngine(db)).holder ?? ''
  const decided = await Promise.all([1, 2, 3].map(() => rebalance(engine.deps, holder)))
  const [move, ...others] = decided.filter((one) => one !== null)
  expect([move?.currency, others]).toEqual([USDT, []])
  expect(await rebalance(engine.deps, randomUUID())).toBeNull()
  if (move) await Promise.all([1, 2, 3].map(() => finishMove(engine.deps, move)))
  expect((await allLines()).slice(-2).map(({ kind }) => kind)).toEqual(['move', 'arrival'])
  await fixture.expectBalanced()
  await expectNeeded()
})

const BEGINNINGS = Array.from({ length: runs(2, 20) }, (_, n) => 12_345 + n * 7_919)

test.each(BEGINNINGS)(
  'whatever venues do at random (%i), books and venues agree once they answer again',
  async (beginning) => {
    let drawn = beginning
    const draw = (below: number) => (drawn = (drawn * 48_271) % 2_147_483_647) % below
    let [isCalm, isOver, noMovesUntilMs, unanswered] = [true, false, 0, 0]
    const faults = ['lost', 'silent', 'hanging'] as const
    const fault = (asked: 'send' | 'fate' | 'move'): Fault => {
      if (asked !== 'move') return isCalm ? null : (faults[draw(7)] ?? null)
      const nowMs = fixture.clock.nowMs()
      const begins = nowMs >= noMovesUntilMs && (unanswered === 0 || draw(4) > 0)
      // The first move and most later ones stay unanswered for one to six minutes.
      if (begins) noMovesUntilMs = nowMs + 60_000 * (1 + draw(6))
      if (isOver || nowMs >= noMovesUntilMs) return null
      unanswered++
      return faults[draw(3)] ?? null
    }
    const engine = fixture.engine(faulty(fault))
    const { db } = fixture.test.database
    await fixture.drain(BTC)
    await engine.look()
    isCalm = false
    for (let round = 0; round < runs(15, 60); round++) {
      const drained = [...OPENING.keys()][draw(OPENING.size)] ?? BTC
      const isMoving = (await openMoves(db)).some(({ currency }) => currency === drained)
      if ((await open()).length === 0 && !isMoving) await fixture.drain(drained)
      fixture.goToTrade()
      await engine.look()
      expect(await unreported()).toEqual([])
      await transact(db, (tx) => setStopped(tx, null, fixture.clock.nowMs()))
    }
    expect(unanswered).toBeGreaterThan(0)
    isCalm = isOver = true
    fixture.clock.advance(MOVE_AGAIN_MS)
    await engine.look()
    expect([await open(), await openMoves(db)]).toEqual([[], []])
    await fixture.expectBalanced()
    await expectNeeded()
  },
)

/** Open trades whose orders are all answered: the engine would leave their rests open without notice. */
async function unreported(): Promise<string[]> {
  const trades = await Promise.all((await open()).map((id) => readTrade(fixture.test.database.db, id)))
  return trades.flatMap((one) => (one && one.orders.every(({ fill }) => fill !== null) ? [one.id] : []))
}
