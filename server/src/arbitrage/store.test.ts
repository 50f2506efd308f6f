import { KINDS } from '@tickmark/core/ledger/accounts'
import { pidOfCurrency } from '@tickmark/core/arbitrage/currencies'
import { OPENING_LIMITS } from '@tickmark/core/arbitrage/trading/limits'
import { DAY, type Edge, id, inTx, type Row, testEdges } from '../app/audit/edges.testing.ts'
import {
  isStopped,
  lockEngine,
  markLooked,
  readEngine,
  setLimits,
  setStopped,
  takeEngine,
} from './engineStore.ts'
import { heldInventory } from './holdingsStore.ts'
import { lastLine, lastTradeAt, numberOfMove } from './lines/lineStore.ts'
import { engineNow, profitToday, venuesNow, type ProgrammeDeps } from './programme.ts'
import { venueBalances } from './simulated/venueBalances.testing.ts'
import { lockBalance } from './simulated/venueStore.ts'
import { finishTrade } from './trading/finishTrade.ts'
import type { TradingDeps } from './deps.ts'
import { silentLog } from '../platform/log.ts'
import { openMoves, openTrades, readTrade, unansweredOrders } from './trading/tradeStore.ts'
import type { Db } from '../db/pool.ts'
import { Refused } from '../http/calls/refused.ts'
import { engineLimitsKind } from './changeLimits.ts'
import type { Venues } from './venues.ts'

const NOW = 10 * DAY + 1_000_000
const BTC = 4
const lines = (...rows: [kind: number, about: number, at_ms: number, profit?: number][]): Row[] =>
  rows.map(([kind, about, at_ms, profit = 0], at) => ({
    number: at + 1,
    kind,
    about: id(about),
    at_ms,
    profit,
  }))
/** The engine's row with the opening limits. */
const engine = (more: Row): Row[] => [
  {
    most_trade: 250_000_000_000,
    least_profit: 20_000_000,
    day_loss: 100_000_000_000,
    open_rests: 3,
    ...more,
  },
]
const at = (ms: number, isOpen = true) => ({ clock: { nowMs: () => ms }, isOpen: () => isOpen })
const stateAt = async (db: Db, ms: number, isOpen = true) => {
  const { state, why } = await engineNow({ db, ...at(ms, isOpen) } as ProgrammeDeps)
  return why === null ? state : `${state}: ${why}`
}

const venues = {
  terms: [1, 2].map((venue) => ({ venue, name: `v${venue}`, takerPpm: BigInt(venue) })),
  show: async () => [{ venue: 2, state: 'stale' as const, books: [] }],
} as unknown as Venues

const order = (trade: number, place: number, told: number | null): Row => ({
  id: id(10 * trade + place),
  trade: id(trade),
  place,
  venue: 1,
  side: place % 2,
  size: 9,
  book: '{}',
  sent_at_ms: place,
  state: told,
  ...(told === null
    ? {}
    : { filled: told === 2 ? 0 : 9, quote: told === 2 ? 0 : 5, fee: 0, told_at_ms: NOW }),
})

const EDGES: Edge[] = [
  [
    'a rest is closed on a live book alone',
    {
      arbitrage_trade: [{ id: id(1), pid: pidOfCurrency(BTC) }],
      arbitrage_order: [order(1, 0, 0), order(1, 1, 2)],
      arbitrage_move: [],
      account: [{ id: BTC * 16 + KINDS.venue1, balance: 100 }],
    },
    async (db) => {
      const level = { price: 10n ** 13n, size: 100n }
      const book = { venue: 1, pid: pidOfCurrency(BTC) ?? 0, seq: 1, at: NOW, asks: [] }
      const done = []
      for (const state of ['stale', 'crossed', 'down', 'live'] as const) {
        const show = async () => [{ venue: 1, state, books: [{ ...book, bids: [level] }] }]
        const send = () => Promise.reject(new Error('no answer'))
        const deps = { db, ...at(NOW), log: silentLog(), venues: { ...venues, show, send } }
        const isDone = await finishTrade(deps as unknown as TradingDeps, id(1))
        done.push([state, isDone, (await readTrade(db, id(1)))?.orders.length])
      }
      return done
    },
    [
      ['stale', false, 2],
      ['crossed', false, 2],
      ['down', false, 2],
      ['live', false, 3],
    ],
  ],
  [
    'the engine is trading for a minute after a trade, waits then, and does not run once it is silent for 20 s',
    {
      arbitrage_engine: engine({ holder: id(1), looked_at_ms: NOW }),
      arbitrage_line: lines([0, 1, NOW - 40_000], [1, 2, NOW], [2, 2, NOW + 9_000]),
    },
    async (db) => [
      await stateAt(db, NOW),
      await stateAt(db, NOW + 20_000),
      await stateAt(db, NOW + 20_001),
      await stateAt(db, NOW, false),
      await lastTradeAt(db),
    ],
    ['trading', 'trading', 'stopped: not_running', 'stopped: market_closed', NOW - 40_000],
  ],
  [
    'an engine whose newest trade is older than a minute waits',
    {
      arbitrage_engine: engine({ holder: id(1), looked_at_ms: NOW }),
      arbitrage_line: lines([0, 1, NOW - 70_000], [0, 3, NOW - 60_000], [1, 2, NOW]),
    },
    async (db) => [await stateAt(db, NOW), await stateAt(db, NOW + 1)],
    ['trading', 'waiting'],
  ],
  [
    'an engine that never looked does not run, and one without a trade waits',
    { arbitrage_engine: [], arbitrage_line: [] },
    async (db) => {
      const before = [await stateAt(db, NOW), (await readEngine(db)).limits, await lastTradeAt(db)]
      await inTx((tx) => takeEngine(tx, id(1)))(db)
      await markLooked(db, id(2), NOW)
      const other = await stateAt(db, NOW)
      await markLooked(db, id(1), NOW)
      return [...before, other, await stateAt(db, NOW), (await lastLine(db)).number]
    },
    ['stopped: not_running', OPENING_LIMITS, null, 'stopped: not_running', 'waiting', 0],
  ],
  [
    'a stop names its cause; one for a day’s loss ends with its day',
    { arbitrage_engine: engine({ holder: id(1), looked_at_ms: NOW }), arbitrage_line: [] },
    inTx(async (tx) => {
      const db = tx as unknown as Db
      const states = []
      for (const why of ['operator', 'open_rests', 'day_loss'] as const) {
        await setStopped(tx, why, NOW)
        const row = await readEngine(tx)
        states.push([
          await stateAt(db, NOW),
          row.stopped,
          isStopped(row, 11 * DAY - 1),
          isStopped(row, 11 * DAY),
        ])
      }
      await setStopped(tx, null, NOW)
      return [...states, await stateAt(db, NOW), (await readEngine(tx)).stopped]
    }),
    [
      ...['operator', 'open_rests', 'day_loss'].map((why) => [
        `stopped: ${why}`,
        { why, atMs: NOW },
        true,
        why !== 'day_loss',
      ]),
      'waiting',
      null,
    ],
  ],
  [
    'limits that are set are read, and change neither who trades nor a stop',
    { arbitrage_engine: engine({ holder: id(1), looked_at_ms: NOW, stopped: 1, stopped_at_ms: NOW }) },
    inTx(async (tx) => {
      const limits = { mostTrade: 7n, leastProfit: 5n, dayLoss: 3n, openRests: 9 }
      await setLimits(tx, limits)
      const { limits: now, ...rest } = await lockEngine(tx)
      return [now, rest]
    }),
    [
      { mostTrade: 7n, leastProfit: 5n, dayLoss: 3n, openRests: 9 },
      { holder: id(1), lookedAtMs: NOW, stopped: { why: 'operator', atMs: NOW } },
    ],
  ],
  [
    'limits replace those that a proposal names, each of them as it is now',
    { arbitrage_engine: engine({ open_rests: 4 }) },
    inTx(async (tx) => {
      const now = { mostTrade: '2500', leastProfit: '0.2', dayLoss: '1000', openRests: 4 }
      const next = { mostTrade: '3000', leastProfit: '0.3', dayLoss: '900', openRests: 5 }
      const effectOf = async (before: typeof now) => {
        try {
          return await engineLimitsKind.effect(tx, { ...next, before })
        } catch (thrown) {
          if (thrown instanceof Refused) return thrown.code
          throw thrown
        }
      }
      const others = [{ mostTrade: '2501' }, { leastProfit: '0.1' }, { dayLoss: '999' }, { openRests: 3 }]
      const stale = []
      for (const one of others) stale.push(await effectOf({ ...now, ...one }))
      return [await effectOf(now), stale]
    }),
    [
      [
        { name: 'mostTrade', value: '3000', was: '2500' },
        { name: 'leastProfit', value: '0.3', was: '0.2' },
        { name: 'dayLoss', value: '900', was: '1000' },
        { name: 'openRests', value: '5', was: '4' },
      ],
      Array(4).fill('proposal_stale'),
    ],
  ],
  [
    'today’s profit is that of the lines since midnight',
    { arbitrage_line: lines([0, 1, 10 * DAY - 1, 100], [0, 2, 10 * DAY, 20], [1, 3, NOW, -3]) },
    (db) => profitToday(db, NOW),
    17n,
  ],
  [
    'trades and moves that are open come oldest first, and not those that ended',
    {
      arbitrage_trade: [5, 3, 5, 4].map((began_at_ms, place) => ({
        id: id(place + 1),
        pid: 1,
        began_at_ms,
        ended_at_ms: place === 3 ? 9 : null,
      })),
      arbitrage_move: [5, 3, 4].map((asked_at_ms, place) => ({
        id: id(place + 1),
        from_venue: 1,
        to_venue: 2,
        currency: place + 1,
        asked_at_ms,
        ended_at_ms: place === 2 ? 9 : null,
      })),
      arbitrage_line: lines([0, 4, 5], [1, 4, 6], [2, 4, 7]),
    },
    async (db) => [
      await openTrades(db),
      (await openMoves(db)).map((one) => one.id),
      await numberOfMove(db, id(4)),
    ],
    [[id(2), id(1), id(3)], [id(2), id(1)], 2],
  ],
  [
    'a trade has its own orders in their places, and those without an answer are known',
    {
      arbitrage_trade: [1, 2].map((nth) => ({ id: id(nth), pid: nth, began_at_ms: nth })),
      arbitrage_order: [order(1, 2, null), order(2, 0, null), order(1, 0, 2), order(1, 1, 0)],
    },
    async (db) => [
      (await readTrade(db, id(1)))?.orders.map((one) => [one.id, one.side, one.fill?.state ?? null]),
      Object.fromEntries((await unansweredOrders(db)).map((one) => [one.id, one.pid])),
      await readTrade(db, id(3)),
    ],
    [
      [
        [id(10), 'buy', 'unfilled'],
        [id(11), 'sell', 'filled'],
        [id(12), 'buy', null],
      ],
      { [id(12)]: 1, [id(20)]: 2 },
      null,
    ],
  ],
  [
    'what the programme holds is told by venue and coin, with the state that the venue shows',
    {
      account: [
        [1, KINDS.venue1, 5],
        [4, KINDS.venue2, 7],
        [4, KINDS.fees, 9],
      ].map(([currency = 0, kind = 0, balance]) => ({ id: currency * 16 + kind, balance })),
      simulated_venue_balance: [
        [1, 1, 5],
        [2, 4, 7],
        [2, 1, 6],
      ].map(([venue, currency, amount]) => ({ venue, currency, amount })),
    },
    async (db) => {
      const some = (holdings: readonly { coin: string; amount: bigint }[]) =>
        holdings.filter(({ amount }) => amount > 0n).map(({ coin, amount }) => `${amount} ${coin}`)
      const held = await heldInventory(db)
      const reported = await venueBalances(db)
      return [
        (await venuesNow(db, { venues })).map(({ name, state, holdings }) => [
          name,
          state,
          ...some(holdings),
        ]),
        [held.get(1)?.get(1), held.get(2)?.get(4), held.get(2)?.get(1), held.size],
        [reported.get(2)?.get(1), reported.get(1)?.get(1)],
        await inTx((tx) => Promise.all([lockBalance(tx, 2, 4), lockBalance(tx, 1, 4)]))(db),
      ]
    },
    [
      [
        ['v1', 'down', '5 USDT'],
        ['v2', 'stale', '7 BTC'],
      ],
      [5n, 7n, 0n, 5],
      [6n, 5n],
      [7n, 0n],
    ],
  ],
]

testEdges(EDGES)
