import { afterEach, beforeEach } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'
import type { Database } from '../db/pool.ts'
import { openMarket, type Market, type MarketDeps } from './market.ts'
import { marketDeps, startMarket, stillClock, type StillClock } from './market.testing.ts'

/** An empty database of its own for each test, and a clock that stands still. */
export interface MarketStage {
  readonly database: Database
  clock: StillClock
  /** Opens a market and starts it. */
  start(more?: Partial<MarketDeps>): Promise<Market>
  /** Opens a market that the test starts itself. */
  open(more?: Partial<MarketDeps>): Promise<Market>
  /** Stops these markets after the test, like those opened here. */
  stopAfter(...markets: Market[]): void
}

/** Prepares the stage before each test of a file, at this time, and clears it after the test. */
export function setMarketStage(startMs: number): MarketStage {
  let own: TestDatabase
  let open: Market[] = []

  beforeEach(async () => {
    own = await createTestDatabase()
    stage.clock = stillClock(startMs)
  })
  afterEach(async () => {
    await Promise.all(open.map((one) => one.stop()))
    open = []
    await own.close()
  })

  const stage: MarketStage = {
    get database() {
      return own.database
    },
    clock: stillClock(startMs),
    start: (more) => kept(startMarket(marketDeps(own.database, stage.clock, more))),
    open: (more) => kept(openMarket(marketDeps(own.database, stage.clock, more))),
    stopAfter: (...markets) => void open.push(...markets),
  }

  async function kept(opening: Promise<Market>): Promise<Market> {
    const market = await opening
    open.push(market)
    return market
  }

  return stage
}
