import { hexOf } from '@tickmark/core/bytes'
import { checkpointKey, openCheckpoint, signCheckpoint } from '@tickmark/core/log/checkpoint'
import { followsKeys, type KeysEntry } from '@tickmark/core/log/log'
import { sql } from 'kysely'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/database.testing.ts'
import { nodeCrypto } from '../../platform/crypto.ts'
import { signerOf } from '../../platform/keys.ts'
import { silentLog } from '../../platform/log.ts'
import { sha256 } from '../../platform/sha256.ts'
import type { Market, MarketDeps } from '../market.ts'
import {
  checkedLog,
  logSigner,
  marketDeps,
  ORIGIN,
  startMarket,
  stillClock,
  type StillClock,
} from '../market.testing.ts'
import { append } from './log.ts'
import { type LastNote, lastNoteIn } from './lastNote.ts'
import { readCheckpoints } from './treeStore.ts'

const START = Date.parse('2026-11-21T12:00:00.400Z')
const S = START - 400
const key = checkpointKey(ORIGIN, logSigner.publicKey, sha256)

let own: TestDatabase
let clock: StillClock
let folder: string
let lastNote: LastNote
let open: Market[] = []

beforeEach(async () => {
  own = await createTestDatabase()
  clock = stillClock(START)
  folder = mkdtempSync(join(tmpdir(), 'tickmark-note-'))
  lastNote = lastNoteIn(folder, silentLog())
})

afterEach(async () => {
  await Promise.all(open.map((one) => one.stop()))
  open = []
  await own.close()
  rmSync(folder, { recursive: true })
})

async function start(more: Partial<MarketDeps> = {}): Promise<Market> {
  const market = await startMarket(marketDeps(own.database, clock, { lastNote, ...more }))
  open.push(market)
  return market
}

async function pass(market: Market, seconds: number): Promise<void> {
  for (let i = 0; i < seconds; i++) {
    clock.advance(1000)
    await market.idle()
  }
}

/** Runs a statement as the tables' owner could: with triggers disabled. */
async function pastTheGuards(...statements: string[]): Promise<void> {
  const tables = ['log_entry', 'log_checkpoint', 'log_day', 'log_tile']
  const toggle = (how: string) => tables.map((table) => `alter table ${table} ${how} trigger user`)
  for (const one of [...toggle('disable'), ...statements, ...toggle('enable')])
    await sql.raw(one).execute(own.database.db)
}

test('the newest published head is stored outside the database', async () => {
  const market = await start()
  await pass(market, 3)
  await market.stop()
  expect(readFileSync(lastNote.path, 'utf8')).toBe(market.head()?.note)
  const again = await start()
  expect(again.head()?.size).toBe(9)
})

test('a crash after the commit and before the checkpoint: the next start signs the same head', async () => {
  const market = await start()
  await pass(market, 1)
  const edge = market.head()?.edge
  if (!edge) throw new Error('there is a head')
  await market.stop()
  const second = S / 1000 + 2
  const head = { seq: edge.size, edge, lastTickAtMs: S + 1000 }
  const prices = new Map([[1, 5n]])
  await append(own.database, head, {
    seconds: [{ second, prices }],
    before: () => Promise.resolve([]),
    candles: [],
  })
  expect((await readCheckpoints(own.database.db, 0, 10)).map((one) => one.size)).toEqual([6, 7])
  const again = await start()
  const checkpoints = await readCheckpoints(own.database.db, 0, 10)
  expect(checkpoints.map((one) => one.size)).toEqual([6, 7, 8])
  expect(checkpoints[2]?.at).toBe(S + 2000)
  expect(openCheckpoint(checkpoints[2]?.note ?? '', key, nodeCrypto)?.size).toBe(8)
  clock.advance(2000)
  await again.idle()
  await checkedLog(again)
})

test('a database that lost published entries is refused, with instructions', async () => {
  const market = await start()
  await pass(market, 3)
  await market.stop()
  await pastTheGuards('delete from log_checkpoint where size > 8', 'delete from log_entry where seq > 8')
  await expect(start()).rejects.toThrow(
    /price log ends with entry 8, but entry 9 was already published \(.*last-note\).*Restore the database/,
  )
})

test('a database whose history differs from the published one is refused', async () => {
  const market = await start()
  await pass(market, 3)
  await market.stop()
  const head = market.head()
  if (!head) throw new Error('there is a head')
  const other = signCheckpoint({ origin: ORIGIN, size: 8, root: head.root }, key, logSigner.sign)
  writeFileSync(lastNote.path, other)
  await expect(start()).rejects.toThrow('not the one that was published up to entry 8')
  writeFileSync(lastNote.path, 'no note')
  await expect(start()).rejects.toThrow('should hold the newest published checkpoint')
  writeFileSync(lastNote.path, other.replaceAll(ORIGIN, 'another.example/log'))
  expect((await start()).head()?.size).toBe(9)
})

test.each([
  ['a changed leaf', `update log_entry set leaf = sha256(leaf) where seq = 2`],
  ['a changed root', `update log_checkpoint set root = sha256(root) where size = 9`],
  [
    'another signature',
    `update log_checkpoint set note = (select note from log_checkpoint where size = 8) where size = 9`,
  ],
])('%s before the last checkpoint stops the start', async (_, statement) => {
  const market = await start()
  await pass(market, 3)
  await market.stop()
  await pastTheGuards(statement)
  await expect(start()).rejects.toThrow('do not lead to its last signed checkpoint, of 9 entries')
})

test('a follower shows no entry before its checkpoint, and none that its checkpoint does not confirm', async () => {
  const writer = await start()
  const follower = await start({ follows: true, lastNote: null })
  const edge = writer.head()?.edge
  if (!edge) throw new Error('there is a head')
  await writer.stop()
  const seconds = [{ second: S / 1000 + 1, prices: new Map([[1, 5n]]) }]
  const head = { seq: edge.size, edge, lastTickAtMs: S }
  await append(own.database, head, { seconds, before: () => Promise.resolve([]), candles: [] })
  await follower.idle()
  expect(follower.latest()?.atMs).toBe(S)
  const wrong = signCheckpoint({ origin: ORIGIN, size: 7, root: new Uint8Array(32) }, key, logSigner.sign)
  await sql`insert into log_checkpoint values (7, ${S + 1000}, ${Buffer.alloc(32)}, ${wrong}, false)`.execute(
    own.database.db,
  )
  await follower.idle()
  expect(String(follower.failure())).toContain('is not that of its entries')
  expect([follower.latest()?.atMs, follower.head()?.size]).toEqual([S, 6])
})

test('a new log key is signed by the one before it, which must be available; the log keeps its name', async () => {
  await (await start()).stop()
  const next = signerOf(new Uint8Array(32).fill(7))
  clock.advance(1000)
  const change = { logSigner: next, origin: 'another.example/log' }
  await expect(start(change)).rejects.toThrow('add it as formerLogKey')
  const market = await start({ ...change, formerSigner: logSigner })
  const entries = await checkedLog(market)
  const [first, second] = entries.filter((one): one is KeysEntry => one.kind === 'keys')
  if (!first || !second) throw new Error('there are two entries with keys')
  expect(second).toMatchObject({ origin: ORIGIN, log: next.publicKey, seq: 7 })
  expect(followsKeys(null, first, nodeCrypto) && followsKeys(first, second, nodeCrypto)).toBe(true)
  const newKey = checkpointKey(ORIGIN, next.publicKey, sha256)
  expect(openCheckpoint(market.head()?.note ?? '', newKey, nodeCrypto)?.size).toBe(8)
  // Evidence is signed by the keys that the log names now, even for entries before them.
  const evidence = await market.evidence([{ from: 2, to: 3 }])
  expect(openCheckpoint(evidence?.checkpoint ?? '', newKey, nodeCrypto)?.size).toBe(8)
  await market.stop()
  expect(hexOf((await start({ ...change, formerSigner: null })).head()?.root ?? new Uint8Array())).toBe(
    hexOf(market.head()?.root ?? new Uint8Array()),
  )
})
