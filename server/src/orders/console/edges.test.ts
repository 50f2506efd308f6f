import { KINDS } from '@tickmark/core/ledger/accounts'
import { ONE, parseAmount } from '@tickmark/core/money/money'
import { around, DAY, id, NOW, type Edge, type Row, testEdges, write } from '../../app/audit/edges.testing.ts'
import type { Db } from '../../db/pool.ts'
import { leastTimeId } from '../../db/timeId.ts'
import { hasOpenOrder, neededSeconds } from '../order/store.ts'
import { orderConsolePart } from './consolePart.ts'
import { createPlacedCounts, exposureNow, houseCover, type ExposureDeps } from './exposure.ts'
import { anyOrder, countOrders, listAllOrders, type OrderQuery, ordersByNumber } from './listStore.ts'
import { lateOrders, voidOrders } from './outageStore.ts'

/** Orders with a result where they have an outcome, else in the list of their due second. */
function ordersOf(rows: readonly Row[]): Record<string, Row[]> {
  const own = /^(outcome|net|bid|settled_at_ms|entry_.*|exit_.*)$/
  const part = (row: Row, isResult: boolean) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => own.test(name) === isResult))
  const whole = rows.map((row, at): Row => ({ due_at_ms: NOW, key: id(at + 1), ...row }))
  const open = whole.filter((row) => !('outcome' in row))
  return {
    placed_order: whole.map((row) => part(row, false)),
    settled_order: whole
      .filter((row) => !open.includes(row))
      .map((row, at) => ({
        net: 0,
        settled_at_ms: NOW,
        receipt_index: at,
        ...part(row, true),
        id: row['id'],
        due_at_ms: row['due_at_ms'],
        user_id: row['user_id'] ?? 1,
      })),
    due_batch: open.map((row, at) => ({
      due_at_ms: row['due_at_ms'],
      batch: row['batch'] ?? 1,
      part: at,
      ids: [row['id']],
    })),
  }
}

const TERMS = { book: 0, currency: 1, pid: 1, duration_id: 110, direction: 0 }
const VOID = { outcome: 4 }
const CLOSED = { outcome: 5, bid: 1 }
const WON = {
  outcome: 1,
  entry_seq: 1,
  entry_price: 1,
  entry_at_ms: 1,
  exit_seq: 1,
  exit_price: 1,
  exit_at_ms: 1,
}
/** An id of this millisecond. */
const idAt = (ms: number, nth = 0) =>
  `${leastTimeId(ms).slice(0, 14)}7000-8000-${String(nth).padStart(12, '0')}`

const LISTED = ordersOf(
  [
    { accepted_at_ms: NOW - 1 },
    { accepted_at_ms: NOW, ...VOID },
    // Signed 5 s before it was accepted.
    { accepted_at_ms: NOW + 5_000, id: idAt(NOW, 2), user_id: 2, pid: 2 },
    { accepted_at_ms: NOW + 5_001, ...CLOSED, book: 1 },
    { accepted_at_ms: NOW + 5_002, ...WON },
  ].map((row, nth) => ({ ...TERMS, id: idAt(row.accepted_at_ms, nth), ...row })),
)

/** The places of the listed orders, and that of the order after which the next page begins. */
async function listed(db: Db, query: Omit<OrderQuery, 'limit'> & { limit?: number }) {
  const { list, next } = await listAllOrders(db, { limit: 9, ...query })
  return [
    ...list.map((one) => Number(one.id.slice(-1))),
    ...(next === null ? [] : [`next ${next.slice(-1)}`]),
  ]
}

const deps: ExposureDeps = {
  limits: {
    exposure: (currencyId) => ({
      user: 1n,
      house: currencyId === 1 ? 2n ** 60n - 1n : 2n ** 60n,
      growth: 0n,
    }),
  },
  usdtPrice: (currencyId) => (currencyId === 1 ? ONE : currencyId === 2 ? 3n * ONE : null),
  placed: createPlacedCounts(),
}

const EDGES: Edge[] = [
  [
    'operators page through all orders, newest first',
    LISTED,
    async (db) => [
      await listed(db, {}),
      await listed(db, { limit: 2 }),
      await listed(db, { limit: 5 }),
      await listed(db, { limit: 2, before: idAt(NOW + 5_001, 3) }),
      await listed(db, { before: idAt(NOW + 5_001, 3).toUpperCase(), toMs: NOW + 5_002 }),
      await listed(db, { before: idAt(NOW + 5_002, 4), toMs: NOW }),
    ],
    [[4, 3, 2, 1, 0], [4, 3, 'next 3'], [4, 3, 2, 1, 0], [2, 1, 'next 1'], [2, 1, 0], [0]],
  ],
  [
    'operators list orders from a time on and before another, by state, outcome, owner, product and book',
    LISTED,
    async (db) => [
      await listed(db, { fromMs: NOW }),
      await listed(db, { fromMs: NOW + 5_000 }),
      await listed(db, { fromMs: NOW + 1, toMs: NOW + 5_002 }),
      await listed(db, { toMs: NOW }),
      await listed(db, { state: 'open' }),
      await listed(db, { state: 'finished' }),
      await listed(db, { outcome: 'void' }),
      await listed(db, { outcome: 'void', toMs: NOW }),
      await listed(db, { outcome: 'won' }),
      await listed(db, { outcome: 'closed', before: idAt(NOW + 5_001, 3) }),
      await listed(db, { userId: 1 }),
      await listed(db, { userId: 1, state: 'open' }),
      await listed(db, { pid: 2 }),
      await listed(db, { book: 'simulated' }),
      await listed(db, { userId: 2, fromMs: NOW + 5_000, toMs: NOW + 5_001 }),
      await listed(db, { toMs: NOW + 5_000 }),
    ],
    [
      [4, 3, 2, 1],
      [4, 3, 2],
      [3, 2],
      [0],
      [2, 0],
      [4, 3, 1],
      [1],
      [],
      [4],
      [],
      [4, 3, 1, 0],
      [0],
      [2],
      [3],
      [2],
      [1, 0],
    ],
  ],
  [
    'orders are found by their ids and by the numbers that people read out, the newest first',
    ordersOf([
      { ...TERMS, id: idAt(NOW, 7) },
      { ...TERMS, id: idAt(NOW + 1, 7), ...VOID },
      { ...TERMS, id: idAt(NOW + 2, 8), book: 1, user_id: 2, stake: 3 * Number(ONE) },
    ]),
    async (db) => {
      const part = orderConsolePart(deps, { lateSinceMs: () => null })
      const found = async (text: string) =>
        (await part.search?.(db, text))?.map((hit) => [hit.kind, hit.id, hit.label])
      return [
        (await ordersByNumber(db, '000000000007')).map((one) => one.id),
        (await anyOrder(db, idAt(NOW, 7)))?.result ?? null,
        await anyOrder(db, idAt(NOW, 9)),
        await found('000000000008'),
        await found(idAt(NOW + 2, 8).toUpperCase()),
        await found(`${idAt(NOW + 2, 8)}0`),
        await found('00000000000'),
        (await found(idAt(NOW, 7)))?.[0]?.[2],
        await countOrders(db, 1),
        await countOrders(db, 2),
      ]
    },
    [
      [idAt(NOW + 1, 7), idAt(NOW, 7)],
      null,
      null,
      [['order', idAt(NOW + 2, 8), 'BTC/USDT 3 USDT (simulated)']],
      [['order', idAt(NOW + 2, 8), 'BTC/USDT 3 USDT (simulated)']],
      [],
      [],
      'BTC/USDT 0.00000001 USDT',
      { open: 1, finished: 1 },
      { open: 1, finished: 0 },
    ],
  ],
  [
    'what open orders may win is summed by what they are about and when they are due, and valued where a price is known',
    ordersOf(
      [
        { due_at_ms: NOW + 60_000 },
        { due_at_ms: NOW + 60_001 },
        { due_at_ms: NOW + 60_002 },
        { due_at_ms: NOW + 60_001, ...VOID },
        { due_at_ms: NOW, direction: 1 },
        { due_at_ms: NOW, currency: 2 },
        { due_at_ms: NOW, currency: 3, book: 1, user_id: 2 },
        { due_at_ms: NOW + 700 * DAY, pid: 2 },
      ].map((row, nth) => ({ ...TERMS, stake: 3 ** nth, profit: 2 * 3 ** nth, id: idAt(NOW, nth), ...row })),
    ),
    async (db) => {
      const { rows, asOf } = await exposureNow(db, NOW, deps)
      const shown = rows.map((one) => {
        const amounts = [one.stake, one.profit, one.value].map((amount) => Number(parseAmount(amount)))
        return [one.pair, one.book, one.currency, one.direction, one.withinMs / 1_000, one.orders, ...amounts]
      })
      return [asOf, ...shown]
    },
    [
      NOW,
      ['BTC/USDT', 'real', 'USDT', 0, 60, 1, 1, 2, 2],
      ['BTC/USDT', 'real', 'USDT', 1, 60, 1, 81, 162, 162],
      ['BTC/USDT', 'real', 'USDC', 0, 60, 1, 243, 486, 1458],
      ['BTC/USDT', 'simulated', 'ETH', 0, 60, 1, 729, 1458, 0],
      ['BTC/USDT', 'real', 'USDT', 0, 300, 2, 12, 24, 24],
      ['ETH/USDT', 'real', 'USDT', 0, 604_800, 1, 2187, 4374, 4374],
    ],
  ],
  [
    'the cover of open orders is the bankroll of their book and currency, and no limit is shown where none is set',
    {
      account: [
        { id: 16 + KINDS.bankroll, balance: 5, at_stake: 0, may_win: 0 },
        { id: 16 + KINDS.escrow, balance: 7, at_stake: 3, may_win: 4 },
        { id: 512 + 32 + KINDS.bankroll, balance: 6, at_stake: 0, may_win: 0 },
        { id: 16 + KINDS.inventory, balance: 8, at_stake: 0, may_win: 0 },
        { id: 1024 + 16 + KINDS.available, balance: 9, at_stake: 3, may_win: 4 },
      ],
    },
    (db) => houseCover(db, deps.limits),
    [
      {
        book: 'real',
        currency: 'USDT',
        atRisk: '0.00000004',
        most: '11529215046.06846975',
        bankroll: '0.00000005',
      },
      { book: 'simulated', currency: 'USDC', atRisk: '0', most: null, bankroll: '0.00000006' },
    ],
  ],
  [
    'the orders of the last minute are counted by their seconds, the newest ones anew',
    { placed_order: [] },
    async (db) => {
      const counts = createPlacedCounts()
      const shown: unknown[] = []
      const count = async (nowMs: number, ...placed: number[]) => {
        await write(
          db,
          ordersOf(placed.map((ms, nth) => ({ ...TERMS, accepted_at_ms: ms, id: idAt(ms - 5_000, nth) }))),
        )
        const { from, counts: all } = await counts.lastMinute(db, nowMs)
        shown.push([from, all.length, ...all.flatMap((many, at) => (many ? [`${at}: ${many}`] : []))])
      }
      await count(NOW + 999, NOW - 60_001, NOW - 60_000, NOW - 5_001, NOW - 5_000, NOW - 1, NOW - 1, NOW)
      // Seconds that were too old to change are not read again.
      await count(NOW + 1_000, NOW - 59_000, NOW - 5_001, NOW - 5_000, NOW - 1)
      await count(NOW + 61_000, NOW + 1_000)
      return shown
    },
    [
      [NOW - 60_000, 60, '0: 1', '54: 1', '55: 1', '59: 2'],
      [NOW - 59_000, 60, '53: 1', '54: 1', '58: 1'],
      [NOW + 1_000, 60, '0: 1'],
    ],
  ],
  [
    'orders that ended otherwise than promised within a minute of each other are one outage, of the last ninety days',
    ordersOf(
      [
        { due_at_ms: 200 * DAY, ...VOID },
        { due_at_ms: 200 * DAY + 60_000, ...VOID, user_id: 2, pid: 3 },
        { due_at_ms: 200 * DAY + 60_000, ...VOID, user_id: 2, pid: 1 },
        { due_at_ms: 200 * DAY + 120_001, ...VOID },
        { due_at_ms: 200 * DAY + 200_000, ...WON, settled_at_ms: 200 * DAY + 260_001 },
        { due_at_ms: 200 * DAY + 200_000, ...WON, settled_at_ms: 200 * DAY + 260_000 },
        { due_at_ms: 110 * DAY + 5, ...VOID, pid: 2 },
        { due_at_ms: 110 * DAY + 4, ...VOID, pid: 2 },
      ].map((row, nth) => ({
        ...TERMS,
        settled_at_ms: row.due_at_ms,
        id: idAt(row.due_at_ms - 8 * DAY, nth),
        ...row,
      })),
    ),
    async (db) => {
      const part = orderConsolePart(deps, { lateSinceMs: () => 7 })
      return [
        ((await part.incidents?.(db, 200 * DAY + 5)) ?? []).map(
          ({ kind, since, until, where, detail, affected }) => [
            kind,
            since,
            until,
            where,
            detail,
            affected?.users,
            affected?.orders,
          ],
        ),
        (await voidOrders(db, 110 * DAY + 6)).map((one) => one.orders),
        (await lateOrders(db, 200 * DAY + 260_001)).length,
        (await lateOrders(db, 200 * DAY + 260_002)).length,
      ]
    },
    [
      [
        ['ticketUnlogged', 7, null, 'tickets', 'not in the log', undefined, undefined],
        ['ordersVoid', 200 * DAY + 120_001, 200 * DAY + 120_001, 'BTC/USDT', '1 orders', 1, 1],
        ['ordersVoid', 200 * DAY, 200 * DAY + 60_000, 'BTC/USDT, SOL/USDT', '3 orders', 2, 3],
        ['ordersVoid', 110 * DAY + 5, 110 * DAY + 5, 'ETH/USDT', '1 orders', 1, 1],
        ['settledLate', 200 * DAY + 200_000, 200 * DAY + 200_000, 'BTC/USDT', '1 orders', 1, 1],
      ],
      [1, 3],
      1,
      0,
    ],
  ],
  [
    'the overview counts all open orders, and those of the last minute and second',
    ordersOf(
      around('accepted_at_ms').map((row, nth) => ({
        ...TERMS,
        id: idAt(NOW - 5_000, nth),
        ...row,
        ...(nth === 0 && VOID),
      })),
    ),
    async (db) => {
      const part = orderConsolePart({ ...deps, placed: createPlacedCounts() }, { lateSinceMs: () => null })
      return [
        (await part.overview?.(db, NOW + 1_000))?.orders,
        (await part.overview?.(db, NOW + 2_000))?.orders,
        await part.incidents?.(db, NOW + 91 * DAY),
      ]
    },
    [{ open: 2, lastMinute: 3, lastSecond: 2 }, { open: 2, lastMinute: 3, lastSecond: 0 }, []],
  ],
  [
    'an order is open while its list stands and it has no result, and needs the seconds that decide it, in order',
    ordersOf([
      { ...TERMS, id: idAt(NOW, 1), due_at_ms: NOW + 64_000, accepted_at_ms: NOW },
      { ...TERMS, id: idAt(NOW, 2), due_at_ms: NOW + 64_000, accepted_at_ms: NOW, direction: 1 },
      { ...TERMS, id: idAt(NOW, 3), due_at_ms: NOW + 4_000, accepted_at_ms: NOW - 60_000 },
    ]),
    async (db) => {
      const all = await neededSeconds(db, 0, NOW)
      const [first = 0, last = 0] = [all[0], all.at(-1)]
      const found = [all, await neededSeconds(db, first + 1, last - 1), await hasOpenOrder(db)]
      await write(db, {
        settled_order: [1, 2, 3].map((nth) => ({ ...VOID, net: 0, id: idAt(NOW, nth), receipt_index: nth })),
      })
      return [...found, await hasOpenOrder(db)]
    },
    [
      [944, 945, 946, 947, 1002, 1003, 1004, 1005, 1006, 1007, 1062, 1063, 1064],
      [945, 946, 947, 1002, 1003, 1004, 1005, 1006, 1007, 1062, 1063],
      true,
      false,
    ],
  ],
]

testEdges(EDGES)
