import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { ReplyOf } from '@tickmark/wire/call'
import { operatorOverviewRoutes } from '@tickmark/wire/routes/operators/overview'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, startApp } from './app.ts'
import { type Caller, newUser, setServer } from './app.testing.ts'
import { openAuditor } from './auditor.ts'
import { operatorCaller } from './operatorCaller.testing.ts'
import { createTestDatabase } from '../db/database.testing.ts'
import { transact } from '../db/transact.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { signerOf } from '../platform/keys.ts'
import { silentLog } from '../platform/log.ts'

const clock = movableClock()
const server = setServer({ clock, env: { AUDIT_MINUTES: '10' } })
/** A second server of the same house. */
let other: App
let viewer: Caller

type Routes = Pick<typeof operatorOverviewRoutes, 'deskOverview' | 'deskIncidents'>

async function read<N extends keyof Routes>(name: N): Promise<ReplyOf<Routes[N]>> {
  const reply = await viewer.get(operatorOverviewRoutes[name].path)
  if (reply.status !== 200) throw new Error(`${name}: ${reply.text}`)
  return reply.body.data as ReplyOf<Routes[N]>
}

/** Moves the clock, and waits until so many audits have been written down. */
async function audits(count: number, afterMs: number) {
  clock.advance(afterMs)
  const runs = () =>
    server.database.database.db
      .selectFrom('audit_run')
      .select('id')
      .execute()
      .then((rows) => rows.length)
  await expect.poll(runs, { timeout: 60_000 }).toBe(count)
  // The overview keeps its answers for two seconds, and incidents for five.
  clock.advance(5_100)
  return { last: (await read('deskOverview')).auditor.last, incidents: (await read('deskIncidents')).list }
}

/** As the database's superuser could, past every trigger and constraint. */
function give(amount: bigint): Promise<void> {
  return transact(server.database.database.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update account set balance = balance + ${amount}::bigint where id = (select max(id) from account)`.execute(
      tx,
    )
  })
}

beforeAll(async () => {
  viewer = await operatorCaller(server, { roles: ['viewer'] })
  await newUser(() => server.url, 881)
  const readDatabaseMs = () => Promise.resolve(clock.databaseMs())
  other = await startApp({ config: { ...server.config, port: 0 }, clock, log: silentLog(), readDatabaseMs })
})

afterAll(() => other.stop())

test('the books are audited soon after the start and every ten minutes, by one server of several', async () => {
  expect((await read('deskOverview')).auditor.last).toBe(null)
  const first = await audits(1, 31_000)
  expect([first.last?.findings, first.incidents]).toEqual([0, []])
  const second = await audits(2, 600_000)
  expect((second.last?.at ?? 0) - (first.last?.at ?? 0)).toBeGreaterThanOrEqual(600_000)
})

test('a balance that the superuser of the database changed is an incident from the next audit on, until it is right again', async () => {
  await give(1n)
  const { last, incidents } = await audits(3, 600_000)
  expect(last?.findings).toBeGreaterThan(0)
  expect(incidents).toHaveLength(last?.findings ?? 0)
  expect(incidents[0]).toMatchObject({ kind: 'auditFinding', since: last?.at, until: null })
  expect(incidents.some(({ where }) => /^[13]\. /.test(where))).toBe(true)
  const again = await audits(4, 600_000)
  expect(again.incidents).toEqual(incidents)
  await give(-1n)
  const mended = await audits(5, 600_000)
  expect([mended.last?.findings, mended.incidents]).toEqual([0, []])
})

test('an audit that fails rests nine times as long as it took, like one that succeeds', async () => {
  const asked: { nowMs: number; atMs: number }[] = []
  const said: string[] = []
  const own = movableClock({ isStill: true })
  const at: typeof own.at = (atMs, run) => {
    asked.push({ nowMs: own.nowMs(), atMs })
    return own.at(atMs, run)
  }
  // Another house's database, whose audits nobody else does; the process that audits does not reach it.
  const { database, close } = await createTestDatabase()
  const runtime = {
    clock: { ...own, at },
    database: { ...database, url: 'postgres://127.0.0.1:1/nothing' },
    log: { ...silentLog(), error: (line: string) => void said.push(line) },
  }
  const auditor = openAuditor(runtime, {
    ...server.config,
    everyMs: 60_000,
    signer: signerOf(new Uint8Array(32)),
  })
  await auditor.onListen?.()
  own.advance(30_000)
  own.advance(600_000)
  await expect.poll(() => asked.length, { timeout: 60_000 }).toBe(2)
  expect(said).toEqual(['the books could not be audited'])
  expect((asked[1]?.atMs ?? 0) - (asked[1]?.nowMs ?? 0)).toBe(9 * 600_000)
  await auditor.preClose?.()
  await close()
})

test('the process that audits ends with the server that began it', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'auditProcess.ts')])
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.stdin.end()
  expect(await ended).toBe(1)
})
