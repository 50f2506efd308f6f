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
import { setServer } from './app.testing.ts'
import { loadConfig } from './config.ts'

interface Ready {
  ready: boolean
  wrong: string[]
  checks: Record<string, string>
  tickAgeMs: number | null
}

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
  const clock = movableClock()
  const server = setServer({ clock })

  test('that has all it needs is live, healthy and ready', async () => {
    expect(await statuses(server.url)).toEqual([200, 200, 200])
    const { wrong, checks, tickAgeMs } = await ready(server.url)
    expect(wrong).toEqual([])
    expect(checks).toEqual({ tick: 'ok', clock: 'ok', database: 'ok', disk: 'ok', chains: 'ok' })
    expect(tickAgeMs).toBeLessThan(3_000)
  })

  test('whose clock was set says so', async () => {
    clock.setWall(2_000)
    await expect.poll(() => ready(server.url)).toMatchObject({ status: 503, wrong: ['clock'] })
    clock.setWall(-2_000)
    await expect.poll(() => ready(server.url)).toMatchObject({ status: 200 })
  })

  test.each([
    ['feed is stale', 'raise_exception', ['tick'], 'ok'],
    ['database has no disk left', 'disk_full', ['tick', 'disk'], 'full'],
  ])('whose %s names it, and is ready again by itself', async (_what, code, wrong, disk) => {
    const { database } = server.app.runtime
    await refuseTicks(database, code)
    clock.advance(4_000)
    await expect
      .poll(() => ready(server.url), { timeout: 20_000 })
      .toMatchObject({ status: 503, wrong, checks: { disk } })
    expect(await statuses(server.url)).toEqual([200, 503, 503])
    await sql`drop trigger refused on log_entry`.execute(database.db)
    await expect.poll(() => ready(server.url), { timeout: 20_000 }).toMatchObject({ status: 200, wrong: [] })
  })

  test('whose folder takes no writes says so', async () => {
    const { dataDir } = server.config
    rmSync(dataDir, { recursive: true })
    await expect
      .poll(() => ready(server.url), { timeout: 20_000 })
      .toMatchObject({ status: 503, wrong: ['disk'], checks: { disk: 'takes no writes' } })
    mkdirSync(dataDir)
  })
})

/** Makes the database refuse new entries of the log with an error of PostgreSQL's. */
async function refuseTicks({ db }: Database, code: string): Promise<void> {
  await sql
    .raw(
      `create or replace function refuse() returns trigger language plpgsql as $$
       begin raise exception 'refused' using errcode = '${code}'; end $$;
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

  /** The address of nobody, or of somebody who accepts a connection and never answers. */
  async function address(isHanging: boolean): Promise<string> {
    const listener = createServer(() => {}).listen(0, '127.0.0.1')
    await once(listener, 'listening')
    const { port } = listener.address() as AddressInfo
    if (isHanging) silent.push(listener.unref())
    else listener.close()
    return `http://127.0.0.1:${port}`
  }

  async function start(env: Record<string, string>): Promise<string> {
    const database = await createTestDatabase()
    close = database.close
    const given = { PORT: '0', DATA_DIR: folder, DATABASE_URL: database.url, ...env }
    app = await startApp({ config: loadConfig(given), clock: movableClock(), log: silentLog() })
    return app.url
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
    const url = await start({ CHAINS: chains, ...signer })
    const begunMs = performance.now()
    const found = await ready(url)
    expect(performance.now() - begunMs).toBeLessThan(20_000)
    expect(found).toMatchObject({
      status: 503,
      wrong: ['signer', 'chains'],
      checks: { signer: 'does not answer' },
    })
    expect(found.checks['chains']).toMatch(/^Ethereum: (starting|unreachable)$/)
    expect(await statuses(url)).toEqual([200, 200, 503])
  })
})
