import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addOwnOperator, ownLink } from '../console/operators/firstOperators.ts'
import { inviteIn } from '../console/operators/invite.ts'
import { operatorSessions, openSession } from '../console/session/operatorSessions.ts'
import { makeLink } from '../console/session/links.ts'
import { signInByLink } from '../console/session/signIn.ts'
import { findOwnOperator } from '../console/stores/operatorStore.ts'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'
import { transact } from '../db/transact.ts'
import { createCollector } from '../loans/lending/collector.ts'
import { stillClock } from '../market/market.testing.ts'
import { createEvents } from '../module/events.ts'
import { askOf, codeOf } from '../orders/orders.testing.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { silentLog } from '../platform/log.ts'
import { loadConfig } from './config.ts'
import { openRuntime } from './openRuntime.ts'

const NOW = 1_790_000_000_000

let own: TestDatabase
let dataDir: string
beforeEach(async () => {
  own = await createTestDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'tickmark-live-'))
})
afterEach(async () => {
  await own.close()
  rmSync(dataDir, { recursive: true })
})

type Mode = 'sandbox' | 'live'

async function transfers(): Promise<number> {
  return (await own.database.db.selectFrom('transfer').select('ref').execute()).length
}

/** Opens a house and closes it again. */
async function start(mode: Mode, databaseUrl: string): Promise<void> {
  const config = { ...loadConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl }), mode }
  await (await openRuntime(config, movableClock({ isStill: true }), silentLog())).close()
}

/** The parts for operators' sessions, with the sandbox's own operator. */
async function openConsole(mode: Mode) {
  const deps = {
    mode,
    database: own.database,
    pepper: new Uint8Array(32),
    chainId: 1,
    askContract: null,
    log: silentLog(),
  }
  await addOwnOperator(deps, NOW)
  const address = (await findOwnOperator(own.database.db))?.address ?? ''
  return { deps, address, context: askOf(stillClock(NOW), 1) }
}

/** What a sandbox does by itself, with test money and for people without a wallet; each tells whether it was done. */
const DONE: [what: string, isDone: (mode: Mode) => Promise<boolean>][] = [
  [
    'the house’s money comes from nowhere at a start',
    async (mode) => {
      await start(mode, own.appUrl)
      return (await transfers()) > 0
    },
  ],
  [
    'a short lending pool is refilled',
    async (mode) => {
      const events = createEvents(silentLog())
      const deps = { mode, database: own.database, clock: stillClock(NOW), log: silentLog(), events }
      const collector = createCollector(deps)
      await collector.idle()
      await collector.stop()
      return (await transfers()) > 0
    },
  ],
  [
    'a link alone opens the console',
    async (mode) => {
      const { deps, address, context } = await openConsole(mode)
      const { secret } = await transact(own.database.db, (tx) => makeLink(tx, deps.pepper, address, NOW))
      return (await codeOf(signInByLink(deps, secret, context))) === 'ok'
    },
  ],
  [
    'a session that a link opened goes on',
    async (mode) => {
      const { deps, address: operator } = await openConsole(mode)
      const opened = { operator, isWhole: true, nowMs: NOW }
      const token = await transact(own.database.db, (tx) => openSession(tx, deps.pepper, opened))
      return (await operatorSessions(deps).find(token, NOW, false)) !== null
    },
  ],
  [
    'the house makes a link for its own operator',
    async (mode) => (await ownLink((await openConsole(mode)).deps, 'http://localhost', NOW)) !== null,
  ],
  [
    'an operator is invited without a wallet',
    async (mode) => {
      const { address: by } = await openConsole(mode)
      const given = { name: 'Ann', roles: ['viewer'] as const }
      const invited = transact(own.database.db, (tx) =>
        inviteIn(tx, mode, given, { by, atMs: NOW, details: {} }),
      )
      return (await codeOf(invited)) === 'ok'
    },
  ],
]

test.each(DONE)('in a sandbox %s, and never in a live house', async (_what, isDone) => {
  expect(await isDone('live')).toBe(false)
  expect(await isDone('sandbox')).toBe(true)
})

test('a live house starts only with a role that does not own the tables', async () => {
  await expect(start('live', own.url)).rejects.toThrow(/does not own the tables/)
  await start('live', own.appUrl)
  await start('sandbox', own.url)
})

test('a live house starts only with a role that cannot make temporary tables', async () => {
  const database = new URL(own.url).pathname.slice(1)
  await sql`grant temporary on database ${sql.id(database)} to public`.execute(own.database.db)
  await expect(start('live', own.appUrl)).rejects.toThrow(/cannot make temporary tables/)
  await start('sandbox', own.appUrl)
})
