import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readEngine } from '../arbitrage/engineStore.ts'
import { venueBalances } from '../arbitrage/simulated/venueBalances.testing.ts'
import { createTestDatabase } from '../db/database.testing.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { silentLog } from '../platform/log.ts'
import { write } from './audit/edges.testing.ts'
import { loadConfig } from './config.ts'
import { hasPrices, startEngine } from './engineApp.ts'

const clock = movableClock({ isStill: true })

test('an engine without a house funds the venues, looks, hands over to another when it ends, and then looks no more', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tickmark-engine-'))
  const own = await createTestDatabase()
  const { db } = own.database
  const config = loadConfig({ ROLE: 'engine', DATA_DIR: dataDir, DATABASE_URL: own.url })
  const start = () => startEngine({ config, clock, log: silentLog() })
  const looked = async (by: (holder: string) => boolean) => {
    const beforeMs = clock.nowMs()
    const look = async () => {
      clock.advance(1_000)
      const { holder, lookedAtMs } = await readEngine(db)
      return holder !== null && by(holder) && (lookedAtMs ?? 0) > beforeMs ? holder : null
    }
    await expect.poll(look, { timeout: 30_000 }).not.toBeNull()
    return (await readEngine(db)).holder
  }
  try {
    const one = await start()
    expect((await venueBalances(db)).size).toBeGreaterThan(1)
    const first = await looked(() => true)
    const other = await start()
    await looked((holder) => holder === first)
    await one.stop()
    await looked((holder) => holder !== first)
    await other.stop()
    const { lookedAtMs } = await readEngine(db)
    clock.advance(10_000)
    expect((await readEngine(db)).lookedAtMs).toBe(lookedAtMs)
  } finally {
    await own.close()
    rmSync(dataDir, { recursive: true })
  }
})

test('it has prices to trade on while the newest tick is less than three seconds old', async () => {
  const own = await createTestDatabase()
  const { db } = own.database
  try {
    expect(await hasPrices(db, 1_000)).toBe(false)
    await write(db, { log_entry: [1_000, 2_000].map((at, i) => ({ seq: i + 1, kind: 'tick', at })) })
    expect([await hasPrices(db, 4_999), await hasPrices(db, 5_000)]).toEqual([true, false])
  } finally {
    await own.close()
  }
})
