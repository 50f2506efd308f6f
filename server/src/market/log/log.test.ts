import { checkChain, GENESIS } from '@tickmark/core/log/log'
import { sql, type RawBuilder } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/database.testing.ts'
import type { Tx } from '../../db/pool.ts'
import { append, EMPTY, type Batch, type Head, type LogDraft } from './log.ts'
import { logSigner } from '../market.testing.ts'
import { sha256 } from '../../platform/sha256.ts'
import { readEntries, type LogRow } from '../store.ts'

let own: TestDatabase

beforeEach(async () => {
  own = await createTestDatabase()
})

afterEach(() => own.close())

const TICKETS: LogDraft['entry'] = { kind: 'tickets', count: 1, first: 1, last: 1, root: 'ab'.repeat(32) }

function batch(second: number, more: Partial<Batch> = {}): Batch {
  const prices = new Map([[1, BigInt(second)]])
  return { seconds: [{ second, prices }], before: () => Promise.resolve([]), candles: [], ...more }
}

function headOf(rows: LogRow[] | null): Head {
  const last = rows?.at(-1)
  if (!last) throw new Error('something was written')
  return { seq: last.seq, hash: last.hash, lastTickAtMs: last.at }
}

async function run(tx: Tx, query: RawBuilder<unknown>): Promise<void> {
  await query.execute(tx)
}

async function logged(): Promise<LogRow[]> {
  const rows = await readEntries(own.database.db, 1, 10_000)
  expect(checkChain(rows, GENESIS, sha256)).toMatchObject({ ok: true })
  return rows
}

test('of writers that append after the same entry at the same time, one writes and the others get null', async () => {
  let head = EMPTY
  for (let second = 1; second <= 15; second++) {
    const known = head
    const rivals = await Promise.all(
      [0, 1, 2].map(() => append(own.database, logSigner, known, batch(second))),
    )
    const written = rivals.filter((rows) => rows !== null)
    expect(written).toHaveLength(1)
    head = headOf(written[0] ?? null)
  }
  expect(await logged()).toHaveLength(15)
})

test('a writer that lags behind writes nothing, not even a second that is still missing', async () => {
  const head = headOf(await append(own.database, logSigner, EMPTY, batch(10)))
  await append(own.database, logSigner, head, batch(11))
  expect(await append(own.database, logSigner, head, batch(12))).toBeNull()
  expect(await append(own.database, logSigner, EMPTY, batch(1))).toBeNull()
  expect(await logged()).toHaveLength(2)
})

test('nothing is written behind an entry that the log does not have', async () => {
  const head = headOf(await append(own.database, logSigner, EMPTY, batch(10)))
  expect(await append(own.database, logSigner, { ...head, seq: 5 }, batch(11))).toBeNull()
  expect(await logged()).toHaveLength(1)
})

test('a second is logged once, even by a writer that knows the newest entry', async () => {
  const head = headOf(await append(own.database, logSigner, EMPTY, batch(10)))
  expect(await append(own.database, logSigner, head, batch(10))).toBeNull()
  expect(await logged()).toHaveLength(1)
})

const dying = 'select pg_terminate_backend(pg_backend_pid())'
test.each<[string, Partial<Batch>]>([
  [
    'while drafts are collected',
    {
      before: (tx) =>
        sql
          .raw(dying)
          .execute(tx)
          .then(() => []),
    },
  ],
  [
    'when a draft is told its place',
    {
      before: () => Promise.resolve([{ entry: TICKETS, onLogged: (tx) => run(tx, sql.raw(dying)) }]),
    },
  ],
  [
    'while candles are written',
    { candles: [{ pid: 1, period: 300, openedAt: 0, open: 5n, high: 1n, low: 1n, close: 1n }] },
  ],
])('all or nothing: a connection or statement that fails %s leaves no trace', async (_, broken) => {
  const head = headOf(await append(own.database, logSigner, EMPTY, batch(10)))
  const draft = { before: () => Promise.resolve([{ entry: TICKETS }]) }
  await expect(append(own.database, logSigner, head, batch(11, { ...draft, ...broken }))).rejects.toThrow()
  expect(await logged()).toHaveLength(1)
  expect(await append(own.database, logSigner, head, batch(11, draft))).toHaveLength(2)
  expect((await logged()).map((row) => row.kind)).toEqual(['tick', 'tickets', 'tick'])
})

test("a module's own conflict is not mistaken for a taken log position", async () => {
  const twice = sql.raw(
    'create temp table t (i int primary key) on commit drop; insert into t values (1), (1)',
  )
  const before: Batch['before'] = (tx) => twice.execute(tx).then(() => [])
  await expect(append(own.database, logSigner, EMPTY, batch(10, { before }))).rejects.toThrow('t_pkey')
})

test('a draft’s own writes commit with its entry', async () => {
  const onLogged: LogDraft['onLogged'] = (tx, seq) =>
    run(tx, sql`insert into log_day (day, event, seq) values ('2026-11-21', 'committed', ${seq})`)
  const before = () => Promise.resolve([{ entry: TICKETS, onLogged }])
  await append(own.database, logSigner, EMPTY, batch(10, { before }))
  const { rows } = await sql<{ seq: bigint }>`select seq from log_day`.execute(own.database.db)
  expect(rows).toEqual([{ seq: 1n }])
})
