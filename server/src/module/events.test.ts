import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertFavourite, insertUser } from '../accounts/userStore.ts'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'
import { transact } from '../db/transact.ts'
import { silentLog } from '../platform/log.ts'
import { createEvents } from './events.ts'

let made: TestDatabase
beforeAll(async () => void (made = await createTestDatabase()))
afterAll(() => made.close())

const changed = { userId: 1, pids: [2] }

function setEvents() {
  const told: string[] = []
  const errors: unknown[] = []
  const events = createEvents({ ...silentLog(), error: (_what, facts) => void errors.push(facts) })
  return { told, errors, events }
}

test('subscribers inside a transaction run at once and in order, those after it once it is committed', async () => {
  const { told, events } = setEvents()
  events.afterCommit('favourites_changed', ({ pids }) => void told.push(`after ${pids.join(' ')}`))
  events.inTransaction('favourites_changed', async () => void told.push('first'))
  events.inTransaction('favourites_changed', async () => void told.push('second'))
  await transact(made.database.db, async (tx) => {
    await events.emit(tx, 'favourites_changed', changed)
    told.push('the rest of the work')
  })
  expect(told).toEqual(['first', 'second', 'the rest of the work', 'after 2'])
})

test('a transaction is complete when every subscriber after it is done, even a slow one', async () => {
  const { told, events } = setEvents()
  events.afterCommit('favourites_changed', async () => {
    await made.database.db.selectFrom('favourite').select('pid').execute()
    told.push('slow')
  })
  events.afterCommit('favourites_changed', () => void told.push('quick'))
  await transact(made.database.db, (tx) => events.emit(tx, 'favourites_changed', changed))
  expect(told).toEqual(['slow', 'quick'])
})

test('a subscriber inside the transaction commits or rolls back with its cause', async () => {
  const { told, events } = setEvents()
  let isBroken = false
  const user = { address: `0x${'1'.repeat(40)}`, walletType: 1, practice: false, invitedBy: null } as const
  const id = await transact(made.database.db, (tx) =>
    insertUser(tx, { ...user, inviteCode: 'AAAAAAAA', language: 'english', nowMs: 0 }),
  )
  events.inTransaction('favourites_changed', async (tx) => {
    await insertFavourite(tx, id ?? 0, 3, 0)
    if (isBroken) throw new Error('it cannot be told')
  })
  events.afterCommit('favourites_changed', () => void told.push('after'))
  const emit = () => transact(made.database.db, (tx) => events.emit(tx, 'favourites_changed', changed))
  const kept = async () => (await made.database.db.selectFrom('favourite').select('pid').execute()).length
  isBroken = true
  await expect(emit()).rejects.toThrow('it cannot be told')
  expect([await kept(), told]).toEqual([0, []])
  isBroken = false
  await emit()
  expect([await kept(), told]).toEqual([1, ['after']])
})

test('a rolled back event reaches no subscriber', async () => {
  const { told, events } = setEvents()
  events.afterCommit('favourites_changed', () => void told.push('after'))
  const work = transact(made.database.db, async (tx) => {
    await events.emit(tx, 'favourites_changed', changed)
    throw new Error('the cause fails')
  })
  await expect(work).rejects.toThrow('the cause fails')
  expect(told).toEqual([])
})

test('a failure after the commit is logged and does not affect other subscribers', async () => {
  const { told, errors, events } = setEvents()
  events.afterCommit('favourites_changed', () => {
    throw new Error('at once')
  })
  events.afterCommit('favourites_changed', () => Promise.reject(new Error('later')))
  events.afterCommit('favourites_changed', () => void told.push('third'))
  await transact(made.database.db, (tx) => events.emit(tx, 'favourites_changed', changed))
  expect(told).toEqual(['third'])
  expect(errors).toEqual(['at once', 'later'].map((reason) => ({ event: 'favourites_changed', reason })))
})

test('an announced event needs no commit, and its failures do not reach the announcer', async () => {
  const { told, errors, events } = setEvents()
  events.inTransaction('favourites_changed', async () => void told.push('inside'))
  events.afterCommit('favourites_changed', () => void told.push('after'))
  events.afterCommit('favourites_changed', () => Promise.reject(new Error('later')))
  events.announce('favourites_changed', changed)
  expect(told).toEqual(['after'])
  await expect.poll(() => errors.length).toBe(1)
})
