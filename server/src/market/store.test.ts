import { entryBody } from '@tickmark/core/log/log'
import { ENTRY_OF } from '@tickmark/core/log/entries.testing'
import { PRESENT_RULES } from '@tickmark/core/orders/presentRules'
import { changeableOf } from '@tickmark/core/orders/ruleChange'
import { around, DAY, type Edge, id, NOW, type Row, testEdges } from '../app/audit/edges.testing.ts'
import { transact } from '../db/transact.ts'
import { marketConsolePart, type MarketConsoleDeps } from './consolePart.ts'
import { logRelease } from './log/release.ts'
import { deleteCheckpoints, readLastCheckpoint, readWitnessedHead } from './log/treeStore.ts'
import { newestVersion, rulesVersions, wantedRules } from './rules/versionStore.ts'
import * as store from './store.ts'

/** Entries of the log, the first one with the number 1. */
const logged = (...rows: Row[]): Row[] => rows.map((row, at) => ({ seq: at + 1, at: at + 1, ...row }))
const seqs = (rows: readonly { seq: number }[]) => rows.map((one) => one.seq)
const tick = (at: number, ...pids: number[]): Row => ({
  kind: 'tick',
  at,
  body: JSON.stringify({ prices: Object.fromEntries(pids.map((pid) => [pid, '5'])) }),
})

const { marginPpm, ...others } = changeableOf(PRESENT_RULES)
const version = (number: number): Row => ({
  version: number,
  rules: { marginPpm: marginPpm + number, ...others },
  asked_by: `asks ${number}`,
  approved_by: `approves ${number}`,
  approved_ms: number,
})

const release = (verifier: string, script: string) => ({
  kind: 'release',
  body: entryBody({ ...ENTRY_OF.release, verifier: verifier.repeat(64), script: script.repeat(64) }),
})

const WATCHED = [
  { name: 'calm', size: 5, trouble: null, alarmSinceMs: null },
  { name: 'slow', size: null, trouble: 'gives no signature', alarmSinceMs: null },
  { name: 'loud', size: 3, trouble: 'refuses', alarmSinceMs: NOW },
]
const market: MarketConsoleDeps['market'] = {
  feed: () => 'DEGRADED',
  latest: () => ({ seq: 9, atMs: NOW, prices: new Map() }),
  tickAgeMs: () => 7,
  isPaused: () => false,
  failure: () => new Error('the disk is full'),
  head: () => null,
  keys: () => ({ origin: 'the house', log: '', receipts: '' }),
}

const EDGES: Edge[] = [
  [
    'of a kind of entry the newest counts, up to a size or a time of the log',
    {
      log_entry: logged(
        { kind: 'keys' },
        { kind: 'model' },
        { kind: 'rules' },
        { kind: 'model' },
        { kind: 'keys' },
        { kind: 'model', at: 9 },
        { kind: 'record', at: 9 },
      ),
    },
    async (db) => [
      await Promise.all([1, 2, 3, 4, 6].map((size) => store.readNewest(db, 'model', size))).then((rows) =>
        rows.map((row) => row?.seq ?? null),
      ),
      (await store.readNewest(db, 'keys', 4))?.seq,
      await Promise.all([1, 2, 3, 4, 8, 9].map((ms) => store.readNumberAt(db, 'model', ms))),
      await Promise.all([2, 3].map((ms) => store.readNumberAt(db, 'rules', ms))),
      seqs(await store.readRules(db)),
      seqs(await store.readAnnounced(db)),
      (await store.readHead(db))?.seq,
    ],
    [[null, 2, 2, 4, 6], 1, [0, 2, 2, 4, 4, 6], [0, 3], [3], [2, 3, 4, 6], 7],
  ],
  [
    'ticks lie in a stretch with both its ends, in order',
    {
      log_entry: logged(tick(NOW + 9, 1), ...around('at').map(({ at }) => tick(Number(at), 1)), {
        kind: 'model',
        at: NOW,
      }),
    },
    async (db) => [
      seqs(await store.readTicks(db, NOW - 1, NOW)),
      seqs(await store.readTicks(db, NOW, NOW + 9)),
      seqs(await store.readTicksAt(db, [NOW + 9, NOW - 1, NOW + 2])),
      await store.readLastTickAt(db),
      seqs(await store.readEntries(db, 2, 3)),
      seqs(
        await store.readRuns(db, [
          { from: 4, to: 5 },
          { from: 1, to: 2 },
        ]),
      ),
    ],
    [[2, 3], [3, 4, 1], [2, 1], NOW + 9, [2, 3], [1, 2, 4, 5]],
  ],
  [
    'the last tick with a price of a coin came before a time, whatever other coins had since',
    { log_entry: logged(tick(1, 1, 10), tick(5, 1), tick(6, 10), tick(8, 1)) },
    (db) =>
      Promise.all(
        [
          [1, 9],
          [1, 8],
          [1, 5],
          [1, 1],
          [10, 9],
          [10, 6],
          [0, 9],
        ].map(async ([pid = 0, ms = 0]) => (await store.readLastTickWith(db, pid, ms))?.seq ?? null),
      ),
    [4, 2, 1, null, 3, 1, null],
  ],
  [
    'the changes of keys come in order, the newest hundred of them',
    {
      log_entry: logged(
        ...Array.from({ length: 103 }, (_, at) => ({ kind: 'keys', body: `keys ${at + 1}` })),
      ),
    },
    async (db) => {
      const [all, some] = [await store.readKeysTexts(db, 102), await store.readKeysTexts(db, 2)]
      return [all.length, all[0], all.at(-1), some]
    },
    [100, 'keys 3', 'keys 102', ['keys 1', 'keys 2']],
  ],
  [
    'days stay open from their commitment to their reveal',
    {
      log_entry: logged(...['day', 'reveal', 'day', 'tick', 'day', 'reveal'].map((kind) => ({ kind }))).map(
        (row) => ({ ...row, body: `entry ${String(row['seq'])}` }),
      ),
      log_day: [
        ['2026-11-25', 'committed', 5],
        ['2026-11-24', 'committed', 3],
        ['2026-11-23', 'committed', 1],
        ['2026-11-23', 'revealed', 2],
      ].map(([day, event, seq]) => ({ day, event, seq })),
    },
    async (db) => [await store.readOpenDays(db), await store.readDays(db)],
    [
      ['entry 3', 'entry 5'],
      ['entry 1', 'entry 2', 'entry 3', 'entry 5', 'entry 6'],
    ],
  ],
  [
    'the newest candle of a length is that of any coin',
    {
      candle: [
        [1, 300, 600],
        [2, 300, 900],
        [2, 300, 300],
        [1, 60, 1_200],
        [1, 604_800, 0],
        [2, 604_800, 0],
      ].map(([pid, period, opened_at]) => ({ pid, period, opened_at })),
    },
    (db) => Promise.all([300, 60, 900].map((period) => store.readLastOpened(db, period))),
    [900, 1_200, null],
  ],
  [
    'the files of the house are logged when one of them is new, and not when they are as logged last',
    { log_entry: logged(release('a', 'b'), release('c', 'd')) },
    (db) =>
      transact(db, (tx) =>
        Promise.all(
          ['cd', 'ab', 'cb', 'ad'].map(async ([verifier = '', script = '']) => {
            const ours = { verifier: verifier.repeat(64), script: script.repeat(64) }
            return (await logRelease(ours)(tx, NOW)).map(({ entry }) => entry)
          }),
        ),
      ),
    [
      [],
      ...['ab', 'cb', 'ad'].map(([verifier = '', script = '']) => [
        { kind: 'release', verifier: verifier.repeat(64), script: script.repeat(64) },
      ]),
    ],
  ],
  [
    'of the rules that operators approved the newest are wanted, with all that they do not change',
    { rules_version: [version(2), version(3), version(1)].map((row, at) => ({ ...row, proposal: id(at) })) },
    async (db) => {
      const wanted = await wantedRules(db, { ...PRESENT_RULES, quoteLife: 7 })
      return [
        (await rulesVersions(db)).map((one) => [one.version, one.askedBy, one.approvedBy, one.approvedMs]),
        (await newestVersion(db))?.version,
        wanted.marginPpm - marginPpm,
        wanted.quoteLife,
      ]
    },
    [[3, 2, 1].map((number) => [number, `asks ${number}`, `approves ${number}`, number]), 3, 3, 7],
  ],
  [
    'without a version the program’s own rules are wanted',
    { rules_version: [] },
    async (db) => [await wantedRules(db, PRESENT_RULES), await newestVersion(db)],
    [PRESENT_RULES, null],
  ],
  [
    'heads that nobody keeps go before a time, and the newest is the largest',
    {
      log_checkpoint: [...around('at'), { at: 1, kept: true }].map((row, at) => ({
        size: 9 - at,
        kept: false,
        ...row,
      })),
    },
    async (db) => {
      const newest = (await readLastCheckpoint(db))?.size
      await deleteCheckpoints(db, NOW)
      const left = await db.selectFrom('log_checkpoint').select('size').orderBy('size').execute()
      return [newest, left.map((one) => Number(one.size))]
    },
    [9, [6, 7, 8]],
  ],
  [
    'operators see the feed, the log and each witness; a witness that refuses the log is an incident',
    { log_witnessed: [{ size: 4, at: NOW, signatures: 2 }] },
    async (db) => {
      const part = marketConsolePart({ market, watched: () => WATCHED })
      const { log, feed } = (await part.overview?.(db, NOW)) ?? {}
      return [feed, log, await part.incidents?.(db, NOW), await readWitnessedHead(db)]
    },
    [
      { state: 'DEGRADED', tickAt: NOW, tickAgeMs: 7, isPaused: false },
      {
        origin: 'the house',
        size: 0,
        at: null,
        failure: 'the disk is full',
        witnessed: { size: 4, at: NOW, signatures: 2 },
        witnesses: WATCHED.map(({ name, size, trouble }) => ({ name, size, trouble })),
      },
      [{ kind: 'witnessAlarm', since: NOW, until: null, where: 'loud', detail: 'refuses', affected: null }],
      { size: 4, at: NOW, signatures: 2 },
    ],
  ],
  [
    'an entry of the audit counts up to a size of the log',
    {
      log_entry: logged(
        { kind: 'audited', body: entryBody({ ...ENTRY_OF.audited, seq: 1 }) },
        { kind: 'tick' },
        { kind: 'audited', body: entryBody({ ...ENTRY_OF.audited, seq: 3 }) },
      ),
    },
    async (db) => [
      (await store.readNewestAudited(db))?.seq,
      (await store.readNewestAudited(db, 2))?.seq,
      await store.readNewestAudited(db, 0),
    ],
    [3, 1, null],
  ],
  [
    'candles that opened before a second go, of their length',
    {
      candle: [
        [60, DAY - 60],
        [60, DAY],
        [300, 0],
      ].map(([period, opened_at], at) => ({ pid: at + 1, period, opened_at })),
    },
    async (db) => {
      await store.deleteCandles(db, 60, DAY)
      const left = await db.selectFrom('candle').select(['period', 'opened_at']).orderBy('period').execute()
      return left.map((one) => [one.period, Number(one.opened_at)])
    },
    [
      [60, DAY],
      [300, 0],
    ],
  ],
]

testEdges(EDGES)
