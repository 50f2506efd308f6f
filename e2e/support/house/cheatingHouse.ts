import type { LogEntry } from '@tickmark/core/log/log'
import { entryBody, entryLeaf, parseEntry } from '@tickmark/core/log/log'
import { type App, startApp } from '@tickmark/server/app/app'
import { type Config, loadConfig } from '@tickmark/server/app/config'
import { createTestDatabase, type TestDatabase } from '@tickmark/server/db/database.testing'
import type { Tx } from '@tickmark/server/db/pool'
import { transact } from '@tickmark/server/db/transact'
import { advanced, EMPTY, type Head } from '@tickmark/server/market/log/head'
import { append, type LogDraft } from '@tickmark/server/market/log/log'
import { readEdge } from '@tickmark/server/market/log/nodes'
import { signHead } from '@tickmark/server/market/log/signing'
import { insertTile, storeCheckpoint } from '@tickmark/server/market/log/treeStore'
import { simulatedSource } from '@tickmark/server/market/simulatedSource'
import type { PriceSource } from '@tickmark/server/market/source'
import {
  insertDay,
  insertEntries,
  readEntries,
  readLastTickAt,
  type LogRow,
} from '@tickmark/server/market/store'
import {
  collectReceipts,
  collectRefusals,
  collectTickets,
} from '@tickmark/server/orders/receipts/signedBatches'
import { movableClock, type MovableClock } from '@tickmark/server/platform/clock.testing'
import { type Keys, loadKeys, signerOf } from '@tickmark/server/platform/keys'
import { silentLog } from '@tickmark/server/platform/log'
import { sha256 } from '@tickmark/server/platform/sha256'
import { sql } from 'kysely'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'

/** The house's public address; the server listens on a free port. */
export const SITE = 'http://house.example'
/** The start time of every house in the tests, far from midnight. */
const BEGIN_MS = Date.parse('2026-11-21T12:00:00.200Z')
const MOST = 1_000_000

/** How a house may write its log against its orders. */
export interface LogCheat {
  /** The prices of a second, given the drawn ones; null omits that second. */
  prices?(second: number, drawn: ReadonlyMap<number, bigint>): ReadonlyMap<number, bigint> | null
  /** Whether waiting tickets are logged before that second's tick. */
  logsTickets?(second: number): boolean
  /** What else it says before that second's tick, given the number of the next entry. */
  says?(second: number, seq: number): LogDraft[]
}

/** A real server whose owner has its keys and its database, and uses them. Only `pass` and `write` move its clock. */
export interface CheatingHouse {
  readonly app: App
  /** The address on which it listens. */
  readonly url: string
  readonly clock: MovableClock
  readonly config: Config
  readonly test: TestDatabase
  readonly keys: Keys
  /** The prices of all seconds: a sandbox's house knows them in advance. */
  readonly source: PriceSource
  /** The keys as published at the first start: /config.json. */
  readonly published: string
  /** Lets honest seconds pass. */
  pass(seconds: number): Promise<void>
  /** Stops the server, writes the next seconds of the log directly, and starts it again. */
  write(seconds: number, cheat: LogCheat): Promise<void>
  /** Stops the server, replaces the whole log, continues it up to now, and starts the server again. */
  rewrite(change: (entries: readonly LogEntry[]) => LogEntry[], cheat?: LogCheat): Promise<void>
  /** Puts other keys into the server's file; call it while it is stopped. */
  changeKeys(changed: Readonly<Record<string, string>>): void
  /** Changes tables with their triggers disabled, as their owner can. */
  pastTheGuards<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  stop(): Promise<void>
  start(): Promise<void>
}

/** Starts such a house once for a test file. */
export function setCheatingHouse(): CheatingHouse {
  const clock = movableClock({ isStill: true })
  clock.setWall(BEGIN_MS - clock.wallMs())
  clock.setDatabase(BEGIN_MS - clock.databaseMs())
  let parts: { app: App; test: TestDatabase; config: Config; keys: Keys; published: string } | undefined
  const dataDir = mkdtempSync(join(tmpdir(), 'tickmark-cheat-'))
  const need = () => {
    if (!parts) throw new Error('the house is not open yet')
    return parts
  }
  const open = (config: Config) =>
    startApp({ config, clock, log: silentLog(), readDatabaseMs: () => Promise.resolve(clock.databaseMs()) })
  const house = {
    clock,
    get app() {
      return need().app
    },
    get url() {
      return `http://127.0.0.1:${need().app.port}`
    },
    get config() {
      return need().config
    },
    get test() {
      return need().test
    },
    get keys() {
      return need().keys
    },
    get published() {
      return need().published
    },
    get source() {
      return simulatedSource(need().keys.marketSeed, need().keys.firstDay)
    },
    async pass(seconds: number) {
      clock.advance(seconds * 1_000)
      await house.app.market.idle()
    },
    stop: () => need().app.stop(),
    async start() {
      // The file outside the database that would reveal an older history is the house's own, too.
      rmSync(join(dataDir, 'last-note'), { force: true })
      need().app = await open(need().config)
    },
    async write(seconds: number, cheat: LogCheat) {
      await house.stop()
      clock.advance(seconds * 1_000)
      await writeUpTo(house, Math.floor(clock.nowMs() / 1_000), cheat)
      await house.start()
    },
    async rewrite(change: (entries: readonly LogEntry[]) => LogEntry[], cheat: LogCheat = {}) {
      await house.stop()
      await replaceLog(house, change)
      await writeUpTo(house, Math.floor(clock.nowMs() / 1_000), cheat)
      await house.start()
    },
    changeKeys(changed: Readonly<Record<string, string>>) {
      const { keysFile } = need().config
      const kept = JSON.parse(readFileSync(keysFile, 'utf8')) as object
      writeFileSync(keysFile, JSON.stringify({ ...kept, ...changed }))
      need().keys = loadKeys(keysFile, clock.nowMs())
    },
    pastTheGuards: <T>(work: (tx: Tx) => Promise<T>) =>
      transact(need().test.database.db, async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx)
        return work(tx)
      }),
  }
  beforeAll(async () => {
    const test = await createTestDatabase()
    const config = loadConfig({
      PORT: '0',
      PUBLIC_URL: SITE,
      DATA_DIR: dataDir,
      DATABASE_URL: test.appUrl,
      CHAINS: 'none',
      CONTENT: 'none',
      AUDIT_MINUTES: '0',
      RATES: 'challenge=9999/60 verify=9999/60 register=9999/60 order=9999/60 read=99999/60 write=9999/60',
    })
    const keys = loadKeys(config.keysFile, clock.nowMs())
    parts = { app: await open(config), test, config, keys, published: '' }
    parts.published = await (await fetch(`${house.url}/config.json`)).text()
  })
  afterAll(async () => {
    await parts?.app.stop()
    await parts?.test.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return house
}

/** Appends the due seconds according to the cheat, with their batches, and signs every head. */
async function writeUpTo(
  { test: { database }, keys, source, app }: CheatingHouse,
  now: number,
  { prices = (_, drawn) => drawn, logsTickets = () => true, says = () => [] }: LogCheat,
): Promise<void> {
  const { origin } = app.market.keys()
  const rows = await readEntries(database.db, 1, MOST)
  const lastTickAtMs = (await readLastTickAt(database.db)) ?? 0
  let head: Head = { seq: rows.length, edge: await readEdge(database.db, rows.length), lastTickAtMs }
  for (let second = lastTickAtMs / 1_000 + 1; second <= now; second += 1) {
    const shown = prices(second, source.pricesAt(second))
    if (!shown) continue
    const next = head.seq + 1
    const before = async (tx: Tx): Promise<LogDraft[]> => [
      ...says(second, next),
      ...(logsTickets(second) ? await collectTickets(tx) : []),
      ...(await collectReceipts(tx)),
      ...(await collectRefusals(tx)),
    ]
    const batch = { seconds: [{ second, prices: shown }], before, candles: [] }
    const written = await append(database, head, batch)
    if (!written) throw new Error('nobody else writes this log')
    head = advanced(head, written).head
    await storeCheckpoint(database.db, signHead(head, second * 1_000, origin, signerOf(keys.logKey)))
  }
}

/** Rewrites all entries, with matching leaves, tiles and one signed head. */
async function replaceLog(
  house: CheatingHouse,
  change: (entries: readonly LogEntry[]) => LogEntry[],
): Promise<void> {
  const { test, keys, app } = house
  const { origin } = app.market.keys()
  const old = await readEntries(test.database.db, 1, MOST)
  const entries = change(old.map(({ body }) => parseEntry(body)).filter((one) => one !== null))
  const rows = entries.map((entry): LogRow => {
    const body = entryBody(entry)
    return { seq: entry.seq, kind: entry.kind, at: entry.at, body, leaf: entryLeaf(body, sha256) }
  })
  const { head, tiles } = advanced(EMPTY, rows)
  const at = rows.at(-1)?.at ?? 0
  await house.pastTheGuards(async (tx) => {
    for (const table of ['log_checkpoint', 'log_day', 'log_tile', 'log_entry'])
      await sql`delete from ${sql.table(table)}`.execute(tx)
    await insertEntries(tx, rows)
    for (const tile of tiles) await insertTile(tx, tile)
    for (const entry of entries) {
      if (entry.kind === 'day') await insertDay(tx, entry.day, 'committed', entry.seq)
      if (entry.kind === 'reveal') await insertDay(tx, entry.day, 'revealed', entry.seq)
    }
  })
  await storeCheckpoint(test.database.db, signHead(head, at, origin, signerOf(keys.logKey)))
}
