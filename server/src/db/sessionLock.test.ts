import { afterAll, expect, test } from 'vitest'
import { createEmptyDatabase } from './database.testing.ts'
import { sql } from 'kysely'
import { trySessionLock, turnOf } from './sessionLock.ts'

const { database, close } = await createEmptyDatabase()
afterAll(close)

test('one session has a lock at a time, and the next one has it when that ends', async () => {
  const first = await trySessionLock(database, 1n)
  expect(await trySessionLock(database, 1n)).toBeNull()
  const other = await trySessionLock(database, 2n)
  expect([first, other]).not.toContain(null)
  await first?.release()
  await first?.lost
  const second = await trySessionLock(database, 1n)
  expect(second).not.toBeNull()
  await Promise.all([second?.release(), other?.release()])
})

test('a turn is taken once and kept, told when it is lost, and not when it is released', async () => {
  const told: string[] = []
  const [mine, others] = [
    turnOf(database, 7n, () => told.push('mine')),
    turnOf(database, 7n, () => told.push('others')),
  ]
  expect([await mine.take(), await mine.take(), await others.take()]).toEqual([true, true, false])
  await others.release()
  expect(await others.take()).toBe(false)
  await mine.release()
  await mine.release()
  await expect.poll(() => others.take(), { timeout: 10_000 }).toBe(true)
  expect([told, await mine.take()]).toEqual([[], false])
  await sql`select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`.execute(
    database.db,
  )
  await expect.poll(() => told, { timeout: 10_000 }).toEqual(['others'])
  expect(await mine.take()).toBe(true)
  expect(await others.take()).toBe(false)
  await mine.release()
})
