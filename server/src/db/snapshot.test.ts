import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createEmptyDatabase } from './database.testing.ts'
import type { Reader } from './pool.ts'
import { roughCount } from './roughCountStore.ts'
import type { Schema } from './schema.ts'
import { inSnapshot } from './snapshot.ts'
import { transact } from './transact.ts'

const { database, close } = await createEmptyDatabase()
const { db } = database
afterAll(close)
await sql`create table stone (n int)`.execute(db)

const count = async (reader: Reader) => {
  const { rows } = await sql<{ n: number; idle: string }>`
    select count(*)::int as n, current_setting('idle_in_transaction_session_timeout') as idle from stone`.execute(
    reader,
  )
  return rows[0]
}

test('who joins a snapshot sees what it has, may wait long, and changes nothing', async () => {
  const add = sql`insert into stone values (1)`
  const seen = await inSnapshot(db, async (tx, name) => {
    await add.execute(db)
    const joined = await inSnapshot(db, async (other, same) => [await count(other), same], name)
    return [await count(tx), joined, [{ n: 0, idle: '0' }, name]]
  })
  expect(seen[0]).toEqual({ n: 0, idle: '0' })
  expect(seen[1]).toEqual(seen[2])
  expect(await count(db)).toEqual({ n: 1, idle: '1min' })
  await expect(inSnapshot(db, (tx) => add.execute(tx))).rejects.toThrow('read-only')
  const joins = inSnapshot(db, (_, name) => inSnapshot(db, (tx) => add.execute(tx), name))
  await expect(joins).rejects.toThrow('read-only')
})

test('a transaction that only reads is refused every change, and one of its own isolation has it', async () => {
  const isolation = async (given: Parameters<typeof transact>[2]) =>
    transact(
      db,
      async (tx) =>
        (await sql<{ is: string }>`select current_setting('transaction_isolation') as is`.execute(tx)).rows[0]
          ?.is,
      given as object,
    )
  expect(await isolation({})).toBe('read committed')
  expect(await isolation({ isolation: 'repeatable read' })).toBe('repeatable read')
  expect(await isolation({ isolation: 'serializable' })).toBe('serializable')
  const change = transact(db, (tx) => sql`delete from stone`.execute(tx), { readsOnly: true })
  await expect(change).rejects.toThrow('read-only')
})

test('rows are counted one by one while they are few, and estimated when they are many', async () => {
  const stone = 'stone' as keyof Schema
  const counted = async (rows: number, isAnalysed: boolean) => {
    await sql`truncate stone`.execute(db)
    await sql`insert into stone select generate_series(1, ${rows}::int)`.execute(db)
    if (isAnalysed) await sql`analyze stone`.execute(db)
    return roughCount(db, stone)
  }
  expect(await counted(3, false)).toBe(3)
  expect(await counted(19_999, true)).toBe(19_999)
  // Rows that came since the planner last looked.
  await sql`insert into stone select 1 from generate_series(1, 1000)`.execute(db)
  expect(await roughCount(db, stone)).toBe(20_001)
  await sql`analyze stone`.execute(db)
  await sql`insert into stone select 1 from generate_series(1, 10)`.execute(db)
  expect(await roughCount(db, stone)).toBe(20_999)
})
