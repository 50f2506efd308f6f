import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { movableClock } from '../platform/clock.testing.ts'
import { loadConfig } from './config.ts'
import { createTestDatabase } from '../db/database.testing.ts'
import { silentLog } from '../platform/log.ts'
import type { EventName, Events } from '../module/events.ts'
import { openModules } from './compose.ts'
import { followOnPages, openRuntime } from './openRuntime.ts'

interface Subscribers {
  /** Modules that hear of it inside the transaction: a failure of theirs undoes the cause. */
  inside?: string[]
  after?: string[]
}

/** Every event, and which modules hear of it in which phase. `messages` writes what the event's own module words. */
const TABLE: Record<EventName, Subscribers> = {
  user_registered: { inside: ['messages'] },
  session_ended: { inside: ['messages'], after: ['app'] },
  favourites_changed: { after: ['app'] },
  user_active: { after: ['limits'] },
  orders_settled: { after: ['orders', 'orders'] },
  absent_orders_settled: { inside: ['messages'] },
  open_stakes_counted: { after: ['market'] },
  deposits_changed: { after: ['chains'] },
  deposits_credited: { inside: ['messages'] },
  withdrawal_changed: { after: ['withdrawals'] },
  withdrawal_sent: { inside: ['messages'] },
  withdrawal_final: { inside: ['messages'] },
  withdrawal_returned: { inside: ['messages'] },
  hold_begun: { inside: ['messages'] },
  address_added: { inside: ['messages'] },
  authenticator_off: { inside: ['messages'] },
  authenticator_reset: { inside: ['messages'] },
  balance_changed: { after: ['wallet'] },
  alerts_fired: { inside: ['messages'] },
  support_replied: { inside: ['messages'] },
  support_thread_read: { inside: ['messages'] },
  chat_changed: { after: ['support'] },
  message_written: { after: ['messages'] },
  messages_read: { after: ['messages'] },
  reality_check: { after: ['limits'] },
}

test('each event is heard in its phases, by these modules and no others', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tickmark-events-'))
  const database = await createTestDatabase()
  try {
    const config = loadConfig({ DATA_DIR: dataDir, DATABASE_URL: database.url, CHAINS: 'none' })
    const { runtime, hub, close } = await openRuntime(config, movableClock({ isStill: true }), silentLog())
    const found: Partial<Record<EventName, Subscribers>> = {}
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
    await openModules({ ...runtime, events }, config)
    hub.close()
    await close()
    expect(found).toEqual(TABLE)
  } finally {
    await database.close()
    rmSync(dataDir, { recursive: true })
  }
})

/** The folder of the server that subscribes, as the stack tells it. */
function callerOf(): string {
  const lines = (new Error('only for its stack').stack ?? '').split('\n')
  const folders = lines.flatMap((line) => /server\/src\/(\w+)\/(?!events\.test)/.exec(line)?.[1] ?? [])
  return folders[0] ?? ''
}
