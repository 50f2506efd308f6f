import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { hexOf } from '@tickmark/core/bytes'
import type { ReplyOf } from '@tickmark/wire/call'
import type { AuditedEntry } from '@tickmark/core/log/audited'
import { parseEntry } from '@tickmark/core/log/log'
import { operatorOverviewRoutes } from '@tickmark/wire/routes/operators/overview'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, startApp } from '../app.ts'
import { type Caller, newUser, setServer } from '../app.testing.ts'
import { tagSecretToAudit } from './audit.ts'
import { openAuditor } from './auditor.ts'
import type { AuditTask, StartAudit } from './startAudit.ts'
import { operatorCaller } from '../operatorCaller.testing.ts'
import { createTestDatabase } from '../../db/database.testing.ts'
import { transact } from '../../db/transact.ts'
import { balancesDigest } from '../../ledger/auditStore.ts'
import { readKinds } from '../../market/store.ts'
import { movableClock } from '../../platform/clock.testing.ts'
import { tagSecretOf } from '../../orders/receipts/userTag.ts'
import { loadKeys, signerOf } from '../../platform/keys.ts'
import { silentLog } from '../../platform/log.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const FOUND = { number: 3, rule: 'balance = transfers', where: 'account 7', expected: '1', found: '2' }
const clock = movableClock()
const server = setServer({ clock, env: { AUDIT_MINUTES: '10' } })
/** A second server of the same house. */
let other: App
let viewer: Caller

type Routes = Pick<typeof operatorOverviewRoutes, 'consoleOverview' | 'consoleIncidents'>

async function read<N extends keyof Routes>(name: N): Promise<ReplyOf<Routes[N]>> {
  const reply = await viewer.get(operatorOverviewRoutes[name].path)
  if (reply.status !== 200) throw new Error(`${name}: ${reply.text}`)
  return reply.body.data as ReplyOf<Routes[N]>
}

/** Number of child processes still running. */
const children = () => process.getActiveResourcesInfo().filter((one) => one === 'ProcessWrap').length - before
let before = 0

/** Moves the clock, and waits until `count` audits are stored. */
async function audits(count: number, afterMs: number) {
  clock.advance(afterMs)
  const runs = () =>
    server.database.database.db
      .selectFrom('audit_run')
      .select('id')
      .execute()
      .then((rows) => rows.length)
  await expect.poll(runs).toBe(count)
  // Its process ends a moment later. If the clock jumped during an audit, that audit would count as long, and the pause after it
  // too.
  await expect.poll(children).toBe(0)
  // The overview keeps its answers for two seconds, and incidents for five.
  clock.advance(5_100)
  return {
    last: (await read('consoleOverview')).auditor.last,
    incidents: (await read('consoleIncidents')).list,
  }
}

/** The log's entries about audits, in order. */
async function toldInLog(): Promise<AuditedEntry[]> {
  const rows = await readKinds(server.database.database.db, ['audited'])
  const entries = rows.map(({ body }) => parseEntry(body))
  return entries.filter((one): one is AuditedEntry => one?.kind === 'audited')
}

/** Changes a balance as the database's superuser could, past every trigger and constraint. */
function give(amount: bigint): Promise<void> {
  return transact(server.database.database.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update account set balance = balance + ${amount}::bigint where id = (select max(id) from account)`.execute(
      tx,
    )
  })
}

beforeAll(async () => {
  before = children()
  viewer = await operatorCaller(server, { roles: ['viewer'] })
  await newUser(() => server.url, 881)
  const readDatabaseMs = () => Promise.resolve(clock.databaseMs())
  other = await startApp({ config: { ...server.config, port: 0 }, clock, log: silentLog(), readDatabaseMs })
})

afterAll(() => other.stop())

test('one of several servers audits the books soon after the start and every ten minutes', async () => {
  expect((await read('consoleOverview')).auditor.last).toBe(null)
  const first = await audits(1, 31_000)
  expect([first.last?.findings, first.incidents]).toEqual([0, []])
  const second = await audits(2, 600_000)
  expect((second.last?.at ?? 0) - (first.last?.at ?? 0)).toBeGreaterThanOrEqual(600_000)
})

test('a balance changed by the database’s superuser is an incident from the next audit until it is right again', async () => {
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

test('the log tells of the audits that found nothing, and of none of the others', async () => {
  // Two by the clock before the change, one after it.
  clock.advance(60_000)
  await expect.poll(async () => (await toldInLog()).length, { timeout: 60_000 }).toBe(3)
  const entries = await toldInLog()
  const runs = await server.database.database.db
    .selectFrom('audit_run')
    .selectAll()
    .where('findings', '=', 0)
    .orderBy('id')
    .execute()
  expect(entries.map(({ until, size }) => [BigInt(until), BigInt(size)])).toEqual(
    runs.map((one) => [one.until_ms, one.log_size]),
  )
  // A later look at the books still gives what their accounts held.
  for (const { until, balances } of entries)
    expect(await balancesDigest(server.database.database.db, until)).toBe(balances)
})

/** An auditor of another house with its own database, on a stopped clock. */
async function ownAuditor(start?: StartAudit) {
  const nextMs: number[] = []
  const said: string[] = []
  const still = movableClock({ isStill: true })
  const at: typeof still.at = (atMs, run) => {
    nextMs.push(atMs - still.nowMs())
    return still.at(atMs, run)
  }
  const { database, close } = await createTestDatabase()
  const runtime = {
    clock: { ...still, at },
    database: { ...database, url: 'postgres://127.0.0.1:1/nothing' },
    log: { ...silentLog(), error: (line: string) => void said.push(line) },
  }
  const signer = signerOf(new Uint8Array(32))
  const auditor = openAuditor(runtime, {
    ...server.config,
    everyMs: MINUTE_MS,
    signer,
    tagSecret: new Uint8Array(32),
    ...(start && { start }),
  })
  await auditor.onListen?.()
  const end = async () => {
    await auditor.preClose?.()
    await close()
  }
  return { clock: still, db: database.db, nextMs, said, end }
}

test('the secret for tickets comes from a keys file of this house alone', async () => {
  const { db } = server.database.database
  const secretIn = (keysFile: string) => tagSecretToAudit({ keysFile }, db)
  expect(await secretIn(server.config.keysFile)).toBe(hexOf(tagSecretOf(server.app.runtime.keys.pepper)))
  const foreign = join(server.config.dataDir, 'foreign.json')
  expect(await secretIn(foreign)).toBeNull()
  loadKeys(foreign, clock.nowMs())
  expect(await secretIn(foreign)).toBeNull()
})

test('a failed audit is followed by a pause of nine times its duration, like a successful one', async () => {
  // Its process cannot reach the database.
  const { clock: own, nextMs, said, end } = await ownAuditor()
  own.advance(30_000)
  own.advance(10 * MINUTE_MS)
  await expect.poll(() => nextMs.length, { timeout: 150_000 }).toBe(2)
  expect(said).toEqual(['the books could not be audited'])
  expect(nextMs[1]).toBe(9 * 10 * MINUTE_MS)
  await end()
})

test.each([
  ['a step that finds nothing is written down at once', [], false, [0]],
  ['what a step found is told when the whole audit fails', [FOUND], true, [1]],
])('a whole audit that is ended takes no step away: %s', async (_what, findings, isProvisional, told) => {
  const tasks: AuditTask[] = []
  const failing: (() => void)[] = []
  const start: StartAudit = (task, onRun) => {
    tasks.push(task)
    const step = onRun({ findings, isWhole: false, checkpoint: null, audited: null, isProvisional })
    const whole = () =>
      new Promise<void>((_resolve, reject) => failing.push(() => reject(new Error('it was ended'))))
    return { done: task.mayReadAll ? step.then(whole) : step, end: () => failing.at(-1)?.() }
  }
  const { clock: own, db, nextMs, end } = await ownAuditor(start)
  const counted = async () =>
    (await db.selectFrom('audit_run').select('findings').orderBy('id').execute()).map((one) => one.findings)
  own.advance(30_000)
  await expect.poll(() => failing.length, { timeout: 150_000 }).toBe(1)
  expect(await counted()).toEqual(isProvisional ? [] : told)
  own.advance(2 * HOUR_MS)
  failing[0]?.()
  await expect.poll(() => nextMs.length, { timeout: 150_000 }).toBe(2)
  expect(await counted()).toEqual(told)
  // Steps go on every minute; the next full audit waits nine times the duration of this one.
  expect(nextMs[1]).toBe(MINUTE_MS)
  own.advance(MINUTE_MS)
  await expect.poll(() => nextMs.length, { timeout: 150_000 }).toBe(3)
  own.advance(18 * HOUR_MS - MINUTE_MS)
  await expect.poll(() => failing.length, { timeout: 150_000 }).toBe(2)
  expect(tasks.map((one) => one.mayReadAll)).toEqual([true, false, true])
  await end()
})

test('the auditing process ends with the server that started it', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'auditProcess.ts')])
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.stdin.end()
  expect(await ended).toBe(1)
})
