import { currencyOfPid } from '@tickmark/core/arbitrage/currencies'
import { KINDS } from '@tickmark/core/ledger/accounts'
import {
  fillsOffTransfers,
  movesOffTransfers,
  unreportedTrades,
  venuesOffBooks,
} from '../../arbitrage/auditStore.ts'
import {
  daysOffOrder,
  hostedOffOrders,
  hostingTransferGaps,
  payoutsOffOrders,
  programmeOffDays,
} from '../../hosting/auditStore.ts'
import type { AuditedPart } from '../../module/auditRule.ts'
import { DAY, id, NOW, type Row } from './edges.testing.ts'
import { placesOf, testLies, unchecked, type Audited, type Lie } from './lies.testing.ts'

const HOSTED = { book: 0, user_id: 1, upper_ppm: 10_000, exit_fee_ppm: 10_000 }
/** An order that shares from the midnight of one day to that of another. */
const hosted = (nth: number, from: number, to: number, more: Row): Row => ({
  ...HOSTED,
  id: id(nth),
  number: nth,
  days: to - from,
  placed_at_ms: (from - 1) * DAY,
  shares_from_ms: from * DAY,
  expires_at_ms: to * DAY,
  ...more,
})
const exit = (ended_at_ms: number, exit_number: number): Row => ({ how: 'exit', ended_at_ms, exit_number })
const own = (user: number, kind: keyof typeof KINDS, book = 0) => user * 1024 + book * 512 + 16 + KINDS[kind]

const orders: Audited = {
  of: 'hosted money',
  tables: {
    hosting_order: [
      hosted(1, 1, 9, { principal: 5_000_000 }),
      hosted(2, 1, 9, { principal: 300_000_000, book: 1, fee: 3_000_000, ...exit(3 * DAY, 20) }),
      hosted(3, 1, 2, { principal: 2_000_000, user_id: 2, how: 'expiry', ended_at_ms: 2 * DAY, fee: 0 }),
      hosted(4, 1, 9, { principal: 7_000_000 }),
      hosted(5, 1, 9, { principal: 1_000_000, book: 1 }),
    ],
    transfer: [
      [1, 17, 0, own(1, 'available'), own(1, 'hosted'), 5_000_000, 0],
      [2, 17, 0, own(1, 'available', 1), own(1, 'hosted', 1), 300_000_000, 0],
      [2, 18, 0, own(1, 'hosted', 1), own(1, 'available', 1), 297_000_000, 3 * DAY],
      [2, 18, 1, own(1, 'hosted', 1), own(0, 'fees', 1), 3_000_000, 3 * DAY],
      [3, 17, 0, own(2, 'available'), own(2, 'hosted'), 2_000_000, 0],
      [3, 18, 0, own(2, 'hosted'), own(2, 'available'), 2_000_000, 2 * DAY],
      [4, 17, 0, own(1, 'available'), own(1, 'hosted'), 7_000_000, 0],
      [5, 17, 0, own(1, 'available', 1), own(1, 'hosted', 1), 1_000_000, 0],
      // Another cause under an order's number.
      [1, 5, 0, 16, own(0, 'bankroll'), 9, NOW],
    ].map(([nth = 0, cause, leg, from_id, to_id, amount, at_ms]) => {
      return { ref: id(nth), cause, leg, from_id, to_id, amount, at_ms }
    }),
    account: [
      [own(1, 'hosted'), 12_000_000],
      [own(1, 'hosted', 1), 1_000_000],
      [own(2, 'hosted'), 0],
      [own(2, 'available'), 9],
    ].map(([one, balance]) => ({ id: one, balance })),
  },
  ask: async (tx) => [
    ...placesOf(await hostingTransferGaps(tx, null)),
    ...placesOf(await hostedOffOrders(tx)),
    // As a step that audited all of this before sees it, by the refs of the rows alone.
    ...placesOf(await hostingTransferGaps(tx, step(NOW))).map((where) => `${where} again`),
  ],
  lies: [
    [
      'an account of hosted money is gone',
      `delete from account where id = ${own(1, 'hosted')}`,
      ['account 1054'],
    ],
    ['another has more', `update account set balance = 1 where id = ${own(2, 'hosted')}`, ['account 2078']],
    [
      'money is hosted in the other book',
      `update account set balance = balance + case id when ${own(1, 'hosted')} then -1 else 1 end where id in (${own(1, 'hosted')}, ${own(1, 'hosted', 1)})`,
      ['account 1054', 'account 1566'],
    ],
    [
      'an order took less than it says',
      `update transfer set amount = amount - 1 where ref = '${id(1)}' and cause = 17`,
      twice(`hosting order ${id(1)} 17/0`),
    ],
    [
      'somebody else paid for an order',
      `${unchecked('transfer')} update transfer set from_id = from_id + 1024 where ref = '${id(1)}' and cause = 17`,
      twice(`hosting order ${id(1)} 17/0`),
    ],
    [
      'somebody else has what an order hosts',
      `${unchecked('transfer')} update transfer set to_id = to_id + 1024 where ref = '${id(1)}' and cause = 17`,
      twice(`hosting order ${id(1)} 17/0`),
    ],
    [
      'the return went to another',
      `update transfer set from_id = from_id + 1024, to_id = to_id + 1024 where ref = '${id(3)}' and cause = 18`,
      twice(`hosting order ${id(3)} 18/0`),
    ],
    ...(
      [
        [1, 17, 0],
        [2, 18, 0],
        [2, 18, 1],
        [3, 18, 0],
      ] as const
    ).map(([nth, cause, leg]): Lie => [
      `leg ${leg} of ${nth} moved a moment later`,
      `update transfer set at_ms = at_ms + 1 where ref = '${id(nth)}' and cause = ${cause} and leg = ${leg}`,
      twice(`hosting order ${id(nth)} ${cause}/${leg}`),
    ]),
    [
      'the fee was not taken',
      `delete from transfer where ref = '${id(2)}' and leg = 1`,
      twice(`hosting order ${id(2)} 18/1`),
    ],
    [
      'an open order was given back',
      `insert into transfer select to_id, from_id, amount, at_ms, ref, 18, 0 from transfer where ref = '${id(1)}' and cause = 17`,
      twice(`hosting order ${id(1)} 18/0`),
    ],
    [
      'another than an order hosts',
      `insert into transfer select from_id, to_id, amount, ${NOW}, '${id(9)}', 17, 0 from transfer where ref = '${id(1)}' and cause = 17`,
      [`hosting order ${id(9)} 17/0`],
    ],
    [
      'another than an order hosts, a moment later',
      `insert into transfer select from_id, to_id, amount, ${NOW + 1}, '${id(9)}', 17, 0 from transfer where ref = '${id(1)}' and cause = 17`,
      twice(`hosting order ${id(9)} 17/0`),
    ],
  ],
}

function step(atMs: number, logSize = 0): AuditedPart {
  return { atMs, logSize, carried: {} }
}

function twice(where: string): string[] {
  return [where, `${where} again`]
}

const day = (nth: number, more: Row): Row => ({
  day: nth,
  previous: nth === 5 ? null : nth - 1,
  carried_before: 0,
  last_before: 0,
  last: 3,
  hosted_before: 0,
  hosted_last: 0,
  profit: 0,
  earned: 0,
  carried: 0,
  pool: 0,
  real_count: 0,
  real_hosted: 0,
  real_paid: 0,
  simulated_count: 0,
  simulated_hosted: 0,
  simulated_paid: 0,
  closed_at_ms: (nth + 1) * DAY,
  ...more,
})
const [A, B, C, D, F, OTHER] = [id(1), id(2), id(3), id(4), id(6), id(9)]

const days: Audited = {
  of: 'days of the programme',
  tables: {
    hosting_order: [
      hosted(1, 5, 7, { principal: 5_000_000 }),
      hosted(2, 1, 6, { principal: 3_000_000, how: 'expiry', ended_at_ms: 6 * DAY, fee: 0 }),
      hosted(3, 6, 8, { principal: 2_000_000 }),
      hosted(4, 1, 9, { principal: 1_000_000, book: 1, fee: 0, ...exit(6 * DAY, 20) }),
      hosted(5, 1, 9, { principal: 1_000_000, book: 1, fee: 0, ...exit(6 * DAY - 1, 21) }),
      hosted(6, 1, 6, { principal: 2_000_000, book: 1, how: 'expiry', ended_at_ms: 6 * DAY, fee: 0 }),
    ],
    hosting_day: [
      day(5, {
        profit: 80_000,
        earned: 80_000,
        pool: 40_000,
        real_count: 2,
        real_hosted: 8_000_000,
        real_paid: 40_000,
        simulated_count: 2,
        simulated_hosted: 3_000_000,
        simulated_paid: 30_000,
        log_seq: 10,
      }),
      day(6, {
        profit: -50,
        carried: -50,
        last_before: 3,
        last: 3,
        real_count: 2,
        real_hosted: 7_000_000,
        log_seq: 11,
      }),
      day(7, {
        carried_before: -50,
        last_before: 3,
        last: 9,
        profit: 151,
        earned: 101,
        pool: 50,
        real_count: 1,
        real_hosted: 2_000_000,
        real_paid: 50,
      }),
      // Two days without orders and lines.
      day(8, { last_before: 9, last: 9 }),
      day(9, { last_before: 9, last: 9 }),
    ],
    hosting_payout_part: [
      { day: 5, first: 0, book: 0, orders: [A, B], amounts: [25_000, 15_000] },
      { day: 5, first: 2, book: 1, orders: [D, F], amounts: [10_000, 20_000] },
      { day: 6, first: 0, book: 0, orders: [A, C], amounts: [0, 0] },
      { day: 7, first: 0, book: 0, orders: [C], amounts: [50] },
    ].map((row) => ({ ...row, first_order: row.orders[0] })),
    account: [
      [own(0, 'programme'), 40_051],
      [own(0, 'programme', 1), 50_101],
      [own(0, 'programme') + 16, 0],
      [own(0, 'fees') + 16, 5],
    ].map(([one, balance]) => ({ id: one, balance })),
  },
  ask: async (tx) => [
    ...placesOf(await daysOffOrder(tx)).map((where) => `order: ${where}`),
    ...placesOf(await programmeOffDays(tx)),
    ...placesOf(await payoutsOffOrders(tx, null)),
    ...placesOf(await payoutsOffOrders(tx, step(0, 10))).map((where) => `${where} again`),
  ],
  lies: [
    [
      'a payout is a unit more',
      changed('hosting_payout_part', 'amounts[2] = 15001', 5),
      [`payout ${B} of day 5`],
    ],
    [
      'a late payout is a unit more',
      changed('hosting_payout_part', 'amounts[2] = 1', 6),
      twice(`payout ${C} of day 6`),
    ],
    [
      'payouts of an unlogged day are missing',
      'delete from hosting_payout_part where day = 7',
      twice(`payout ${C} of day 7`),
    ],
    [
      'payouts change places',
      changed('hosting_payout_part', `orders = '{${C},${A}}', first_order = '${C}'`, 6),
      [...twice(`payout ${A} of day 6`), ...twice(`payout ${C} of day 6`)],
    ],
    [
      'somebody is paid who hosts nothing',
      changed(
        'hosting_payout_part',
        `orders = orders || '${OTHER}'::uuid, amounts = amounts || 0::bigint`,
        6,
      ),
      twice(`payout ${OTHER} of day 6`),
    ],
    [
      'somebody is paid for a day that is not closed',
      `insert into hosting_payout_part values (10, 0, 0, '${A}', '{${A}}', '{0}')`,
      [`payout ${A} of day 10`],
    ],
    ...[
      'real_count',
      'real_hosted',
      'real_paid',
      'simulated_count',
      'simulated_hosted',
      'simulated_paid',
    ].map((name): Lie => [
      `more in ${name}`,
      `${unchecked('hosting_day')} ${changed('hosting_day', `${name} = ${name} + 1`, 6)}`,
      [
        ...twice('day 6'),
        ...(name.endsWith('paid') ? [`programme of book ${name === 'real_paid' ? 0 : 1}`] : []),
      ],
    ]),
    ['an older figure is more', changed('hosting_day', 'real_count = 3', 5), ['day 5']],
    [
      'a day is missing',
      'delete from hosting_day where day = 6',
      ['order: day 7', `payout ${A} of day 6`, `payout ${C} of day 6`],
    ],
    ['an empty day is missing', 'delete from hosting_day where day = 8', ['order: day 9']],
    ['an empty day counts an order', changed('hosting_day', 'real_count = 1', 8), twice('day 8')],
    [
      'a loss becomes earnings',
      `${unchecked('hosting_day')} ${changed('hosting_day', 'earned = 5, carried = -5, pool = 2', 9)}`,
      ['order: day 9', 'programme of book 0', 'programme of book 1'],
    ],
    [
      'a loss is forgotten',
      `${unchecked('hosting_day')} ${changed('hosting_day', 'carried_before = 0, earned = 151, pool = 75, real_paid = 75', 7)}`,
      ['order: day 7', 'programme of book 0', 'programme of book 1', ...twice(`payout ${C} of day 7`)],
    ],
    ['a line is counted twice', changed('hosting_day', 'last_before = 2', 6), ['order: day 6']],
    [
      'the first day begins with a line',
      `${unchecked('hosting_day')} ${changed('hosting_day', 'last_before = 1', 5)}`,
      ['order: day 5'],
    ],
    [
      'the first day begins with a loss',
      `${unchecked('hosting_day')} ${changed('hosting_day', 'carried_before = -1', 5)}`,
      ['order: day 5'],
    ],
    [
      'a day shares more than half',
      `${unchecked('hosting_day')} ${changed('hosting_day', 'pool = 51', 7)}`,
      ['order: day 7', ...twice(`payout ${C} of day 7`), ...twice('day 7')],
    ],
    [
      'a day earns more than its profit',
      `${unchecked('hosting_day')} ${changed('hosting_day', 'earned = 100', 7)}`,
      ['order: day 7', 'programme of book 0', 'programme of book 1'],
    ],
    [
      'a loss is carried twice',
      `${unchecked('hosting_day')} ${changed('hosting_day', 'carried = -51', 9)}`,
      ['order: day 9'],
    ],
    [
      'the programme has more',
      `update account set balance = balance + 1 where id = ${own(0, 'programme')}`,
      ['programme of book 0'],
    ],
    [
      'the simulated programme has less',
      `update account set balance = balance - 1 where id = ${own(0, 'programme', 1)}`,
      ['programme of book 1'],
    ],
    [
      'the programme has none',
      `delete from account where id = ${own(0, 'programme')}`,
      ['programme of book 0'],
    ],
    [
      'the programme has another currency',
      `update account set balance = 1 where id = ${own(0, 'programme') + 16}`,
      [`programme in a currency ${own(0, 'programme') + 16}`],
    ],
  ],
}

function changed(table: string, set: string, of: number): string {
  return `update ${table} set ${set} where day = ${of} and ${table === 'hosting_day' ? 'true' : 'book = 0'};`
}

const [USDT, COIN, OTHER_COIN] = [1, currencyOfPid(1), currencyOfPid(2)]
const at = (venue: number, currency: number) => currency * 16 + 7 + venue
const sent = (nth: number, place: number, more: Row): Row => ({
  id: id(nth),
  trade: id(1),
  place,
  size: 9,
  price_limit: 1,
  book: '',
  ...more,
})
const FILLED = { state: 1, filled: 5, quote: 50, fee: 2, told_at_ms: 1 }
const moved = (nth: number, from_venue: number, to_venue: number, more: Row): Row => ({
  id: id(nth),
  from_venue,
  to_venue,
  cost: 4,
  ...more,
})

const trades: Audited = {
  of: 'trades and moves of the programme',
  tables: {
    arbitrage_trade: [
      { id: id(1), pid: 1 },
      { id: id(2), pid: 1, ended_at_ms: 7 },
    ],
    arbitrage_order: [
      sent(11, 0, { venue: 1, side: 0, ...FILLED }),
      sent(12, 1, { venue: 2, side: 1, ...FILLED, filled: 3, quote: 40, fee: 1 }),
      sent(13, 2, { venue: 1, side: 0 }),
      sent(14, 3, { venue: 2, side: 1 }),
      sent(15, 4, { venue: 5, side: 1, state: 2, filled: 0, quote: 0, fee: 0, told_at_ms: 1 }),
    ],
    arbitrage_move: [
      moved(21, 1, 4, { currency: COIN, amount: 11, cost: 1, asked_at_ms: 5 }),
      moved(22, 3, 5, { currency: OTHER_COIN, amount: 9, asked_at_ms: 6 }),
      moved(23, 2, 1, { currency: COIN, amount: 8, cost: 0, asked_at_ms: 6, ended_at_ms: 8 }),
    ],
    arbitrage_line: [
      [1, id(21), 1, 5],
      [2, id(22), 1, 6],
      [3, id(23), 1, 6],
      [4, id(2), 0, 7],
      [5, id(23), 2, 8],
    ].map(([number, about, kind, at_ms]) => ({ number, about, kind, at_ms })),
    transfer: [
      [11, 14, 0, COIN * 16, at(1, COIN), 5],
      [11, 14, 1, at(1, USDT), 16, 50],
      [11, 14, 2, at(1, USDT), 16, 2],
      [12, 14, 0, at(2, COIN), COIN * 16, 3],
      [12, 14, 1, 16, at(2, USDT), 40],
      [12, 14, 2, at(2, USDT), 16, 1],
      [21, 15, 0, at(1, COIN), COIN * 16, 11],
      [21, 15, 1, at(1, USDT), 16, 1],
      [22, 15, 0, at(3, OTHER_COIN), OTHER_COIN * 16, 9],
      [22, 15, 1, at(3, USDT), 16, 4],
      [23, 15, 0, at(2, COIN), COIN * 16, 8],
      [23, 15, 2, COIN * 16, at(1, COIN), 8],
      [31, 16, 0, at(2, USDT), own(0, 'programme'), 7],
      [32, 5, 0, 16, at(2, USDT), 1_000],
    ].map(([nth = 0, cause, leg, from_id, to_id, amount]) => {
      return { ref: id(nth), cause, leg, from_id, to_id, amount }
    }),
    account: [
      [at(1, COIN), 1_000],
      [at(1, USDT), 10_000],
      [at(2, COIN), 500],
      [at(2, USDT), 20_000],
      [at(3, OTHER_COIN), 70],
      [at(3, USDT), 300],
      [at(5, USDT), 40],
      [own(0, 'lending'), 99],
      [own(0, 'programme'), 99],
      [512 + at(1, USDT), 99],
    ].map(([one, balance]) => ({ id: one, balance })),
    // Beside what the house heard of: its orders 13 and 14, its move 21, and not its move 22.
    simulated_venue_order: [
      { id: id(11), venue: 1, side: 0, filled: 5, quote: 50, fee: 2 },
      { id: id(13), venue: 1, side: 0, filled: 5, quote: 50, fee: 2 },
      { id: id(14), venue: 2, side: 1, filled: 3, quote: 40, fee: 1 },
    ].map((row) => ({ pid: 1, ...row })),
    simulated_venue_transfer: [{ id: id(21), from_venue: 1, to_venue: 4, currency: COIN, amount: 11 }],
    simulated_venue_balance: [
      [1, COIN, 1_005],
      [1, USDT, 9_948],
      [2, COIN, 497],
      [2, USDT, 20_046],
      [3, OTHER_COIN, 79],
      [3, USDT, 304],
      [4, COIN, 11],
      [5, USDT, 40],
      [5, COIN, 0],
    ].map(([venue, currency, amount]) => ({ venue, currency, amount })),
  },
  ask: async (tx) => [
    ...placesOf(await fillsOffTransfers(tx, null)),
    ...placesOf(await movesOffTransfers(tx, null)),
    ...placesOf(await venuesOffBooks(tx)),
    ...placesOf(await unreportedTrades(tx)),
  ],
  lies: [
    ...(
      [
        [11, 14, 0, 'fill'],
        [11, 14, 1, 'fill'],
        [11, 14, 2, 'fill'],
        [12, 14, 0, 'fill'],
        [12, 14, 1, 'fill'],
        [12, 14, 2, 'fill'],
        [21, 15, 1, 'move'],
        [22, 15, 0, 'move'],
        [22, 15, 1, 'move'],
        [23, 15, 2, 'move'],
      ] as const
    ).flatMap(([nth, cause, leg, what]): Lie[] => {
      const [where, found] = [
        `where ref = '${id(nth)}' and cause = ${cause} and leg = ${leg}`,
        `${what} ${id(nth)}/${leg}`,
      ]
      return [
        [`more in ${found}`, `update transfer set amount = amount + 1 ${where}`, [found]],
        [`no ${found}`, `delete from transfer ${where}`, [found]],
        [
          `another venue in ${found}`,
          `update transfer set from_id = from_id + (from_id & 15 <> 0)::int, to_id = to_id + (to_id & 15 <> 0)::int ${where}`,
          [found],
        ],
        [
          `a turned ${found}`,
          `${unchecked('transfer')} update transfer set from_id = to_id, to_id = from_id ${where}`,
          [found],
        ],
      ]
    }),
    [
      'an order that was not filled has a fill',
      `insert into transfer values (${at(5, USDT)}, 16, 1, 1, '${id(15)}', 14, 1)`,
      [`fill ${id(15)}/1`],
    ],
    [
      'a move under way has arrived',
      `insert into transfer values (${COIN * 16}, ${at(4, COIN)}, 11, 1, '${id(21)}', 15, 2)`,
      [`move ${id(21)}/2`],
    ],
    ...[
      ['a venue has more', 'amount = amount + 1 where venue = 4', `venue 4 currency ${COIN}`],
      [
        'a venue has less',
        `amount = amount - 1 where venue = 2 and currency = ${USDT}`,
        'venue 2 currency 1',
      ],
      [
        'a venue has what the house lacks',
        `amount = 1 where venue = 5 and currency = ${COIN}`,
        `venue 5 currency ${COIN}`,
      ],
    ].map(([what = '', set = '', where = '']): Lie => [
      what,
      `update simulated_venue_balance set ${set}`,
      [where],
    ]),
    ['a venue lost all', 'delete from simulated_venue_balance where venue = 5', ['venue 5 currency 1']],
    ['there are no simulated venues', 'delete from simulated_venue_balance', []],
    [
      'the house heard of a fill that it did not book',
      `update arbitrage_order set state = 2, filled = 0, quote = 0, fee = 0, told_at_ms = 1 where id = '${id(13)}'`,
      [`venue 1 currency ${COIN}`, 'venue 1 currency 1'],
    ],
    [
      'a venue never got a move',
      'delete from simulated_venue_transfer',
      [`venue 1 currency ${COIN}`, 'venue 1 currency 1', `venue 4 currency ${COIN}`],
    ],
    ['what was earned is forgotten', 'delete from transfer where cause = 16', ['venue 2 currency 1']],
    [
      'a trade ended unreported',
      `update arbitrage_trade set ended_at_ms = 9 where id = '${id(1)}'`,
      [`trade ${id(1)}`],
    ],
    [
      'a trade is reported at another time',
      'update arbitrage_line set at_ms = 8 where kind = 0',
      [`trade ${id(2)}`],
    ],
    [
      'a move is reported at another time',
      'update arbitrage_line set at_ms = 4 where number = 1',
      [`move ${id(21)}`],
    ],
    ['an arrival is unreported', 'delete from arbitrage_line where number = 5', [`arrival ${id(23)}`]],
    [
      'an arrival is reported that was none',
      `insert into arbitrage_line values (6, '${id(22)}', 2, 9, 0, 'x')`,
      [`arrival ${id(22)}`],
    ],
    [
      'something unknown is reported',
      `insert into arbitrage_line values (6, '${id(9)}', 1, 9, 0, 'x')`,
      ['line 6'],
    ],
    ['a number is left out', 'update arbitrage_line set number = 6 where number = 5', ['line 6']],
    [
      'the first number is left out',
      'update arbitrage_line set number = number + 10',
      [11, 12, 13, 14, 15].map((nth) => `line ${nth}`),
    ],
  ],
}

testLies([orders, days, trades])
