import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { Database } from '../db/pool.ts'
import { createTestDatabase } from '../db/database.testing.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { silentLog } from '../platform/log.ts'
import { type App, startApp } from './app.ts'
import { caller, setServer } from './app.testing.ts'
import { loadConfig } from './config.ts'
import { healthOf } from './health.ts'
import { codeOfQuote } from './placeOrder.testing.ts'

interface Ready {
  ready: boolean
  wrong: string[]
  checks: Record<string, string>
  tickAgeMs: number | null
  ownTimeMs: number
}

/** Within this time `/readyz` must name the fault. */
const PROMISED_MS = 2_000

async function ready(url: string): Promise<Ready & { status: number }> {
  const response = await fetch(`${url}/readyz`)
  return { status: response.status, ...((await response.json()) as Ready) }
}

/** Statuses of the three addresses, in the order live, healthy, ready. */
async function statuses(url: string): Promise<number[]> {
  const all = await Promise.all(['livez', 'healthz', 'readyz'].map((one) => fetch(`${url}/${one}`)))
  return all.map((one) => one.status)
}

describe('a server', () => {
  const clock = movableClock({ isStill: true })
  const server = setServer({ clock })

  /** How long, in quarters of a second, until `/readyz` gives this answer. */
  async function passedUntil(is: (found: Ready & { status: number }) => boolean): Promise<number> {
    const sinceMs = clock.monotonicMs()
    while (!is(await ready(server.url))) {
      clock.advance(250)
      await server.app.clocks.idle()
      await server.app.market.idle()
      expect(clock.monotonicMs() - sinceMs).toBeLessThanOrEqual(PROMISED_MS)
    }
    return clock.monotonicMs() - sinceMs
  }

  test('that has all it needs is live, healthy and ready', async () => {
    expect(await statuses(server.url)).toEqual([200, 200, 200])
    for (const one of ['livez', 'healthz', 'readyz'])
      expect((await fetch(`${server.url}/${one}`)).headers.get('cache-control')).toBe('no-store')
    const { wrong, checks, tickAgeMs, ownTimeMs } = await ready(server.url)
    expect(wrong).toEqual([])
    expect(checks).toEqual({
      tick: 'ok',
      clock: 'ok',
      database: 'ok',
      disk: 'ok',
      tickets: 'ok',
      hostings: 'ok',
      withdrawals: 'ok',
      chains: 'ok',
    })
    expect(tickAgeMs).toBeLessThan(3_000)
    expect(Math.abs(ownTimeMs)).toBeLessThan(250)
  })

  test('whose clock was set says so within two seconds', async () => {
    clock.setWall(2_000)
    await passedUntil(({ status, wrong }) => status === 503 && wrong.join() === 'clock')
    clock.setWall(-2_000)
    await passedUntil(({ status }) => status === 200)
  })

  test.each([
    ['feed is stale', 'raise_exception', 'tick', 'ok'],
    ['database has no disk left', 'disk_full', 'tick,disk', 'full'],
  ])(
    'whose %s names it within two seconds, and is ready again by itself',
    async (_what, code, wrong, disk) => {
      const { database } = server.app.runtime
      await refuseTicks(database, code)
      if (disk !== 'ok') await passedUntil(({ checks }) => checks['disk'] === disk)
      while (server.app.market.feed() !== 'STALE') clock.advance(250)
      await passedUntil((found) => found.wrong.join() === wrong && found.checks['disk'] === disk)
      expect(await statuses(server.url)).toEqual([200, 503, 503])
      await sql`drop trigger refused on log_entry`.execute(database.db)
      await passedUntil(({ status, wrong: left }) => status === 200 && left.length === 0)
    },
  )

  test('whose folder takes no writes says so within two seconds', async () => {
    const { dataDir } = server.config
    rmSync(dataDir, { recursive: true })
    await passedUntil(({ wrong, checks }) => wrong.join() === 'disk' && checks['disk'] === 'takes no writes')
    mkdirSync(dataDir)
  })
})

/** Makes the database refuse new entries of the log with an error of PostgreSQL's. */
async function refuseTicks({ db }: Database, code: string): Promise<void> {
  await sql
    .raw(
      `create sequence if not exists refusals;
       create or replace function refuse() returns trigger language plpgsql as $$
       begin perform nextval('refusals'); raise exception 'refused' using errcode = '${code}'; end $$;
       create trigger refused before insert on log_entry for each statement execute function refuse()`,
    )
    .execute(db)
}

describe('without something outside', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tickmark-health-'))
  const silent: Server[] = []
  let app: App | undefined
  let close = async () => {}
  afterEach(async () => {
    await app?.stop()
    await close()
    for (const one of silent.splice(0)) one.close()
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  /** An unused address, or one that accepts connections and never answers. */
  async function address(isHanging: boolean): Promise<string> {
    const listener = createServer(() => {}).listen(0, '127.0.0.1')
    await once(listener, 'listening')
    const { port } = listener.address() as AddressInfo
    if (isHanging) silent.push(listener.unref())
    else listener.close()
    return `http://127.0.0.1:${port}`
  }

  async function start(env: Record<string, string>): Promise<App> {
    const database = await createTestDatabase()
    close = database.close
    // A separate house: another house's log cannot be continued.
    const dataDir = mkdtempSync(join(folder, 'house-'))
    const given = { PORT: '0', DATA_DIR: dataDir, DATABASE_URL: database.url, ...env }
    app = await startApp({ config: loadConfig(given), clock: movableClock(), log: silentLog() })
    return app
  }

  const rows: [what: string, isHanging: boolean][] = [
    ['gone', false],
    ['hanging', true],
  ]

  test.each(rows)('signer and node that are %s are named, and trading goes on', async (_what, isHanging) => {
    const chains = join(folder, 'chains.json')
    const row = {
      id: 2,
      name: 'Ethereum',
      kind: 'evm',
      rpc: [await address(isHanging)],
      chainId: 1,
      confirmations: 2,
      coinType: 60,
      blockSeconds: 12,
      native: { currency: 3, decimals: 18 },
      tokens: [],
      traces: false,
      firstBlock: 1,
    }
    writeFileSync(chains, JSON.stringify([row]))
    const signer = { SIGNER_URL: await address(isHanging), SIGNER_TOKEN: 'x'.repeat(32) }
    const running = await start({ CHAINS: chains, ...signer })
    // Half a second is the maximum age of a cached answer.
    const still = movableClock({ isStill: true })
    const { runtime, ...parts } = running
    const asked = healthOf({ ...parts, clock: still, database: runtime.database }).readiness()
    still.advance(PROMISED_MS - 500)
    expect((await asked).wrong).toEqual(expect.arrayContaining(['signer', 'chains']))
    const found = await ready(running.url)
    expect(found).toMatchObject({
      status: 503,
      wrong: ['signer', 'chains'],
      checks: { signer: 'does not answer' },
    })
    expect(found.checks['chains']).toMatch(/^Ethereum: (starting|unreachable)$/)
    expect(await statuses(running.url)).toEqual([200, 200, 503])
  })
})

describe('a start whose first tick', () => {
  test.each<[what: string, isLate: boolean, code: string, healthy: number]>([
    ['comes late opens the port with that tick', true, 'open', 200],
    ['does not come opens the port after half a minute, and takes no orders', false, 'market_closed', 503],
  ])('%s', async (_what, isLate, code, healthy) => {
    const own = await createTestDatabase()
    const dataDir = mkdtempSync(join(tmpdir(), 'tickmark-tick-'))
    await refuseTicks(own.database, 'raise_exception')
    const clock = movableClock({ isStill: true })
    const config = loadConfig({ PORT: '0', DATA_DIR: dataDir, DATABASE_URL: own.url, CHAINS: 'none' })
    const begunMs = clock.monotonicMs()
    let app: App | undefined
    const readDatabaseMs = () => Promise.resolve(clock.databaseMs())
    const starting = startApp({ config, clock, log: silentLog(), readDatabaseMs }).then((its) => (app = its))
    const opensAfterMs = async () => {
      await expect
        .poll(() => {
          clock.advance(250)
          return app
        })
        .toBeDefined()
      return clock.monotonicMs() - begunMs
    }
    try {
      if (isLate) {
        const refusals = sql<{ n: bigint }>`select last_value as n from refusals`
        await expect
          .poll(async () => {
            clock.advance(250)
            return Number((await refusals.execute(own.database.db)).rows[0]?.n)
          })
          .toBeGreaterThan(3)
        expect(app).toBeUndefined()
        await sql`drop trigger refused on log_entry`.execute(own.database.db)
      }
      const afterMs = await opensAfterMs()
      expect(isLate || afterMs >= 30_000).toBe(true)
      const { url, market } = await starting
      expect(market.latest() !== null).toBe(isLate)
      expect(await codeOfQuote(caller(() => url))).toBe(code)
      expect((await fetch(`${url}/healthz`)).status).toBe(healthy)
    } finally {
      await (await starting).stop()
      await own.close()
      rmSync(dataDir, { recursive: true })
    }
  })
})
