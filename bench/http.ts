import { decodeReply } from '@tickmark/wire/legacy/codec'
import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountSessions } from '@tickmark/server/accounts/sessions'
import { type App, startApp } from '@tickmark/server/app/app'
import { systemClock } from '@tickmark/server/platform/clock'
import { type Config, loadConfig } from '@tickmark/server/app/config'
import { envelopeOf } from '@tickmark/server/http/calls/envelope'
import { rateLimiter } from '@tickmark/server/http/calls/rateLimits'
import { turnsOf } from '@tickmark/server/http/calls/turns'
import { mount, routesOf } from '@tickmark/server/http/calls/mount'
import { buildServer } from '@tickmark/server/http/server'
import { siteOf } from '@tickmark/server/http/calls/site'
import { type Keys, loadKeys } from '@tickmark/server/platform/keys'
import { createEvents } from '@tickmark/server/module/events'
import { silentLog } from '@tickmark/server/platform/log'
import type { ReplyOf } from '@tickmark/wire/call'
import type { PublicConfig } from '@tickmark/wire/config'
import { orderRoutes } from '@tickmark/wire/routes/orders'
import { databaseCpu, databaseUsSince } from './support/cpu.ts'
import type { Tally, Task } from './support/httpCallers.ts'
import { median } from './support/load.ts'
import { joinAll, newOrders } from './support/orderers.ts'
import { signatureText } from './support/signedOrders.ts'
import { argument, size } from './support/size.ts'

/**
 * Measures the cost that a durable, double-entry order adds to its call. Alternates between two variants of the same route with
 * envelope, session and checks: one answers at once, one writes to the ledger. Callers and database are separate processes on the
 * same machine. Then, with the server idle otherwise, what a signature by a session key adds to one order at a time.
 * `node bench/http.ts [callers] [passes] [orders]`.
 */

const CALLERS = argument(1, 128, 4)
const PASSES = argument(2, 3, 1)
/** Orders of either kind that are placed one at a time. */
const SINGLE = argument(3, 1_000, 20)
/** Users that take turns ordering over one connection, so that no user holds hundreds of open orders. */
const USERS_EACH = 8
const FOR_MS = size(4_000, 500)
const WARM_MS = size(1_000, 100)

type Created = ReplyOf<(typeof orderRoutes)['createLimitOrder']>

/** Two servers that share sessions and keys: the product's, and one whose order route returns `answer` at once. */
async function openIdle(app: App, config: Config, keys: Keys, answer: Created) {
  const clock = systemClock()
  const log = silentLog()
  const site = siteOf(config, 0)
  const sessions = accountSessions({
    db: app.runtime.database.db,
    pepper: keys.pepper,
    events: createEvents(log),
  })
  const api = {
    mode: config.mode,
    site,
    consoleSite: site,
    envelope: envelopeOf(keys.envelopeKey),
    limiter: rateLimiter(config.rates),
    turns: turnsOf(clock),
    sessions,
    operatorSessions: { find: () => Promise.resolve(null) },
    clock,
    log,
    isTransient: () => false,
    mostCalls: 5_000,
  }
  const shown = (await (await fetch(`${app.url}/config.json`)).json()) as PublicConfig
  const routes = { createLimitOrder: orderRoutes.createLimitOrder }
  const server = buildServer({
    api,
    routes,
    publicConfig: () => shown,
    coinFrame: () => null,
    health: {
      readiness: () =>
        Promise.resolve({
          isReady: true,
          isHealthy: true,
          wrong: [],
          checks: {},
          tickAgeMs: 0,
          ownTimeMs: 0,
        }),
    },
    webDir: config.webDir,
    consoleDir: config.consoleDir,
    isProxy: () => false,
  })
  mount(server, [routesOf(routes, { createLimitOrder: () => Promise.resolve(answer) })], api)
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  Object.assign(site, siteOf(config, port))
  return { port, close: () => server.close() }
}

/** CPU for one call, in microseconds: of the server process, and of PostgreSQL where its processes are visible. */
type Measured = Tally & { cpuUs: number; databaseUs: number }

async function load(app: App, port: number, cookies: readonly string[], bodies: string[]): Promise<Measured> {
  const databaseBefore = await databaseCpu(app.runtime.database)
  const before = process.cpuUsage()
  const child = fork(join(import.meta.dirname, 'support/httpCallers.ts'))
  const task: Task = {
    port,
    forMs: FOR_MS,
    warmMs: WARM_MS,
    everyMs: 0,
    callers: Array.from({ length: CALLERS }, (_, i) => ({
      cookies: cookies.filter((_cookie, at) => at % CALLERS === i),
      bodies,
    })),
  }
  const tally = await new Promise<Tally>((resolve, reject) => {
    child
      .once('message', (message) => resolve(message as Tally))
      .once('exit', () => reject(new Error('the callers ended')))
    child.send(task)
  })
  child.disconnect()
  if (tally.refused > 0) console.log(`  ${tally.refused} calls were refused, the first: ${tally.example}`)
  const { user, system } = process.cpuUsage(before)
  const calls = tally.perSecond * ((FOR_MS + WARM_MS) / 1_000)
  const databaseUs = (await databaseUsSince(app.runtime.database, databaseBefore)) / calls
  return { ...tally, cpuUs: (user + system) / calls, databaseUs }
}

const dataDir = await mkdtemp(join(tmpdir(), 'tickmark-bench-'))
const rates = ['read', 'write', 'order', 'challenge', 'verify', 'register']
  .map((name) => `${name}=9999999/1`)
  .join(' ')
const config = loadConfig({
  PORT: '0',
  DATA_DIR: dataDir,
  RATES: rates,
  CHAINS: 'none',
  ...(process.env['DATABASE_URL'] && { DATABASE_URL: process.env['DATABASE_URL'] }),
})
const app = await startApp({ config, clock: systemClock(), log: silentLog() })
try {
  const keys = loadKeys(config.keysFile, Date.now())
  const envelope = envelopeOf(keys.envelopeKey)
  const cookies = await joinAll(app, CALLERS * USERS_EACH)
  const sealed = async () => (await newOrders(app)).map((one) => `data=${envelope.seal(JSON.stringify(one))}`)
  const placed = await fetch(`${app.url}/api/createLimitOrder`, {
    method: 'POST',
    headers: {
      'x-app': '1',
      origin: app.url,
      cookie: `sid=${cookies[0]}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify((await newOrders(app))[0]),
  })
  const { data } = (await placed.json()) as { data: unknown }
  const answer = decodeReply('createLimitOrder', data) as Created
  const idle = await openIdle(app, config, keys, answer)
  const measure = async () => ({
    nothing: await load(app, idle.port, cookies, await sealed()),
    ledger: await load(app, app.port, cookies, await sealed()),
  })
  await measure() // warm-up: the first pass includes compiling
  const passes: Record<'nothing' | 'ledger', Measured>[] = []
  for (let pass = 0; pass < PASSES; pass++) passes.push(await measure())
  await idle.close()
  const of = (which: 'nothing' | 'ledger', figure: keyof Omit<Measured, 'refused' | 'example'>) =>
    median(passes.map((pass) => pass[which][figure]))
  console.log(`${CALLERS} callers, ${cookies.length} users, enveloped orders, medians of ${PASSES}`)
  for (const which of ['nothing', 'ledger'] as const) {
    const name = which === 'nothing' ? 'the route doing nothing' : 'the order in the ledger'
    console.log(
      `  ${name}  ${of(which, 'perSecond').toFixed(0)}/s, p50 ${of(which, 'p50').toFixed(1)} ms, p99 ${of(which, 'p99').toFixed(1)} ms, ${of(which, 'cpuUs').toFixed(0)} µs of the server's CPU a call, ${of(which, 'databaseUs').toFixed(0)} µs of the database's`,
    )
  }
  const ratio = median(passes.map(({ nothing, ledger }) => ledger.perSecond / nothing.perSecond))
  console.log(`  ratio ${ratio.toFixed(2)} within a pass  (demand >= 0.7)`)
  console.log(await signatureText(app, SINGLE))
} finally {
  await app.stop()
  await rm(dataDir, { recursive: true, force: true })
}
