import { sql } from 'kysely'
import { expect } from 'vitest'
import { entryBody } from '@tickmark/core/log/log'
import { ENTRY_OF } from '@tickmark/core/log/entries.testing'
import { bytes, DAY, type Edge, id, inTx, type Row, testEdges } from '../app/audit/edges.testing.ts'
import type { Db } from '../db/pool.ts'
import { closedRow } from './rows.testing.ts'
import { hostingConsolePart } from './consolePart.ts'
import { closedDay, closedDays, daysOf, firstEntryAt, payoutsOf, unloggedDays } from './dayStore.ts'
import { collectYields } from './logging/collectYields.ts'
import { marketEntries, tradesEntries } from './logging/yieldStore.ts'
import { exitFeesFor, listOrders, openFromMs, withYields } from './order/store.ts'
import { loggedVersions, productVersions, unloggedVersions } from './products/productStore.ts'
import {
  lastStatementBefore,
  markStatementsLogged,
  statementAt,
  statementEntries,
  statementsFrom,
  statementsUnder,
} from './statements/statementStore.ts'
import { hostingSubject } from './subject.ts'

/** An order of the real book that shares from the first day on. */
const hosted = (...rows: Row[]): Row[] =>
  rows.map((row, at) => ({
    id: id(at + 1),
    number: at + 1,
    user_id: 1,
    book: 0,
    days: 9,
    principal: 100_000_000,
    exit_fee_ppm: 10_000,
    placed_at_ms: 5,
    shares_from_ms: DAY,
    expires_at_ms: 10 * DAY,
    ...row,
  }))

const EXITED = { ended_at_ms: 3 * DAY, how: 'exit', fee: 1_000_000, exit_number: 9 }
const EXPIRED = { expires_at_ms: 3 * DAY, days: 2, ended_at_ms: 3 * DAY, how: 'expiry', fee: 0 }
const idsOf = ({ list }: { list: readonly { id: string }[] }) => list.map((one) => one.id)
const exited = (number: number): Row => ({ ...EXITED, exit_number: number })

/** What operators are told at these times of days that were not shared. */
async function incidentsAt(db: Db, ...times: number[]): Promise<string[][]> {
  const all = []
  for (const ms of times) {
    const found = (await hostingConsolePart.incidents?.(db, ms)) ?? []
    all.push(found.map(({ since, where, detail }) => `${since} ${where} ${detail}`))
  }
  return all
}
const SIX_HOURS = DAY / 4

const EDGES: Edge[] = [
  [
    'own orders of a book come newest first, those that run and those that ended by themselves',
    {
      hosting_order: hosted(
        {},
        { placed_at_ms: 7 },
        {},
        { book: 1, placed_at_ms: 9 },
        { user_id: 2, placed_at_ms: 9 },
        { ...exited(7), placed_at_ms: 9 },
        { ...EXPIRED, placed_at_ms: 3 },
        exited(9),
      ),
      hosting_day: [],
      hosting_payout_part: [],
    },
    async (db) => {
      const list = (isEnded: boolean, page: number) =>
        listOrders(db, { userId: 1, book: 'real', isEnded, page, pageSize: 2 })
      const pages = [await list(false, 0), await list(false, 1), await list(true, 0), await list(true, 1)]
      return [pages.map(idsOf), pages.map((one) => one.total)]
    },
    [
      [[id(2), id(3)], [id(1)], [id(6), id(8)], [id(7)]],
      [3, 3, 3, 3],
    ],
  ],
  [
    'an order’s days come newest first, from its first whole day to its last, with its place among all lines',
    {
      hosting_order: hosted(
        {},
        {},
        { ...EXITED, ended_at_ms: 3 * DAY + 5 },
        { book: 1 },
        { expires_at_ms: 4 * DAY, days: 3 },
      ),
      hosting_day: [0, 1, 2, 3].map((day) =>
        closedRow(day, { log_seq: day === 3 ? null : 10 + day, real_count: 4, simulated_count: 1 }),
      ),
      hosting_payday: [1, 2, 3].map((day) => ({ day, pool: 9, at_ms: 20 * DAY + day })),
      hosting_payout_part: [1, 2, 3]
        .flatMap((day) => [
          { day, first: 0, first_order: id(1), orders: [id(1)], amounts: [day] },
          { day, first: 1, first_order: id(2), orders: [id(2), id(3), id(5)], amounts: [10, 20, 30 + day] },
          { day, first: 4, book: 1, first_order: id(4), orders: [id(4)], amounts: [7] },
        ])
        .map((row) => ({ book: 0, ...row })),
    },
    async (db) => {
      const days = async (nth: number, page: number, pageSize = 2) =>
        (await daysOf(db, id(nth), { page, pageSize })).map((one) => [
          one.day,
          one.leaf,
          one.amount,
          one.size,
          one.seq,
        ])
      const order = (nth: number) => payoutsOf(db, 2, nth, nth).then(([one]) => one?.order)
      const orders = (await listOrders(db, { userId: 1, book: 'real', isEnded: false, page: 0, pageSize: 9 }))
        .list
      return [
        [await days(1, 0), await days(1, 1)],
        [await days(3, 0, 9), await days(4, 0, 1), await days(5, 0, 1)],
        await Promise.all([0, 1, 2, 3, 4, 5].map(order)),
        (await payoutsOf(db, 2, 1, 3)).map((one) => one.order),
        (await withYields(db, orders)).map((one) => [one.id, one.sharedDays, one.yielded]),
        await openFromMs(db),
      ]
    },
    [
      [
        [
          [3, 0, 3n, 5, null],
          [2, 0, 2n, 5, 12],
        ],
        [[1, 0, 1n, 5, 11]],
      ],
      [
        [
          [2, 2, 20n, 5, 12],
          [1, 2, 20n, 5, 11],
        ],
        [[3, 4, 7n, 5, null]],
        [[3, 3, 33n, 5, null]],
      ],
      [id(1), id(2), id(3), id(5), id(4), undefined],
      [id(2), id(3), id(5)],
      [
        [id(5), 3, 96n],
        [id(2), 3, 30n],
        [id(1), 3, 6n],
      ],
      4 * DAY,
    ],
  ],
  [
    'early exits cost what their orders say, and no others',
    {
      hosting_order: hosted(
        exited(7),
        { ...exited(8), principal: 300_000_000, fee: 3_000_000 },
        {},
        { ...exited(9), principal: 500_000_000, fee: 5_000_000 },
      ),
    },
    async (db) => [await exitFeesFor(db, [id(1), id(2), id(3)]), await exitFeesFor(db, [])],
    [4_000_000n, 0n],
  ],
  [
    'closed days come newest first, those that the log lacks in their order',
    { hosting_day: [closedRow(4), closedRow(6, { log_seq: 5 }), closedRow(5), closedRow(7)] },
    async (db) => [
      (await closedDays(db, 3)).map((one) => one.day),
      (await unloggedDays(db)).map((one) => one.day),
      (await closedDay(db, 6))?.logSeq,
      await closedDay(db, 8),
    ],
    [[7, 6, 5], [4, 5, 7], 5, null],
  ],
  [
    'a closed day is logged after its lines and statements, not before its close, and names the day before',
    {
      hosting_day: [
        closedRow(4, { log_seq: 7, closed_at_ms: 5 * DAY }),
        closedRow(6, { closed_at_ms: 7 * DAY }),
        closedRow(5, { closed_at_ms: 6 * DAY, last_before: 3, last: 8, hosted_last: 2 }),
      ],
      hosting_statement: [2, 3].map((number) => ({
        number,
        kind: 0,
        order_id: id(number),
        signature: bytes(64),
        log_seq: number === 2 ? 5 : null,
      })),
    },
    inTx(async (tx) => {
      const asked: number[] = []
      const drafts = async (atMs: number, isLogged = true) => {
        const areLogged = (_reader: unknown, last: number) =>
          Promise.resolve(asked.push(last) > 0 && isLogged)
        return (await collectYields(tx, atMs, { areLogged })).map(({ entry }) => entry)
      }
      const [entry] = await drafts(6 * DAY)
      const none = [await drafts(6 * DAY - 1), await drafts(6 * DAY, false)]
      await sql`set local session_replication_role = replica`.execute(tx)
      await tx.updateTable('hosting_statement').set({ log_seq: null }).where('number', '=', 2n).execute()
      return [entry, none, await drafts(6 * DAY), new Set(asked)]
    }),
    [
      expect.objectContaining({
        kind: 'yield',
        day: '1970-01-06',
        first: 4,
        last: 8,
        hostings: [3, 2],
        before: 7,
      }),
      [[], []],
      [],
      new Set([8]),
    ],
  ],
  [
    'a closed day waits for the last of its statements, and for no later one',
    {
      hosting_day: [closedRow(5, { closed_at_ms: 6 * DAY, hosted_last: 4 })],
      hosting_statement: [3, 4, 5].map((number) => ({
        number,
        kind: 0,
        order_id: id(number),
        signature: bytes(64),
        log_seq: number === 3 ? 5 : null,
      })),
    },
    inTx(async (tx) => {
      const drafts = async () =>
        (await collectYields(tx, 6 * DAY, { areLogged: () => Promise.resolve(true) })).length
      const before = await drafts()
      await sql`set local session_replication_role = replica`.execute(tx)
      await markStatementsLogged(tx, 4, 4, 6)
      return [before, await drafts()]
    }),
    [0, 1],
  ],
  [
    'the last statement before a time is not one of that time',
    {
      hosting_statement: [1, 2, 3].map((number) => ({
        number,
        order_id: id(number),
        signature: bytes(64),
        at_ms: number * 10,
      })),
    },
    (db) => Promise.all([10, 11, 20, 21, 99].map((ms) => lastStatementBefore(db, ms))),
    [0, 1, 1, 2, 3],
  ],
  [
    'a page of payouts may begin and end anywhere in a full row',
    {
      hosting_order: hosted(...Array.from({ length: 130 }, () => ({}))),
      hosting_payout_part: [0, 64, 128].map((first) => {
        const orders = Array.from({ length: Math.min(64, 130 - first) }, (_, at) => id(first + at + 1))
        return {
          day: 2,
          book: 0,
          first,
          first_order: orders[0],
          orders,
          amounts: orders.map((_, at) => first + at),
        }
      }),
    },
    (db) =>
      Promise.all(
        (
          [
            [63, 64],
            [127, 128],
            [129, 129],
            [0, 0],
            [130, 140],
          ] as const
        ).map(async ([from, to]) => (await payoutsOf(db, 2, from, to)).map((one) => Number(one.amount))),
      ),
    [[63, 64], [127, 128], [129], [0], []],
  ],
  [
    'versions of products come newest first; those that the log lacks by product, in their order',
    {
      hosting_product: [
        [1, 1, 5, 3],
        [1, 2, 9, null],
        [2, 1, 5, null],
        [1, 3, 9, null],
        [3, 1, 9, 4],
      ].map(([mid, version, from_ms, log_seq]) => ({
        mid,
        version,
        from_ms,
        log_seq,
        least: 1_000_000,
        most: 1_000_000,
      })),
    },
    async (db) => {
      const named = (all: readonly { mid: number; version: number }[]) =>
        all.map(({ mid, version }) => `${mid}.${version}`)
      return [
        named(await productVersions(db)),
        named(await unloggedVersions(db)),
        Object.fromEntries((await loggedVersions(db)).map((one) => [one.mid, one.logSeq])),
      ]
    },
    [['1.3', '1.2', '3.1', '1.1', '2.1'], ['1.2', '1.3', '2.1'], { 1: 3, 3: 4 }],
  ],
  [
    'the entries of a day are those that hold any of its lines, between two entries of the log',
    {
      log_entry: [
        [1, 'trades', 1, 3],
        [2, 'trades', 4, 4],
        [3, 'hostings', 5, 5],
        [4, 'trades', 5, 7],
        [5, 'trades', 8, 9],
      ].map(([seq, kind, first, last]) => ({
        seq,
        at: 100 + Number(seq),
        kind,
        body: JSON.stringify({ first, last }),
      })),
      log_day: [
        ['2026-11-25', 'revealed', 9],
        ['2026-11-24', 'committed', 3],
        ['2026-11-25', 'committed', 4],
        ['2026-11-26', 'committed', 8],
      ].map(([day, event, seq]) => ({ day, event, seq })),
    },
    async (db) => {
      const all = { afterSeq: 0, toSeq: 9 }
      const entries = async (first: number, last: number, span = all) =>
        (await tradesEntries(db, { first, last, ...span })).map((one) => one.seq)
      return [
        [await entries(3, 5), await entries(4, 4), await entries(10, 12)],
        [await entries(1, 9, { afterSeq: 1, toSeq: 5 }), await entries(1, 9)],
        await tradesEntries(db, { first: 8, last: 8, ...all }),
        await marketEntries(db, ['2026-11-24', '2026-11-25']),
      ]
    },
    [
      [[1, 2, 4], [2], []],
      [
        [2, 4],
        [1, 2, 4, 5],
      ],
      [{ seq: 5, at: 105, first: 8, last: 9 }],
      [3, 4, 9],
    ],
  ],
  [
    'statements are read by the entries that they are under, in their order',
    {
      hosting_statement: [
        [5, 8],
        [1, 3],
        [2, 3],
        [4, 7],
        [3, 7],
        [6, null],
      ].map(([number, log_seq]) => ({
        number,
        log_seq,
        kind: 0,
        order_id: id(Number(number)),
        signature: bytes(64),
        text: `s${number}`,
      })),
    },
    async (db) => [
      await statementEntries(db, { first: 2, last: 4 }),
      await statementEntries(db, { first: 1, last: 6 }),
      (await statementsUnder(db, { first: 3, last: 7 })).map((one) => [one.number, one.seq]),
      (await statementsFrom(db, { first: 3, last: 7, after: 1, most: 2 })).map((one) => one.text),
      await statementAt(db, 9),
    ],
    [
      [3, 7],
      [3, 7, 8],
      [
        [1, 3],
        [2, 3],
        [3, 7],
        [4, 7],
      ],
      ['s2', 's3'],
      null,
    ],
  ],
  [
    'operators are told of a day that was not shared, from six hours after its end on',
    { hosting_day: [closedRow(4)], log_entry: [] },
    (db) =>
      incidentsAt(
        db,
        6 * DAY + SIX_HOURS,
        6 * DAY + SIX_HOURS + 1,
        7 * DAY + SIX_HOURS - 1,
        7 * DAY + SIX_HOURS,
        8 * DAY + SIX_HOURS,
      ),
    [
      [],
      [`${6 * DAY + SIX_HOURS} 1970-01-06 1 day is not shared`],
      [`${6 * DAY + SIX_HOURS} 1970-01-06 1 day is not shared`],
      [`${6 * DAY + SIX_HOURS} 1970-01-06 2 days are not shared`],
      [`${6 * DAY + SIX_HOURS} 1970-01-06 3 days are not shared`],
    ],
  ],
  [
    'the first day to be shared is that of the log’s first entry; without one none is missing',
    {
      hosting_day: [],
      log_entry: [{ seq: 1, at: 3 * DAY + 5, kind: 'keys', body: entryBody(ENTRY_OF.keys) }],
    },
    async (db) => [await firstEntryAt(db), ...(await incidentsAt(db, 4 * DAY + SIX_HOURS + 1))],
    [3 * DAY + 5, [`${4 * DAY + SIX_HOURS} 1970-01-04 1 day is not shared`]],
  ],
  [
    'before the log begins no day is missing',
    { hosting_day: [], log_entry: [] },
    async (db) => [await firstEntryAt(db), ...(await incidentsAt(db, 99 * DAY)), await openFromMs(db)],
    [null, [], 0],
  ],
  [
    'support reads how an order stands and how it ended, and operators find it by its number',
    {
      hosting_order: hosted({}, EXPIRED, { ...EXITED, user_id: 2, book: 1 }),
      hosting_day: [],
      hosting_payout_part: [],
    },
    async (db) => {
      const linesOf = async (userId: number, nth: number) =>
        (await hostingSubject.describe(db, userId, id(nth)))?.lines.map(({ name, value }) => [
          name,
          ...Object.values(value as Record<string, unknown>),
        ])
      return [
        await linesOf(1, 1),
        (await linesOf(1, 2))?.slice(5),
        (await linesOf(2, 3))?.filter(([name]) =>
          ['account', 'state', 'moved', 'fee'].includes(String(name)),
        ),
        await linesOf(1, 3),
        await hostingConsolePart.search?.(db, id(3).toUpperCase()),
        await hostingConsolePart.search?.(db, `x${id(3)}`),
      ]
    },
    [
      [
        ['number', id(1)],
        ['account', 'real'],
        ['amount', '1 USDT'],
        ['hostingDays', '9'],
        ['hostingYield', '0 USDT'],
        ['state', 'hosting_running'],
        ['placed', 5],
        ['hostingExpiry', 10 * DAY],
      ],
      [
        ['state', 'hosting_expired'],
        ['placed', 5],
        ['hostingExpiry', 3 * DAY],
        ['moved', 3 * DAY],
      ],
      [
        ['account', 'simulated'],
        ['state', 'hosting_exited'],
        ['moved', 3 * DAY],
        ['fee', '0.01 USDT'],
      ],
      undefined,
      [{ kind: 'hosting', id: id(3), label: '1 USDT' }],
      [],
    ],
  ],
]

testEdges(EDGES)
