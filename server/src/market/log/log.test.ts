import { hexOf } from '@tickmark/core/bytes'
import { readEntryTexts } from '@tickmark/core/log/readEntries'
import { hashTree } from '@tickmark/core/log/tree/merkle'
import { rootOf } from '@tickmark/core/log/tree/tree'
import { rangePlaces, rangeProof, rangeRoot } from '@tickmark/core/log/tree/treeProofs'
import { sql, type RawBuilder } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/database.testing.ts'
import type { Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { advanced, EMPTY, type Head } from './head.ts'
import { append, type Batch, type LogDraft } from './log.ts'
import { readEdge, readNodes, readRoot } from './nodes.ts'
import { countTiles, insertTile, readTileRow } from './treeStore.ts'
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

function headOf(rows: LogRow[] | null, before = EMPTY): Head {
  if (!rows?.length) throw new Error('something was written')
  return advanced(before, rows).head
}

async function run(tx: Tx, query: RawBuilder<unknown>): Promise<void> {
  await query.execute(tx)
}

async function logged(): Promise<LogRow[]> {
  const rows = await readEntries(own.database.db, 1, 10_000)
  const texts = rows.map((row) => row.body)
  expect(readEntryTexts(texts, 1)).toMatchObject({ ok: true })
  return rows
}

test('of writers that append after the same entry at once, one writes and the others get null', async () => {
  let head = EMPTY
  for (let second = 1; second <= 15; second++) {
    const known = head
    const rivals = await Promise.all([0, 1, 2].map(() => append(own.database, known, batch(second))))
    const written = rivals.filter((rows) => rows !== null)
    expect(written).toHaveLength(1)
    head = headOf(written[0] ?? null, known)
  }
  expect(await logged()).toHaveLength(15)
})

test('a writer that lags behind writes nothing, not even a second that is still missing', async () => {
  const head = headOf(await append(own.database, EMPTY, batch(10)))
  await append(own.database, head, batch(11))
  expect(await append(own.database, head, batch(12))).toBeNull()
  expect(await append(own.database, EMPTY, batch(1))).toBeNull()
  expect(await logged()).toHaveLength(2)
})

test('nothing is written after an entry that the log does not have', async () => {
  const head = headOf(await append(own.database, EMPTY, batch(10)))
  expect(await append(own.database, { ...head, seq: 5 }, batch(11))).toBeNull()
  expect(await logged()).toHaveLength(1)
})

test('a second is logged once, even by a writer that knows the newest entry', async () => {
  const head = headOf(await append(own.database, EMPTY, batch(10)))
  expect(await append(own.database, head, batch(10))).toBeNull()
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
  const head = headOf(await append(own.database, EMPTY, batch(10)))
  const draft = { before: () => Promise.resolve([{ entry: TICKETS }]) }
  await expect(append(own.database, head, batch(11, { ...draft, ...broken }))).rejects.toThrow()
  expect(await logged()).toHaveLength(1)
  expect(await append(own.database, head, batch(11, draft))).toHaveLength(2)
  expect((await logged()).map((row) => row.kind)).toEqual(['tick', 'tickets', 'tick'])
})

test("a module's own conflict is not mistaken for a taken log position", async () => {
  const twice = sql.raw(
    'create temp table t (i int primary key) on commit drop; insert into t values (1), (1)',
  )
  const before: Batch['before'] = (tx) => twice.execute(tx).then(() => [])
  await expect(append(own.database, EMPTY, batch(10, { before }))).rejects.toThrow('t_pkey')
})

test('a draft’s own writes commit with its entry', async () => {
  const onLogged: LogDraft['onLogged'] = (tx, seq) =>
    run(tx, sql`insert into log_day (day, event, seq) values ('2026-11-21', 'committed', ${seq})`)
  const before = () => Promise.resolve([{ entry: TICKETS, onLogged }])
  await append(own.database, EMPTY, batch(10, { before }))
  const { rows } = await sql<{ seq: bigint }>`select seq from log_day`.execute(own.database.db)
  expect(rows).toEqual([{ seq: 1n }])
})

test('full tiles are written with the entries that fill them, and give the root at any size', async () => {
  let head = EMPTY
  const leaves: Uint8Array[] = []
  for (let second = 1; second <= 521; second += 40) {
    const seconds = Array.from({ length: 40 }, (_, i) => ({ second: second + i, prices: new Map([[1, 5n]]) }))
    const rows = await append(own.database, head, batch(second, { seconds }))
    head = headOf(rows, head)
    leaves.push(...(rows ?? []).map((row) => row.leaf))
  }
  const { db } = own.database
  expect([head.seq, await countTiles(db)]).toEqual([560, 2])
  for (const n of [0, 1]) {
    const tile = await readTileRow(db, 0, n)
    const part = leaves.slice(256 * n, 256 * n + 256)
    expect(tile?.data).toEqual(Buffer.concat(part))
    expect(hexOf(tile?.root ?? new Uint8Array())).toBe(hexOf(hashTree(part, sha256).root))
  }
  for (const size of [0, 1, 255, 256, 257, 300, 511, 512, 513, 560]) {
    expect(hexOf(await readRoot(db, size))).toBe(hexOf(hashTree(leaves.slice(0, size), sha256).root))
  }
  expect(hexOf(rootOf(head.edge, sha256))).toBe(hexOf(await readRoot(db, 560)))
})

test('a log of 65,536 entries has a tile of tiles', async () => {
  const { db } = own.database
  await sql`insert into log_entry (seq, kind, at, body, leaf)
    select i, 'keys', i, 'entry ' || i, sha256(('\\x00'::bytea) || ('entry ' || i)::bytea) from generate_series(1, 65535) i`.execute(
    db,
  )
  const leaves = await db.selectFrom('log_entry').select('leaf').orderBy('seq').execute()
  await transact(db, async (tx) => {
    for (let n = 0; n < 255; n++) {
      const tile = leaves.slice(256 * n, 256 * n + 256).map((one) => one.leaf)
      await insertTile(tx, { level: 0, n, root: hashTree(tile, sha256).root })
    }
  })
  const head = { seq: 65_535, edge: await readEdge(db, 65_535), lastTickAtMs: null }
  const rows = await append(own.database, head, batch(70_000))
  expect(rows).toHaveLength(1)
  const above = await readTileRow(db, 1, 0)
  const all = [...leaves, ...(rows ?? [])].map((one) => one.leaf)
  const whole = hashTree(all, sha256)
  expect(hexOf(above?.root ?? new Uint8Array())).toBe(hexOf(whole.root))
  expect(hexOf(await readRoot(db, 65_536))).toBe(hexOf(whole.root))
  const { left, right } = rangePlaces(12_345, 12_346, 65_536)
  const nodes = await readNodes(db, 65_536, [...left, ...right])
  const proof = rangeProof(12_345, 12_346, 65_536, nodes)
  expect(rangeRoot(12_345, all.slice(12_345, 12_346), 65_536, proof, sha256)).toEqual(whole.root)
})
