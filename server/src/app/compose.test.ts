import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OPERATOR_ROUTES } from '@tickmark/wire/routes/operators/all'
import { ROUTES } from '@tickmark/wire/routes/all'
import { beforeAll, expect, test } from 'vitest'
import { movableClock } from '../platform/clock.testing.ts'
import { loadConfig } from './config.ts'
import { createTestDatabase } from '../db/database.testing.ts'
import { silentLog } from '../platform/log.ts'
import type { MountedRoutes } from '../http/calls/mount.ts'
import type { EventName, Events } from '../module/events.ts'
import type { Module } from '../module/module.ts'
import { openModules } from './compose.ts'
import { followOnPages, openRuntime } from './openRuntime.ts'

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

const found: Partial<Record<EventName, Subscribers>> = {}
let modules: readonly Module[]

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tickmark-events-'))
  const database = await createTestDatabase()
  const config = loadConfig({ DATA_DIR: dataDir, DATABASE_URL: database.url, CHAINS: 'none' })
  const { runtime, hub, close } = await openRuntime(config, movableClock({ isStill: true }), silentLog())
  const note = (name: EventName, phase: keyof Subscribers) => {
    const one = (found[name] ??= {})
    one[phase] = [...(one[phase] ?? []), callerOf()].toSorted()
  }
  const events: Events = {
    ...runtime.events,
    inTransaction: (name) => note(name, 'inside'),
    afterCommit: (name) => note(name, 'after'),
  }
  followOnPages(events, hub)
  modules = (await openModules({ ...runtime, events }, config, () => false, null)).modules
  hub.close()
  await close()
  await database.close()
  rmSync(dataDir, { recursive: true })
})

test('exactly these modules subscribe to each event, in these phases', () => {
  expect(found).toEqual(TABLE)
})

test('each call of the users and of the console is answered by exactly one module', () => {
  const namesOf = (tables: readonly MountedRoutes[]) => tables.flatMap(({ table }) => Object.keys(table))
  const users = modules.flatMap(({ routes = [] }) => namesOf(routes))
  expect(users.toSorted()).toEqual(Object.keys(ROUTES).toSorted())
  const operators = modules.flatMap(({ operatorRoutes = [] }) => namesOf(operatorRoutes))
  expect(operators.toSorted()).toEqual(Object.keys(OPERATOR_ROUTES).toSorted())
})

/** The server folder of the subscriber, taken from the call stack. */
function callerOf(): string {
  const lines = (new Error('only for its stack').stack ?? '').split('\n')
  const folders = lines.flatMap((line) => /server\/src\/(\w+)\/(?!compose\.test)/.exec(line)?.[1] ?? [])
  return folders[0] ?? ''
}
