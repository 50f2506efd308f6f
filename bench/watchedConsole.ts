import { type ChildProcess, fork, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { hexOf } from '@tickmark/core/bytes'
import { type App, startApp } from '@tickmark/server/app/app'
import type { AuditStep } from '@tickmark/server/app/audit/auditSteps'
import { loadConfig } from '@tickmark/server/app/config'
import type { AuditTask } from '@tickmark/server/app/audit/startAudit'
import { envelopeOf } from '@tickmark/server/http/calls/envelope'
import { systemClock } from '@tickmark/server/platform/clock'
import { tagSecretOf } from '@tickmark/server/orders/receipts/userTag'
import { loadKeys } from '@tickmark/server/platform/keys'
import { silentLog } from '@tickmark/server/platform/log'
import { databaseCpu, databaseUsSince } from './support/cpu.ts'
import type { Tally, Task } from './support/httpCallers.ts'
import { median } from './support/load.ts'
import { joinAll, newOrders } from './support/orderers.ts'
import { argument, size } from './support/size.ts'
import type { Watch, Watched } from './support/watchers.ts'

// Measures how operators who watch the overview slow down placing orders, at a fixed pace and as fast as the server answers:
// alone, with operators, and with the auditor running. On a busy machine the operators' processor time is just as informative.
// usage: node bench/watchedConsole.ts [operators] [passes]

const OPERATORS = argument(1, 20, 2)
const PASSES = argument(2, 5, 1)
const PER_SECOND = size(1_000, 40)
const CALLERS = size(128, 4)
const USERS_EACH = 8
const FOR_MS = size(4_000, 500)
const WARM_MS = size(1_000, 100)
const SIDES = ['alone', 'watched', 'audited'] as const
type Side = (typeof SIDES)[number]

/** Load that runs alongside the orders. */
interface Beside {
  end(): Promise<void>
}
const nothing: Beside = { end: async () => {} }

const dataDir = await mkdtemp(join(tmpdir(), 'tickmark-bench-'))
const rates = ['read', 'write', 'order', 'challenge', 'verify', 'register']
  .map((name) => `${name}=9999999/1`)
  .join(' ')
const config = loadConfig({ PORT: '0', DATA_DIR: dataDir, RATES: rates, CHAINS: 'none', AUDIT_MINUTES: '0' })
const app = await startApp({ config, clock: systemClock(), log: silentLog() })
try {
  const envelope = envelopeOf(loadKeys(config.keysFile, Date.now()).envelopeKey)
  const cookies = await joinAll(app, CALLERS * USERS_EACH)
  const operators: string[] = []
  // Sequentially, because each link invalidates the previous one.
  while (operators.length < OPERATORS) operators.push(await operatorCookie(app))
  const bodies = async () => (await newOrders(app)).map((one) => `data=${envelope.seal(JSON.stringify(one))}`)
  const passes: Record<'paced' | 'most', Record<Side, Tally>>[] = []
  const audits: number[] = []
  for (let pass = 0; pass <= PASSES; pass++) {
    const measured = { paced: {}, most: {} } as (typeof passes)[number]
    for (const pace of ['paced', 'most'] as const) {
      // Rotates which side comes first.
      for (let i = 0; i < SIDES.length; i++) {
        const side = SIDES[(i + pass) % SIDES.length] ?? 'alone'
        const beside = side === 'watched' ? watch(operators) : side === 'audited' ? auditing(audits) : nothing
        measured[pace][side] = await load(cookies, await bodies(), pace === 'paced' ? PER_SECOND : 0)
        await beside.end()
      }
    }
    if (pass > 0) passes.push(measured) // the first pass warms up
  }
  report(passes)
  const [idle, watched] = [await processorOf(nothing), await processorOf(watch(operators))]
  const ofServer = watched.server - idle.server
  const ofDatabase = watched.database - idle.database
  const perOperators = `${ofServer.toFixed(1)} ms of the server's and ${ofDatabase.toFixed(1)} ms of the database's`
  const openOrders = await app.runtime.database.db
    .selectFrom('orders')
    .select('id')
    .where('status', '=', 0)
    .execute()
  console.log(
    `processor time of ${OPERATORS} operators a second, beside ${openOrders.length} open orders: ${perOperators}`,
  )
  const findings = await auditOnce()
  if (findings !== '[]') throw new Error(`the books do not balance: ${findings.slice(0, 500)}`)
  console.log(`books audited: 0 findings; an audit took ${median(audits).toFixed(0)} ms beside orders`)
} finally {
  await app.stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** Opens a session by the link of the sandbox's own operator; returns its cookie. */
async function operatorCookie({ ownLink, url }: App): Promise<string> {
  const link = (await ownLink())?.split('#link=')[1]
  const headers = { 'x-app': '1', origin: url, 'content-type': 'application/json' }
  const body = JSON.stringify({ link })
  const response = await fetch(new URL('/api/console/session/link', url), { method: 'POST', headers, body })
  const [cookie] = response.headers.getSetCookie()
  if (response.status !== 200 || !cookie) throw new Error(`no operator: ${await response.text()}`)
  return cookie.split(';', 1)[0] ?? ''
}

/** Ms of processor time a second, of the server and of the database, without orders. */
async function processorOf(beside: Beside): Promise<{ server: number; database: number }> {
  const seconds = FOR_MS / 1_000
  // Waits until all operators have started, as their starts are spread.
  await sleep(WARM_MS)
  const [before, databaseBefore] = [process.cpuUsage(), await databaseCpu(app.runtime.database)]
  await sleep(FOR_MS)
  const { user, system } = process.cpuUsage(before)
  const databaseUs = await databaseUsSince(app.runtime.database, databaseBefore)
  await beside.end()
  return { server: (user + system) / 1_000 / seconds, database: databaseUs / 1_000 / seconds }
}

/** Starts the operators; at the end all of their calls must have been answered. */
function watch(of: string[]): Beside {
  const child = fork(join(import.meta.dirname, 'support/watchers.ts'))
  const next = () =>
    new Promise<Watched>((resolve) => child.once('message', (one) => resolve(one as Watched)))
  const first = next()
  child.send({ url: app.url, cookies: of } satisfies Watch)
  return {
    async end() {
      await first
      const told = next()
      child.kill('SIGTERM')
      const { answers, failures } = await told
      if (failures > 0 || answers === 0)
        throw new Error(`${failures} calls of operators failed, ${answers} did not`)
    },
  }
}

/** Audits continuously; the server's auditor does so from time to time in its low-priority process. */
function auditing(took: number[]): Beside {
  let isOver = false
  const all = (async () => {
    while (!isOver) {
      const startedAt = performance.now()
      await auditOnce()
      took.push(performance.now() - startedAt)
    }
  })()
  return {
    async end() {
      isOver = true
      await all
    },
  }
}

/** A full audit, as nothing is signed under this key; returns the findings as JSON. */
async function auditOnce(): Promise<string> {
  const program = join(import.meta.dirname, '../server/src/app/audit/auditProcess.ts')
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
  const { url: databaseUrl } = app.runtime.database
  const task: AuditTask = {
    databaseUrl,
    chains: [],
    dataDir,
    receiptsKey: '',
    tagSecret: hexOf(tagSecretOf(app.runtime.keys.pepper)),
    nowMs: systemClock().nowMs(),
    mayReadAll: true,
  }
  child.stdin.write(`${JSON.stringify(task)}\n`)
  const runs = (await text(child.stdout))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as AuditStep)
  return JSON.stringify(runs.flatMap((one) => one.findings))
}

/** Places orders over all connections for a while; `perSecond` 0 is as fast as the server answers. */
async function load(of: readonly string[], bodies: string[], perSecond: number): Promise<Tally> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'support/httpCallers.ts'))
  const callers = Array.from({ length: CALLERS }, (_, i) => ({
    cookies: of.filter((_cookie, at) => at % CALLERS === i),
    bodies,
  }))
  const everyMs = perSecond === 0 ? 0 : (CALLERS * 1_000) / perSecond
  const tally = await new Promise<Tally>((resolve, reject) => {
    child
      .once('message', (message) => resolve(message as Tally))
      .once('exit', () => reject(new Error('the callers ended')))
    child.send({ port: app.port, forMs: FOR_MS, warmMs: WARM_MS, everyMs, callers } satisfies Task)
  })
  child.disconnect()
  if (tally.refused > 0) console.log(`  ${tally.refused} orders were refused, the first: ${tally.example}`)
  return tally
}

function report(passes: readonly Record<'paced' | 'most', Record<Side, Tally>>[]): void {
  console.log(`${OPERATORS} operators, ${CALLERS} callers, medians of ${PASSES} passes of ${FOR_MS} ms`)
  for (const pace of ['paced', 'most'] as const) {
    console.log(pace === 'paced' ? `${PER_SECOND} orders a second` : 'as fast as the server answers')
    for (const side of SIDES) {
      const of = (figure: 'perSecond' | 'p50' | 'p99') => median(passes.map((one) => one[pace][side][figure]))
      const ratio = median(passes.map((one) => one[pace][side].perSecond / one[pace].alone.perSecond))
      const figures = `${of('perSecond').toFixed(0)}/s, p50 ${of('p50').toFixed(1)} ms, p99 ${of('p99').toFixed(1)} ms`
      const wanted = side === 'watched' ? '  (wanted >= 0.95)' : ''
      console.log(`  ${side.padEnd(8)} ${figures}, rate / alone ${ratio.toFixed(3)}${wanted}`)
    }
  }
}
