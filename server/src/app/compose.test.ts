import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OPERATOR_ROUTES } from '@tickmark/wire/routes/operators/all'
import { ROUTES } from '@tickmark/wire/routes/all'
import { namedKey } from '@tickmark/core/log/note'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SANDBOX_CHAIN } from '../chains/sandbox/sandboxChain.ts'
import type { Clock } from '../platform/clock.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { loadConfig } from './config.ts'
import { createTestDatabase } from '../db/database.testing.ts'
import { silentLog } from '../platform/log.ts'
import type { ApiContext, MountedRoutes } from '../http/calls/mount.ts'
import type { Market } from '../market/market.ts'
import type { EventMap, EventName, Events } from '../module/events.ts'
import type { Module } from '../module/module.ts'
import type { LivePages } from '../module/runtime.ts'
import { sha256 } from '../platform/sha256.ts'
import { openModules, openPrices } from './compose.ts'
import { followOnPages, openRuntime } from './openRuntime.ts'

/** Where no signer, no node and no witness answers. */
const NOWHERE = 'http://127.0.0.1:1'

interface Subscribers {
  /** Modules that subscribe inside the transaction: their failure rolls back the cause. */
  inside?: string[]
  after?: string[]
}

/**
 * Every event, and the modules that subscribe to it in each phase. `messages` writes the messages of the event's own
 * module.
 */
const TABLE: Record<EventName, Subscribers> = {
  user_registered: { inside: ['messages'] },
  session_ended: { inside: ['messages'], after: ['app'] },
  favourites_changed: { after: ['app'] },
  user_active: { after: ['limits'] },
  orders_settled: { inside: ['orders'], after: ['orders', 'orders'] },
  absent_orders_settled: { inside: ['messages'] },
  open_stakes_counted: { after: ['market'] },
  deposits_changed: { after: ['chains'] },
  deposits_credited: { inside: ['messages'] },
  withdrawal_changed: { after: ['withdrawals'] },
  withdrawal_sent: { inside: ['messages'] },
  withdrawal_final: { inside: ['messages'] },
  withdrawal_returned: { inside: ['messages'] },
  withdrawal_reverted: { inside: ['messages'] },
  hold_begun: { inside: ['messages'] },
  address_added: { inside: ['messages'] },
  authenticator_off: { inside: ['messages'] },
  authenticator_reset: { inside: ['messages'] },
  loan_submitted: { inside: ['messages'], after: ['loans'] },
  loan_ended: { inside: ['messages'] },
  loan_disbursed: { inside: ['messages'] },
  loans_noticed: { inside: ['messages'] },
  hosting_expired: { inside: ['messages'] },
  hosting_exited: { inside: ['messages'] },
  hosting_unpaid: { inside: ['messages'] },
  balance_changed: { after: ['wallet'] },
  alerts_fired: { inside: ['messages'] },
  support_replied: { inside: ['messages'] },
  support_thread_read: { inside: ['messages'] },
  chat_changed: { after: ['support'] },
  message_written: { after: ['messages'] },
  messages_read: { after: ['messages'] },
  reality_check: { after: ['limits'] },
}

type Hook = 'beforeTick' | 'needSeconds' | 'onTick' | 'onNewestTick' | 'pauseWhile'

/** What modules do with the market, in order: what they log before each tick and do after it. */
const OF_MARKET: Record<Hook, string[]> = {
  beforeTick: [
    'app collectActionHead',
    'app',
    'withdrawals collectPromises',
    'withdrawals collectEnds',
    'arbitrage collectTrades',
    'orders collectTickets',
    'orders collectReceipts',
    'orders collectRefusals',
    'hosting collectProducts',
    'hosting collectHostings',
    'hosting',
    'record collectRecords',
  ],
  needSeconds: ['orders'],
  onTick: ['accounts', 'orders', 'orders', 'record', 'ledger'],
  onNewestTick: ['orders refreshLimits', 'orders refresh', 'alerts'],
  pauseWhile: ['orders isLate'],
}

/** A module as the house sees it: the names of its parts, and what they are for. */
interface Wiring {
  parts: string
  trouble?: string
  /** The events whose messages it writes. */
  messages?: string
  funds?: string
  subjects?: string
  counts?: string
  proposals?: string
  console?: string
  /** Paths that are not calls. */
  serves?: string
}

/** The modules in the order in which they become ready. */
const MODULES: Record<string, Wiring> = {
  market: {
    parts: 'idle onClose onReady operatorRoutes plugin routes',
    trouble: 'witnesses',
    proposals: 'rules.change',
    console: 'overview incidents',
    serves: 'GET /log/checkpoint, GET /log/checkpoint/witnessed, GET /log/tile/*, GET /log/proof/consistency',
  },
  ledger: { parts: '' },
  content: { parts: 'onReady operatorRoutes routes' },
  limits: { parts: 'isWaiting onClose routes', console: 'person marks' },
  accounts: { parts: 'operatorRoutes routes', messages: 'user_registered', console: 'search person' },
  signing: { parts: 'onClose onListen', trouble: 'signer', console: 'overview' },
  orders: {
    parts: 'idle isWaiting onClose onListen onReady operatorRoutes preClose routes',
    trouble: 'tickets',
    messages: 'absent_orders_settled',
    funds: 'held netsBetween hasResults refsSince ordersOf',
    subjects: 'order',
    counts: 'orders',
    console: 'overview search person incidents',
  },
  chains: {
    parts: 'onClose onListen operatorRoutes routes',
    trouble: 'chains',
    messages: 'deposits_credited',
    subjects: 'deposit',
    proposals: 'chain.resume',
    console: 'queues search overview person incidents',
  },
  withdrawals: {
    parts: 'isWaiting onClose onListen operatorRoutes plugin routes',
    trouble: 'withdrawals',
    messages:
      'withdrawal_sent withdrawal_final withdrawal_returned withdrawal_reverted hold_begun address_added authenticator_off authenticator_reset',
    funds: 'kinds: hold',
    subjects: 'withdrawal',
    console: 'queues search person marks',
    serves: 'GET /log/withdrawal/:number',
  },
  swaps: { parts: 'routes', subjects: 'swap', console: 'person' },
  loans: {
    parts: 'idle onListen onReady operatorRoutes plugin preClose routes',
    messages: 'loan_submitted loan_ended loan_disbursed loans_noticed',
    subjects: 'loan',
    proposals: 'loan.approve',
    console: 'queues search overview person',
    serves: 'GET /api/loans/pictures/:id',
  },
  arbitrage: {
    parts: 'onListen onReady operatorRoutes preClose routes',
    proposals: 'engine.limits',
    console: 'overview',
  },
  hosting: {
    parts: 'idle onListen operatorRoutes plugin preClose routes',
    trouble: 'hostings',
    messages: 'hosting_expired hosting_exited hosting_unpaid',
    funds: 'kinds: hosted netsBetween refsSince',
    subjects: 'hosting',
    proposals: 'hosting.product',
    console: 'search person incidents',
    serves: 'GET /log/yield, GET /log/yield/:day',
  },
  wallet: { parts: 'operatorRoutes routes', console: 'person' },
  alerts: { parts: 'routes', messages: 'alerts_fired' },
  record: {
    parts: 'plugin preClose routes',
    console: 'incidents',
    serves: 'GET /log/record, GET /log/record/:day',
  },
  treasury: { parts: 'operatorRoutes', proposals: 'treasury.fund' },
  support: { parts: 'operatorRoutes routes', messages: 'support_replied', console: 'queues search person' },
  media: {
    parts: 'onClose onReady operatorRoutes plugin routes',
    serves: 'GET /api/files/:id, GET /api/console/files/:id, GET /media/:id.jpg',
  },
  console: {
    parts: 'onReady operatorRoutes routes',
    proposals: 'operators.invite operators.roles operators.revoke',
    console: 'queues',
  },
  messages: { parts: 'idle onListen operatorRoutes preClose routes', console: 'person' },
  auditor: { parts: 'onListen preClose', console: 'overview incidents' },
  overview: { parts: 'operatorRoutes' },
}

/** How long the jobs of each module wait, in ms: at 12:34:56.789, when the house has started. */
const JOBS: Record<string, number[]> = {
  market: [0, 211],
  limits: [3_211],
  chains: [1_000, 1_000],
  withdrawals: [1_000],
  loans: [1_000, 600_000],
  arbitrage: [1_000],
  hosting: [41_103_211, 41_103_211],
  media: [3_600_000],
  messages: [10_000],
  auditor: [30_000],
}
/** The same when each has run once: the witnesses were asked, and are asked again at the next multiple of five seconds. */
const JOBS_LATER = { ...JOBS, market: [211, 3_211] }

const clock = movableClock({ isStill: true, startMs: Date.parse('2026-11-25T12:34:56.789Z') })
const found: Partial<Record<EventName, Subscribers>> = {}
const ofMarket: Record<Hook, string[]> = {
  beforeTick: [],
  needSeconds: [],
  onTick: [],
  onNewestTick: [],
  pauseWhile: [],
}
interface Job {
  module: string
  afterMs: number
  run(): void
}
let jobs: Job[] = []
/** The module that starts, or whose job runs. */
const running = new AsyncLocalStorage<string>()
let modules: readonly Module[]
let events: Events
/** What open pages were told. */
let heard: unknown[][] = []
let close: () => Promise<void>

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tickmark-events-'))
  const database = await createTestDatabase()
  const config = {
    ...loadConfig({ DATA_DIR: dataDir, DATABASE_URL: database.url, SIGNER_URL: NOWHERE, SIGNER_TOKEN: 'x' }),
    chains: [{ ...SANDBOX_CHAIN, rpc: [NOWHERE] }],
    witnesses: [
      {
        key: namedKey({ name: 'w', type: 4, publicKey: new Uint8Array(32) }, sha256),
        url: NOWHERE,
        everyMs: 5_000,
      },
    ],
  }
  const opened = await openRuntime(config, clock, silentLog(), () => Promise.resolve(clock.databaseMs()))
  const note = (name: EventName, phase: keyof Subscribers) => {
    const one = (found[name] ??= {})
    one[phase] = [...(one[phase] ?? []), callerOf()].toSorted()
  }
  events = {
    ...opened.runtime.events,
    inTransaction: (name) => note(name, 'inside'),
    afterCommit(name, run) {
      note(name, 'after')
      opened.runtime.events.afterCommit(name, run)
    },
  }
  followOnPages(events, {
    endSession: (...told) => void heard.push(['endSession', ...told]),
    setFavourites: (...told) => void heard.push(['setFavourites', ...told]),
  })
  const at: Clock['at'] = (ms, run) => {
    const job = { module: running.getStore() ?? callerOf(), afterMs: ms - clock.nowMs(), run }
    jobs.push(job)
    return () => void (jobs = jobs.filter((one) => one !== job))
  }
  const live: LivePages = {
    publish: (userId, event) => void heard.push([userId, event]),
    hasOpenPage: () => false,
  }
  const runtime = { ...opened.runtime, events, live, clock: { ...clock, at } }
  const prices = await openPrices(runtime, config, () => false, null)
  const hear = (hook: Hook) => (run: { name: string }) => {
    ofMarket[hook].push(`${callerOf()} ${run.name}`.trim())
    return () => {}
  }
  const market: Market = {
    ...prices.market,
    beforeTick: hear('beforeTick'),
    needSeconds: hear('needSeconds'),
    onTick: hear('onTick'),
    onNewestTick: hear('onNewestTick'),
    pauseWhile: hear('pauseWhile'),
  }
  modules = openModules(runtime, config, { ...prices, market }, null).modules
  for (const one of modules) await running.run(one.name, async () => one.onReady?.())
  for (const one of modules) await running.run(one.name, async () => one.onListen?.())
  let closing: Promise<void> | null = null
  close = () => (closing ??= closeModules())
  const closeModules = async () => {
    for (const one of modules.toReversed()) await one.preClose?.()
    for (const one of modules.toReversed()) await one.onClose?.()
    opened.hub.close()
    await opened.close()
    await database.close()
    rmSync(dataDir, { recursive: true })
  }
})
afterAll(() => close())

test('exactly these modules subscribe to each event, in these phases', () => {
  expect(found).toEqual(TABLE)
})

const told = <N extends EventName>(name: N, event: EventMap[N], ...frames: unknown[][]) => ({
  name,
  announce: () => events.announce(name, event),
  frames,
})
const MESSAGE = { id: 'm', category: 'money', title: 'Sent', link: '/wallet', muted: false } as const
const REALITY = { minutes: 60, net: '-1', orders: 2 }

test.each([
  told('session_ended', { sessionId: 's', isByOwner: false }, ['endSession', 's']),
  told('favourites_changed', { userId: 7, pids: [1, 3] }, ['setFavourites', 7, [1, 3]]),
  told(
    'deposits_changed',
    {
      deposits: [
        { userId: 7, id: 'a', state: 'seen' },
        { userId: 8, id: 'b', state: 'credited' },
      ],
    },
    [7, { event: 'transfer_changed', kind: 'deposit', id: 'a' }],
    [8, { event: 'transfer_changed', kind: 'deposit', id: 'b' }],
    [8, { event: 'balance_changed', book: 0 }],
  ),
  told('withdrawal_changed', { userId: 7, id: 'a', isMoney: false }, [
    7,
    { event: 'transfer_changed', kind: 'withdrawal', id: 'a' },
  ]),
  told(
    'withdrawal_changed',
    { userId: 7, id: 'a', isMoney: true },
    [7, { event: 'transfer_changed', kind: 'withdrawal', id: 'a' }],
    [7, { event: 'balance_changed', book: 0 }],
  ),
  told('balance_changed', { userId: 7, book: 'real' }, [7, { event: 'balance_changed', book: 0 }]),
  told('balance_changed', { userId: 7, book: 'simulated' }, [7, { event: 'balance_changed', book: 1 }]),
  told('chat_changed', { userId: 7, threadId: 't', what: 'typing' }, [
    7,
    { event: 'chat_changed', threadId: 't', what: 'typing' },
  ]),
  told('message_written', { userId: 7, ...MESSAGE }, [7, { event: 'message_written', ...MESSAGE }]),
  told('messages_read', { userId: 7, unread: 3 }, [7, { event: 'messages_read', unread: 3 }]),
  told('reality_check', { userId: 7, ...REALITY }, [7, { event: 'reality_check', ...REALITY }]),
])('of $name open pages are told $frames', async ({ announce, frames }) => {
  heard = []
  announce()
  await expect.poll(() => heard, { timeout: 30_000 }).toEqual(frames)
})

test('each call of the users and of the console is answered by exactly one module', () => {
  const namesOf = (tables: readonly MountedRoutes[]) => tables.flatMap(({ table }) => Object.keys(table))
  const users = modules.flatMap(({ routes = [] }) => namesOf(routes))
  expect(users.toSorted()).toEqual(Object.keys(ROUTES).toSorted())
  const operators = modules.flatMap(({ operatorRoutes = [] }) => namesOf(operatorRoutes))
  expect(operators.toSorted()).toEqual(Object.keys(OPERATOR_ROUTES).toSorted())
})

test('exactly these modules log entries before each tick, and do something after it', () => {
  expect(ofMarket).toEqual(OF_MARKET)
})

test('modules become ready in this order, with these parts', () => {
  expect(modules.map((one) => [one.name, wiringOf(one)])).toEqual(Object.entries(MODULES))
})

test('each module starts its jobs, each runs again when it has run, and none outlives the house', async () => {
  await expect.poll(waiting, { timeout: 30_000 }).toEqual(JOBS)
  // The auditor's job would start a process.
  const begun = jobs.filter((one) => one.module !== 'auditor')
  jobs = jobs.filter((one) => !begun.includes(one))
  for (const { module, run } of begun) running.run(module, run)
  await expect.poll(waiting, { timeout: 30_000 }).toEqual(JOBS_LATER)
  await close()
  expect(waiting()).toEqual({})
})

/** How long the jobs of each module wait. */
function waiting(): Record<string, number[]> {
  const waits: Record<string, number[]> = {}
  for (const { module, afterMs } of jobs)
    waits[module] = [...(waits[module] ?? []), afterMs].toSorted((one, other) => one - other)
  return waits
}

function wiringOf(module: Module) {
  const { name: _, trouble, messages, funds, subjects, counts, proposals, consolePart, ...others } = module
  const words = (list: readonly string[] | undefined) => list?.join(' ')
  const fundsTold = Object.entries(funds ?? {}).map(([name, value]) =>
    Array.isArray(value) ? `${name}: ${value.join()}` : name,
  )
  return {
    parts: words(Object.keys(others).toSorted()),
    trouble: trouble?.of,
    messages: messages && words(Object.keys(messages)),
    funds: funds && words(fundsTold),
    subjects: words(subjects?.map((one) => one.kind)),
    counts: counts?.source,
    proposals: words(proposals?.map((one) => one.kind)),
    console: consolePart && words(Object.keys(consolePart)),
    serves: servedBy(module),
  }
}

/** What it serves besides calls. */
function servedBy({ plugin }: Module): string | undefined {
  const server = Fastify()
  const paths: string[] = []
  server.addHook(
    'onRoute',
    ({ method, url }) => void (method === 'HEAD' || paths.push(`${String(method)} ${url}`)),
  )
  plugin?.(server, {} as ApiContext)
  return plugin && paths.join(', ')
}

/** The server folder of the subscriber, taken from the call stack. */
function callerOf(): string {
  const lines = (new Error('only for its stack').stack ?? '').split('\n')
  const folders = lines.flatMap((line) => /server\/src\/(\w+)\/(?!compose\.test)/.exec(line)?.[1] ?? [])
  return folders[0] ?? ''
}
