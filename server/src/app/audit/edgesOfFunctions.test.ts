import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { isSameHand } from '../../operators/presentStore.ts'
import { DAY, type Edge, id, NOW, type Row, testEdges } from './edges.testing.ts'

/** When the first orders are due, more than a day after the beginning of time. */
const DUE = 3 * DAY
/** No order is open for longer. */
const LONGEST = 86_411_000

/** The first id of a millisecond, or one of its last ones. */
function idAt(ms: number, last = 0): string {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-${String(last).padStart(12, '0')}`
}
const placed = (nth: number, more: Row): Row => ({
  id: id(nth),
  key: id(nth),
  user_id: 1,
  batch: 7,
  due_at_ms: DUE,
  book: 0,
  direction: 0,
  duration_id: 110,
  ...more,
})
const FIRST = idAt(DUE - LONGEST)
const OPEN = idAt(DUE - LONGEST, 1)
const SETTLED = idAt(DUE - LONGEST, 2)
const [OTHER_BATCH, OTHER_SECOND, OTHER_USER] = [3, 4, 5].map((nth) => idAt(DUE, nth))
const OLDER = idAt(DUE - LONGEST - 1, 9)

const ORDERS = {
  placed_order: [
    placed(1, { id: FIRST }),
    placed(2, { id: OPEN }),
    placed(3, { id: SETTLED }),
    placed(4, { id: OTHER_BATCH, batch: 8 }),
    placed(5, { id: OTHER_SECOND, due_at_ms: DUE + 1 }),
    placed(6, { id: OTHER_USER, user_id: 2, due_at_ms: DUE + 2 }),
    placed(7, { id: OLDER }),
  ],
  settled_order: [
    {
      id: SETTLED,
      user_id: 1,
      due_at_ms: DUE,
      outcome: 4,
      net: 0,
      settled_at_ms: 1,
      receipt_batch: 1,
      receipt_index: 0,
    },
  ],
  due_batch: [
    [DUE + 2, 7, 0, [OTHER_USER]],
    [DUE, 8, 0, []],
    [DUE, 7, 1, [OPEN]],
    [DUE, 7, 0, [FIRST, SETTLED, OTHER_BATCH, OTHER_SECOND]],
  ].map(([due_at_ms, batch, part, ids]) => ({ due_at_ms, batch, part, ids })),
}

async function values(db: Db, query: string): Promise<unknown[]> {
  const { rows } = await sql.raw<{ value: unknown }>(query).execute(db)
  return rows.map((row) => row.value)
}
const taken = (db: Db, given: string) =>
  values(db, `select concat_ws(' ', due_at_ms - ${DUE}, batch, part) as value from take_due(${given})`)

const operator = (address: string, more: Row = {}): Row => ({
  address,
  name: 'x',
  roles: ['admin'],
  invited_ms: 1,
  ...more,
})
/** The sandbox's own operator, and one whom that one invited by a link. */
const LINKED = [operator('own', { by_link: true }), operator('ann', { by_link: true, invited_by: 'own' })]
/** Whether these two count as one hand beside a third operator. */
const besides = (what: string, third: Row, isSame: boolean): Edge => [
  `in a sandbox two hands of one wallet count ${isSame ? 'once' : 'twice'} beside ${what}`,
  { operator: [...LINKED, operator('cem', third)] },
  (db) => values(db, `select same_hand('own', 'ann') as value`),
  [isSame],
]

/** For how many days silence must last at some times, beside one who decides. */
const silence = (what: string, others: Row[], days: [afterMs: number, days: number][]): Edge => [
  `silence lasts a week if fewer than two decide and one was revoked: ${what}`,
  { operator: [operator('ann'), ...others] },
  (db) =>
    values(
      db,
      `select (silence_ms(${NOW} + after) / ${DAY})::int as value from unnest('{${days.map(([after]) => after).join()}}'::bigint[]) with ordinality as given (after, place) order by place`,
    ),
  days.map(([, count]) => count),
]
const KIND = 'lossDay'
const REVOKED = { revoked_by: 'ann' }

const EDGES: Edge[] = [
  silence(
    'another decides from his invitation on',
    [operator('ben', { invited_ms: NOW }), operator('old', { ...REVOKED, revoked_ms: NOW - DAY })],
    [
      [-1, 7],
      [0, 1],
    ],
  ),
  silence(
    'another decides until he is revoked',
    [
      operator('ben', { ...REVOKED, revoked_ms: NOW + 1 }),
      operator('old', { ...REVOKED, revoked_ms: NOW - DAY }),
    ],
    [
      [0, 1],
      [1, 7],
    ],
  ),
  silence(
    'one who comes and goes later',
    [operator('ben', { ...REVOKED, invited_ms: NOW + 1, revoked_ms: NOW + 2 })],
    [
      [0, 1],
      [2, 7],
    ],
  ),
  silence(
    'within a week',
    [operator('old', { ...REVOKED, revoked_ms: NOW })],
    [
      [-1, 1],
      [0, 7],
      [7 * DAY - 1, 7],
      [7 * DAY, 1],
    ],
  ),
  silence(
    'of those who decide',
    [
      operator('ben', { ...REVOKED, roles: ['support'], revoked_ms: NOW }),
      operator('cem', { invited_by: 'ann', roles: ['treasurer'] }),
    ],
    [[0, 1]],
  ),
  [
    'votes on a withdrawal count once for each who decided then',
    {
      operator: ['ann', 'ben', 'cem', 'dan'].map((address) =>
        operator(address, { invited_ms: address === 'cem' ? 6 : 5 }),
      ),
      withdrawal_vote: [
        ['ann', 5],
        ['ann', 6],
        ['ben', 5],
        ['cem', 5],
        ['dan', 5, 'why'],
        ['dan', 5, null, 2],
      ].map(([name, at, reason = null, nth = 1]) => ({
        withdrawal: id(Number(nth)),
        operator: name,
        approves: reason === null,
        reason,
        at,
      })),
    },
    async (db) =>
      values(
        db,
        `select withdrawal_votes('${id(1)}', approves)::int as value from (values (true), (false)) as vote (approves)`,
      ),
    [2, 1],
  ],
  [
    'who was invited by one alone is the hand of that one, and by two a hand of his own',
    {
      operator: [
        operator('ann'),
        operator('ben', { invited_by: 'ann' }),
        operator('cem', { invited_by: 'ann', invited_with: 'ben' }),
        operator('dan', { invited_by: 'ann' }),
      ],
    },
    async (db) => [
      await values(db, `select hand_of(address) as value from operator order by address`),
      await values(
        db,
        `select same_hand(one, other) as value from (values ('ann', 'ben'), ('ben', 'dan'), ('ann', 'cem'), ('cem', 'cem')) as pair (one, other)`,
      ),
    ],
    [
      ['ann', 'ann', 'cem', 'ann'],
      [true, true, false, true],
    ],
  ],
  [
    'an operator is the hand of others if any one of them is, and nobody beside himself is his second hand',
    {
      operator: [
        operator('ann'),
        operator('ben', { invited_by: 'ann' }),
        operator('cem'),
        operator('dan', { invited_by: 'cem' }),
      ],
    },
    (db) =>
      Promise.all(
        [['ben', 'cem'], ['cem', 'ben'], ['cem', 'dan'], ['ben'], ['ann'], ['ann', 'ben'], []].map((others) =>
          isSameHand(db, 'ann', others, ['admin']),
        ),
      ),
    [true, true, false, true, false, true, false],
  ],
  [
    'who decides about withdrawals is a treasurer or an admin, not revoked, from the last invitation on',
    {
      operator: [
        operator('ann', { invited_ms: 5 }),
        operator('ben', { invited_ms: 6 }),
        operator('cem', { roles: ['treasurer'] }),
        operator('dan', { roles: ['support', 'editor'] }),
        operator('old', { ...REVOKED, revoked_ms: 9 }),
      ],
    },
    (db) =>
      values(
        db,
        `select address as value from operator where decides_withdrawals(address, 5) order by address`,
      ),
    ['ann', 'cem'],
  ],
  silence(
    'by a hand of his own',
    [operator('ben', { invited_by: 'ann' }), operator('old', { ...REVOKED, revoked_ms: NOW })],
    [[0, 7]],
  ),
  [
    'the facts for limits are those of each user and of the hours from one on',
    {
      user_break: [{ user_id: 1, until_ms: 7, excluded_until_ms: 8 }],
      user_limit: [1, 2].map((user_id) => ({ user_id, kind: KIND, value: user_id * 100 })),
      use_hour: [
        [1, 4, 1],
        [1, 5, 2],
        [2, 5, 4],
      ].map(([user_id, hour, minutes]) => ({ user_id, hour, minutes })),
      result_hour: [
        [1, 4, 1],
        [1, 5, 2],
        [2, 5, 4],
      ].map(([user_id, hour, won]) => ({
        user_id,
        hour,
        currency: 3,
        won,
        lost: Number(won) + 10,
        stake: Number(won) + 20,
      })),
      account: [
        [1024 + 16 + 1, 1],
        [1024 + 32 + 1, 0],
        [1024 + 512 + 16 + 1, 9],
        [2048 + 32 + 1, 7],
        [16 + 2, 5],
      ].map(([one, at_stake]) => ({ id: one, at_stake, balance: 0 })),
    },
    (db) =>
      values(
        db,
        `select concat_ws(' ', user_id, break_until_ms, excluded_until_ms, "values", used_hours, used_minutes, hours, hour_currencies,
          won, lost, staked, stake_currencies, stakes) as value from own_limit_facts('{1,2,3}', 5) order by user_id`,
      ),
    [
      '1 7 8 {100} {5} {2} {5} {3} {2} {12} {22} {1} {1}',
      '2 {200} {5} {4} {5} {3} {4} {14} {24} {2} {7}',
      '3',
    ],
  ],
  besides('one who decides', {}, true),
  besides('one who is revoked', { revoked_by: 'own', revoked_ms: 1 }, false),
  besides('one who decides nothing', { roles: ['support'] }, false),
  besides('one of the same hand', { invited_by: 'own' }, false),
  [
    'what was approved is the payload of that proposal and kind alone',
    {
      proposal: [1, 2, 3].map((nth) => ({
        id: id(nth),
        key: id(nth),
        kind: 'one',
        payload: '{}',
        payload_hash: '\\x44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
        asked_by: 'ann',
        asked_ms: nth,
        expires_ms: nth + 3_600_000,
      })),
      proposal_decision: (['approved', 'refused'] as const).map((decision, at) => ({
        proposal: id(at + 1),
        asked_by: 'ann',
        decided_by: 'ben',
        decision,
        reason: 'why',
        decided_ms: 3,
        expires_ms: 9,
      })),
    },
    (db) =>
      values(
        db,
        `select approved_payload(one::uuid, kind) as value from (values ('${id(1)}', 'one'), ('${id(1)}', 'other'), ('${id(2)}', 'one'), ('${id(3)}', 'one')) as asked (one, kind)`,
      ),
    ['{}', null, null, null],
  ],
  [
    'open orders are those without a result, each in the list of its second and batch',
    ORDERS,
    async (db) => [
      await values(db, 'select id as value from open_orders() order by 1'),
      await values(db, `select id as value from due_orders('{${DUE}}', '{7}', '{0}') order by 1`),
      await values(
        db,
        `select id as value from due_orders('{${DUE}, ${DUE + 2}}', '{7, 7}', '{1, 0}') order by 1`,
      ),
    ],
    [[FIRST, OPEN, OTHER_USER], [FIRST], [OPEN, OTHER_USER]],
  ],
  [
    'open orders of users are at most a day and some seconds older than what is due first',
    ORDERS,
    async (db) => [
      await values(db, `select id as value from open_orders_of('{1}') order by 1`),
      await values(db, `select id as value from open_orders_of('{2, 3}') order by 1`),
    ],
    [[FIRST, OPEN, OTHER_BATCH, OTHER_SECOND], [OTHER_USER]],
  ],
  [
    'lists are taken up to a time, after one another, until there are enough orders',
    ORDERS,
    async (db) => [
      await taken(db, `${DUE + 1}, 0, 0, 0, 9`),
      await taken(db, `${DUE + 2}, ${DUE}, 7, 0, 9`),
      await taken(db, `${DUE + 2}, ${DUE}, 8, 0, 9`),
      await taken(db, `${DUE}, 0, 0, 0, 4`),
      await taken(db, `${DUE}, 0, 0, 0, 5`),
      await taken(db, `${DUE - 1}, 0, 0, 0, 9`),
    ],
    [['0 7 0', '0 7 1', '0 8 0'], ['0 7 1', '0 8 0', '2 7 0'], ['2 7 0'], ['0 7 0'], ['0 7 0', '0 7 1'], []],
  ],
  [
    'an order is found by its last twelve digits, the newest five',
    {
      placed_order: [5, 1, 7, 2, 6, 3, 4]
        .map((ms, at) => placed(at + 1, { id: idAt(ms, 8) }))
        .concat(placed(8, { id: idAt(9, 9) })),
    },
    (db) => values(db, `select one as value from orders_with_digits(decode('000000000008', 'hex')) as one`),
    [7, 6, 5, 4, 3].map((ms) => idAt(ms, 8)),
  ],
  [
    'ids begin with their time, and a fee is due for what was won, lost or closed',
    {},
    async (db) => [
      await values(db, `select first_order_id(${DUE}) as value`),
      await values(db, 'select first_order_id(-1) as value'),
      await values(
        db,
        'select fee_due(outcome::smallint, 9)::int as value from generate_series(1, 5) outcome order by outcome',
      ),
    ],
    [[idAt(DUE)], [idAt(0)], [9, 9, 0, 0, 9]],
  ],
  [
    'an order’s payouts are those of its own whole days, the newest first',
    {
      hosting_order: [
        { shares_from_ms: 5 * DAY, placed_at_ms: 4 * DAY, expires_at_ms: 8 * DAY, days: 3 },
        {
          shares_from_ms: 5 * DAY,
          placed_at_ms: 4 * DAY,
          expires_at_ms: 8 * DAY,
          days: 3,
          ended_at_ms: 7 * DAY,
          how: 'exit',
          fee: 0,
          exit_number: 9,
        },
        { shares_from_ms: 6 * DAY, placed_at_ms: 5 * DAY, expires_at_ms: 8 * DAY, days: 2 },
        {
          shares_from_ms: 6 * DAY,
          placed_at_ms: 5 * DAY,
          expires_at_ms: 8 * DAY,
          days: 2,
          book: 1,
          user_id: 2,
        },
      ].map((row, at) => ({
        id: id([1, 4, 5, 3][at] ?? 0),
        number: at + 1,
        user_id: 1,
        book: 0,
        principal: 1_000_000,
        ...row,
      })),
      hosting_payday: [4, 5, 6, 7, 8].map((day) => ({ day, at_ms: day * 10 })),
      hosting_payout_part: [4, 5, 6, 7, 8]
        .flatMap((day) => [
          { day, first: 0, book: 0, orders: [id(1), id(4)], amounts: [day, day + 100] },
          { day, first: 2, book: 0, orders: [id(5)], amounts: [day + 200] },
          { day, first: 3, book: 1, orders: [id(3)], amounts: [day + 300] },
        ])
        .map((row) => ({ ...row, first_order: row.orders[0] })),
    },
    async (db) => [
      await values(
        db,
        `select right(order_id::text, 1) || ': ' || concat_ws(' ', day, leg, amount, at_ms, user_id, book) as value
          from hosting_payouts_of('{${[1, 4, 5, 3].map(id).join()}}') order by day desc, order_id`,
      ),
      await values(db, `select day as value from hosting_payouts_of('{${id(1)}}')`),
    ],
    [
      [
        '1: 7 2 7 70 1 0',
        '3: 7 1 307 70 2 1',
        '5: 7 1 207 70 1 0',
        '1: 6 1 6 60 1 0',
        '3: 6 0 306 60 2 1',
        '4: 6 1 106 60 1 0',
        '5: 6 0 206 60 1 0',
        '1: 5 0 5 50 1 0',
        '4: 5 0 105 50 1 0',
      ],
      [7, 6, 5],
    ],
  ],
]

testEdges(EDGES)
