import { findTrade } from '@tickmark/core/arbitrage/trading/findTrade'
import { OPENING_LIMITS, tradeLimits } from '@tickmark/core/arbitrage/trading/limits'
import { simulatedBook } from '@tickmark/core/arbitrage/simulated/book'
import { OPENING } from '@tickmark/core/arbitrage/moves'
import { TRADED_PIDS, VENUES } from '@tickmark/core/arbitrage/simulated/venues'
import { simulatedWorld, type SimulatedWorld } from '@tickmark/core/arbitrage/simulated/world'
import { masterWorld } from '@tickmark/core/market/simulated/prices'
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { AUDITS } from '../app/audit/audits.ts'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'
import type { Database, Reader } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import type { AuditFacts } from '../module/auditRule.ts'
import type { Finding } from '../module/finding.ts'
import { movableClock, type MovableClock } from '../platform/clock.testing.ts'
import { silentLog } from '../platform/log.ts'
import { sha256 } from '../platform/sha256.ts'
import { createEngine, type Engine, type EngineDeps } from './engine/engine.ts'
import { heldInventory } from './holdingsStore.ts'
import { lockTrades } from './lines/lineStore.ts'
import { fundVenues } from './simulated/fundVenues.ts'
import { simulatedVenues } from './simulated/simulatedVenues.ts'
import { venueBalances } from './simulated/venueBalances.testing.ts'
import { beginMove } from './trading/beginMove.ts'
import { finishMove } from './trading/finishMove.ts'
import type { VenueMove, Venues } from './venues.ts'

const FIRST_DAY = 20_000
export const START_MS = FIRST_DAY * 86_400_000

/** The programme on a real database, with its venues funded; the test moves the time. */
export interface ProgrammeFixture {
  test: TestDatabase
  clock: MovableClock
  world: SimulatedWorld
  /** An engine with its own database connections, as another process would have. `change` replaces parts of its venues. */
  engine(change?: (venues: Venues) => Venues, database?: Database): Engine & { deps: EngineDeps }
  /** Lets an engine look every `everyMs`, until `untilMs` after the start. */
  pass(engine: Engine, untilMs: number, everyMs?: number): Promise<void>
  /** Moves the time on to the next moment at which a trade pays in one product, or in `products` of them. */
  goToTrade(products?: number): void
  /**
   * Moves nearly all of a currency away from the venue with the least of it, unless that venue is short already. The move is free
   * and no short venue needed it, so its line fails that check.
   */
  drain(currency: number): Promise<void>
  /** Makes a move that no rule gives, and has it arrive. */
  move(move: Omit<VenueMove, 'id'>): Promise<void>
  /** Checks that the venues report the balances of the books, and that the audit finds nothing. */
  expectBalanced(): Promise<void>
  findings(): Promise<Finding[]>
  close(): Promise<void>
}

/** Rules of the audit on the ledger and on the programme. */
const AUDITED = new Set([1, 2, 3, 5, 6, 9, 20])

export async function openProgramme(startMs = START_MS): Promise<ProgrammeFixture> {
  const test = await createTestDatabase()
  const clock = movableClock({ isStill: true, startMs })
  const world = simulatedWorld(masterWorld(new Uint8Array(32).fill(7), FIRST_DAY, sha256))
  await fundVenues(test.database.db, startMs)
  const opened: Engine[] = []
  return {
    test,
    clock,
    world,
    engine: open,
    async pass(engine, untilMs, everyMs = 1_000) {
      while (clock.nowMs() < startMs + untilMs) {
        await engine.look()
        clock.advance(everyMs)
      }
    },
    goToTrade(products = 1) {
      do clock.advance(1_000)
      while (paying(world, clock.nowMs()) < products)
    },
    async drain(currency) {
      const { db } = test.database
      const held = [...(await heldInventory(db))].map(([venue, of]) => ({
        venue,
        has: of.get(currency) ?? 0n,
      }))
      const [least, next] = held.toSorted((a, b) => (a.has < b.has ? -1 : 1))
      if (!least || !next || least.has * 10n < (OPENING.get(currency) ?? 0n)) return
      const amount = least.has - least.has / 50n
      await move({ from: least.venue, to: next.venue, currency, amount, cost: 0n })
    },
    move,
    async expectBalanced() {
      expect(await heldInventory(test.database.db)).toEqual(await venueBalances(test.database.db))
      expect(await findings()).toEqual([])
    },
    findings,
    async close() {
      for (const engine of opened) await engine.stop()
      await test.close()
    },
  }

  async function move(wanted: Omit<VenueMove, 'id'>): Promise<void> {
    const { deps } = open()
    const asked = await transact(deps.db, async (tx) => {
      await lockTrades(tx)
      return beginMove(tx, { id: randomUUID(), ...wanted }, deps)
    })
    await finishMove(deps, asked)
  }

  function open(change: (venues: Venues) => Venues = (venues) => venues, database: Database = test.database) {
    const { db } = database
    const until = async (ms: number) => clock.advance(Math.max(0, ms - clock.nowMs()))
    const venues = change(simulatedVenues({ db, world, nowMs: clock.nowMs, until }))
    const price = (pid: number) => world.index(pid, Math.floor(clock.nowMs() / 1000))
    const deps = { database, db, clock, log: silentLog(), venues, price, isOpen: () => true }
    const engine = createEngine(deps)
    opened.push(engine)
    return { ...engine, deps }
  }

  function findings() {
    const rules = AUDITS.flat().filter(({ number }) => AUDITED.has(number))
    const check = async (reader: Reader) => {
      const found = []
      for (const one of rules)
        found.push(...(await one.check(reader, { since: null, next: null } as AuditFacts)))
      return found
    }
    return transact(test.database.db, check, { isolation: 'repeatable read' })
  }
}

const FEES = new Map(VENUES.map(({ venue, takerPpm }) => [venue, takerPpm]))
const RICH = new Map(VENUES.map(({ venue }) => [venue, { usdt: 10n ** 15n, coins: 10n ** 15n }]))

/** The number of products in which a trade pays at that moment. */
function paying(world: SimulatedWorld, atMs: number): number {
  return TRADED_PIDS.filter((pid) => {
    const shown = VENUES.map(({ venue }) => simulatedBook(world, venue, pid, atMs))
    const books = shown.flatMap(({ state, book }) => (state === 'live' && book ? [book] : []))
    return findTrade(books, FEES, RICH, tradeLimits(OPENING_LIMITS)) !== null
  }).length
}
