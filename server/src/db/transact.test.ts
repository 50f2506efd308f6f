import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createEmptyDatabase } from './database.testing.ts'
import { isOverload } from './failures.ts'
import type { Tx } from './pool.ts'
import { afterCommit, transact } from './transact.ts'

const { database, close } = await createEmptyDatabase()
const { db } = database
afterAll(close)

beforeEach(async () => {
  await sql`drop table if exists purse`.execute(db)
  await sql`create table purse (id int primary key, coins int8 not null)`.execute(db)
  await sql`insert into purse values (1, 10), (2, 10)`.execute(db)
})

const add = (tx: Tx, id: number, coins: number) =>
  sql`update purse set coins = coins + ${coins} where id = ${id}`.execute(tx)

async function coins(): Promise<bigint[]> {
  const { rows } = await sql<{ coins: bigint }>`select coins from purse order by id`.execute(db)
  return rows.map((row) => row.coins)
}

test('all is written, or after an error nothing', async () => {
  await transact(db, async (tx) => {
    await add(tx, 1, -3)
    await add(tx, 2, 3)
  })
  const failed = transact(db, async (tx) => {
    await add(tx, 1, -3)
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(await coins()).toEqual([7n, 13n])
})

test('effects wait for the commit, run in order, and are dropped with a rolled back transaction', async () => {
  const seen: string[] = []
  const work = async (tx: Tx, fails: boolean) => {
    await add(tx, 1, 1)
    afterCommit(tx, async () => void seen.push(`after ${(await coins())[0]}`))
    if (fails) throw new Error('no')
    return 'result'
  }
  await transact(db, (tx) => work(tx, false), { afterCommit: (result) => void seen.push(result) })
  await expect(
    transact(db, (tx) => work(tx, true), { afterCommit: () => void seen.push('never') }),
  ).rejects.toThrow()
  expect(seen).toEqual(['after 11', 'result'])
})

test('a failing effect neither undoes nor fails the commit', async () => {
  const result = transact(db, (tx) => add(tx, 1, 1).then(() => 'done'), {
    afterCommit: () => Promise.reject(new Error('no')),
  })
  await expect(result).resolves.toBe('done')
  expect(await coins()).toEqual([11n, 10n])
})

test('two transactions that deadlock both succeed in the end', async () => {
  let arrived = 0
  const meet = async () => {
    arrived++
    for (let waited = 0; arrived < 2 && waited < 12_000; waited++)
      await new Promise((done) => setTimeout(done, 5))
  }
  const move = (from: number, to: number) =>
    transact(db, async (tx) => {
      await add(tx, from, -1)
      await meet()
      await add(tx, to, 1)
    })
  await Promise.all([move(1, 2), move(2, 1)])
  expect(arrived).toBeGreaterThan(2)
  expect(await coins()).toEqual([10n, 10n])
})

test('a conflict is tried at most five times; other failures once', async () => {
  for (const [code, expected, isTooBusy] of [
    ['40001', 5, true],
    ['40P01', 5, true],
    ['55P03', 1, true],
    ['23505', 1, false],
  ] as const) {
    let tries = 0
    const work = (tx: Tx) => {
      tries++
      return sql`do ${sql.raw(`$$ begin raise exception 'planted' using errcode = '${code}'; end $$`)}`.execute(
        tx,
      )
    }
    const thrown: unknown = await transact(db, work).catch((failure: unknown) => failure)
    expect(thrown).toMatchObject({ message: 'planted', code })
    expect([tries, isOverload(thrown)]).toEqual([expected, isTooBusy])
  }
})

test('only the attempt that commits has its effects', async () => {
  const seen: number[] = []
  let tries = 0
  await transact(db, async (tx) => {
    const attempt = ++tries
    afterCommit(tx, () => void seen.push(attempt))
    await add(tx, 1, 1)
    if (attempt < 3) {
      await sql`do $$ begin raise exception 'planted' using errcode = '40001'; end $$`.execute(tx)
    }
  })
  expect(seen).toEqual([3])
  expect(await coins()).toEqual([11n, 10n])
})

test('serialisable transactions that read the same rows do not both act on what they read', async () => {
  const spendAll = () =>
    transact(
      db,
      async (tx) => {
        const { rows } = await sql<{ total: bigint }>`select sum(coins)::int8 as total from purse`.execute(tx)
        const total = rows[0]?.total ?? 0n
        await sql`insert into purse select max(id) + 1, ${-total} from purse`.execute(tx)
      },
      { isolation: 'serializable' },
    )
  await Promise.allSettled([spendAll(), spendAll()])
  const { rows } = await sql<{ total: bigint }>`select sum(coins)::int8 as total from purse`.execute(db)
  expect(rows[0]?.total).toBe(0n)
})
