import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { actingOn, bytes, columnTypes, type Row } from './conditions.testing.ts'
import { createTestDatabase, type TestDatabase } from './database.testing.ts'
import { transact } from './transact.ts'

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.close())

const SEALED = { key_number: 1, wrapped_key: bytes(1), sealed: bytes(1) }
const CLEARED = { cleared_at_ms: 2, key_number: null, wrapped_key: null, sealed: null }
const REJECTED = { state: 2, decided_at_ms: 1, decided_by: 'x', ending: 'rejected', reason: 'why not' }
const BATCHED = { id: 1, count: 2, root: bytes(1), signature: bytes(1), leaves: bytes(1), log_seq: null }
const OTHER_BATCH = [
  { id: 2 },
  { count: 3 },
  { root: bytes(2) },
  { signature: bytes(2) },
  { leaves: bytes(2) },
]
const COUNTED = { user_id: 1, currency: 1, hour: 5, won: 5, lost: 5, stake: 5 }
const APPLIED = { ...REJECTED, cleared_at_ms: 1, sealed: null, rule: null }
const once = (table: string, column: string, says: string): [string, string, Row, Row[], Row[]][] => [
  [table, says, { [column]: 1 }, [{}], []],
  [table, says, { [column]: null }, [], [{ [column]: 1 }]],
]

/** table, what the trigger says or calls, a row, changes of it on which the trigger acts, and others on which it does not. */
const ACTS: [table: string, says: string, old: Row, acts: Row[], rests: Row[]][] = [
  ...once('arbitrage_line', 'log_seq', 'logged once'),
  ...once('arbitrage_move', 'ended_at_ms', 'ends once'),
  ...once('arbitrage_order', 'state', 'tells once'),
  ...once('arbitrage_trade', 'ended_at_ms', 'ends once'),
  ...once('chain_state', 'halted_because', 'chain_stays_halted'),
  ...once('hosting_order', 'ended_at_ms', 'ends once'),
  ...once('hosting_product', 'log_seq', 'logged once'),
  ...once('hosting_statement', 'log_seq', 'logged once'),
  ...once('order_refusal', 'log_seq', 'logged once'),
  ...once('price_alert', 'fired_at_ms', 'fires once'),
  [
    'withdrawal_promise',
    'a promise is logged once',
    { log_seq: 1 },
    [{ log_seq: 2 }, { log_seq: null }],
    [{}, { end_seq: 2, end_number: 3 }],
  ],
  ['withdrawal_promise', 'a promise is logged once', {}, [], [{ log_seq: 1 }]],
  [
    'withdrawal_promise',
    'ended is logged once',
    { log_seq: 1, end_seq: 2, end_number: 3 },
    ['end_seq', 'end_number'].flatMap((column) => [{ [column]: 9 }, { [column]: null }]),
    [{}],
  ],
  ['withdrawal_promise', 'ended is logged once', { log_seq: 1 }, [], [{ end_seq: 2, end_number: 3 }]],
  ...['receipt_batch', 'ticket_batch'].flatMap((table): [string, string, Row, Row[], Row[]][] => [
    [table, 'never changed', BATCHED, OTHER_BATCH, [{}, { log_seq: 1 }]],
    [table, 'never changed', { ...BATCHED, log_seq: 1 }, [{ log_seq: 2 }, { log_seq: null }], []],
  ]),
  [
    'chat_message',
    'stays so',
    { delivered_at_ms: 1, read_at_ms: 2 },
    [{ delivered_at_ms: 2 }, { delivered_at_ms: null }, { read_at_ms: 3 }, { read_at_ms: null }],
    [{}],
  ],
  ['chat_message', 'stays so', {}, [], [{ delivered_at_ms: 1 }, { read_at_ms: 1 }]],
  [
    'loan',
    'charged and paid once',
    { fee_at_ms: 1, fee_paid_at_ms: 2, ended_at_ms: 3 },
    ['fee_at_ms', 'fee_paid_at_ms', 'ended_at_ms'].flatMap((column) => [{ [column]: 9 }, { [column]: null }]),
    [{}, { next_at_ms: 5 }],
  ],
  [
    'loan',
    'charged and paid once',
    {},
    [],
    ['fee_at_ms', 'fee_paid_at_ms', 'ended_at_ms'].map((column) => ({ [column]: 9 })),
  ],
  ['loan_application', 'is_approved_by_two', { state: 0 }, [{ state: 1 }, { state: 2 }], [{}]],
  ['loan_application', 'state only moves on', { state: 0 }, [{ state: 3 }], [{}, { state: 1 }, { state: 2 }]],
  ['loan_application', 'state only moves on', { state: 1 }, [{ state: 0 }, { state: 2 }], [{}, { state: 3 }]],
  ...[2, 3].map((state): [string, string, Row, Row[], Row[]] => [
    'loan_application',
    'state only moves on',
    { state },
    [0, 1, 5 - state].map((other) => ({ state: other })),
    [{}],
  ]),
  [
    'loan_application',
    'decision is never changed',
    REJECTED,
    [{ decided_at_ms: 2 }, { decided_by: 'y' }, { ending: 'resubmit' }, { rule: 'r' }, { reason: 'because' }],
    [{}, { cleared_at_ms: 1 }],
  ],
  ['loan_application', 'decision is never changed', { state: 0 }, [], [REJECTED]],
  [
    'loan_application',
    'stays deleted',
    APPLIED,
    [{ cleared_at_ms: 2 }, { cleared_at_ms: null }, { sealed: bytes(1) }],
    [{}],
  ],
  ['loan_application', 'stays deleted', SEALED, [], [CLEARED]],
  [
    'loan_instalment',
    'told twice',
    { told: 2, warned_at_ms: 1, paid_at_ms: 1 },
    [{ told: 1 }, ...['warned_at_ms', 'paid_at_ms'].flatMap((one) => [{ [one]: 2 }, { [one]: null }])],
    [{}, { told: 3 }],
  ],
  ['loan_instalment', 'told twice', { told: 0 }, [], [{ warned_at_ms: 1 }, { paid_at_ms: 1 }]],
  [
    'loan_own_view',
    'only grows',
    { user_id: 1, day: 1, times: 2 },
    [{ user_id: 2 }, { day: 2 }, { times: 1 }],
    [{}, { times: 3 }],
  ],
  ['operator', 'revoked_by_two', { roles: ['admin', 'viewer'] }, [{ revoked_ms: 1 }], [{}, { roles: [] }]],
  ['operator', 'revoked_by_two', { roles: ['viewer'] }, [], [{ revoked_ms: 1 }]],
  ['operator', 'revoked_by_two', { roles: ['admin'], revoked_ms: 1 }, [], [{ revoked_ms: 2 }]],
  [
    'proposal_decision',
    'is_about_another',
    {},
    [{ decision: 'approved' }, { decision: 'refused' }],
    [{ decision: 'withdrawn' }],
  ],
  [
    'proposal_decision',
    'takes_two_hands',
    {},
    [{ decision: 'approved' }],
    [{ decision: 'refused' }, { decision: 'withdrawn' }],
  ],
  [
    'result_hour',
    'never taken back',
    COUNTED,
    Object.keys(COUNTED).map((column) => ({ [column]: 4 })),
    [{}, { won: 6, lost: 6, stake: 6 }],
  ],
  [
    'thread',
    'only grows',
    { messages: 2, moved_at_ms: 2 },
    [{ messages: 1 }, { moved_at_ms: 1 }],
    [{}, { messages: 3, moved_at_ms: 3 }],
  ],
  ['transfer', 'treasury_is_approved', {}, [{ cause: 20 }], [{ cause: 19 }]],
  [
    'uploaded_file',
    'in use stays',
    { bound: true, is_public: true },
    [{ bound: false }, { is_public: false }],
    [{}],
  ],
  [
    'uploaded_file',
    'in use stays',
    { bound: false, is_public: false },
    [],
    [{ bound: true, is_public: true }],
  ],
  [
    'use_hour',
    'never taken back',
    { user_id: 1, hour: 1, minutes: 6 },
    [{ user_id: 2 }, { hour: 2 }, { minutes: 5 }, { minutes: 4 }],
    [{}, { minutes: 7 }],
  ],
  [
    'user_break',
    'never shortened',
    { user_id: 5, until_ms: 5, excluded_until_ms: 5, changed_at_ms: 5 },
    ['user_id', 'until_ms', 'excluded_until_ms', 'changed_at_ms'].map((column) => ({ [column]: 4 })),
    [{}, { until_ms: 6, excluded_until_ms: 6, changed_at_ms: 6 }],
  ],
  ['user_limit', 'begins in force', {}, [{}, { value: 1, pending_from_ms: 1 }], [{ value: 1 }]],
  ...[0, 1].map((state): [string, string, Row, Row[], Row[]] => [
    'withdrawal',
    'is_decided',
    { state },
    [{ state: 2 }, { state: 8 }],
    [{}, { state: 7 }],
  ]),
  ['withdrawal', 'is_decided', { state: 2 }, [], [{ state: 3 }]],
]

test('each trigger acts on the changes that it is for, and on no others', async () => {
  const { db } = own.database
  const wrong: string[] = []
  for (const [table, says, old, acts, rests] of ACTS) {
    for (const [at, changes] of [...acts, ...rests].entries()) {
      const found = await actingOn(db, { table, says }, [old, changes])
      if (found !== at < acts.length)
        wrong.push(`${table}: ${says} ${JSON.stringify([old, changes])} ${String(found)}`)
    }
  }
  expect(wrong).toEqual([])
})

/** Another value of a column. */
function changed(column: string, type: string): string {
  if (type === 'text') return `coalesce(${column}, '') || 'x'`
  if (type === 'boolean') return `not ${column}`
  if (type === 'uuid') return `gen_random_uuid()`
  if (type === 'bytea') return `${column} || '\\x00'`
  return `coalesce(${column}, 0) + 1`
}

const USER = `insert into users (address, wallet_type, practice, invite_code, language, created_at)
  values ('0x${'1'.repeat(40)}', 1, false, 'ABCDEFGH', 'english', 1)`
const ENTRIES = `insert into log_entry select n, 'record', 1, '{}', sha256('') from generate_series(1, 2) n`

const WITHDRAWAL = `insert into withdrawal (id, user_id, chain, currency, amount, fee_cap, gas_currency, gas_price, gas_cap, destination,
    account, wallet_type, intent, nonce, signature, requested_at, address_from, needs_approval, state, state_at)
  select gen_random_uuid(), id, 1, 1, 1, 0, 1, 0, 1, 'x', 'x', 1, '{}', gen_random_uuid(), 'x', 1, 1, true, 0, 1
  from users`

/** table, how its row comes, which columns may change, what the trigger says about all others. */
const KEPT: [table: string, rows: string[], free: string, says: string][] = [
  ['users', [USER], 'language', 'only the language changes'],
  [
    'withdrawal',
    [USER, WITHDRAWAL],
    'state state_at retry_at reason txid block fee gas',
    'terms of a withdrawal',
  ],
  [
    'log_checkpoint',
    [ENTRIES, `insert into log_checkpoint values (1, 1, sha256(''), 'n', false)`],
    'kept',
    'append-only',
  ],
  [
    'record_day',
    [ENTRIES, `insert into record_day values ('2026-11-25', 0, 0, sha256(''), 1, '{}')`],
    'log_seq',
    'never changed',
  ],
  [
    'hosting_day',
    [
      ENTRIES,
      `insert into hosting_day values (1, null, 0, 0, 0, 0, 0, 0, 0, 0, 0, sha256(''), sha256(''), 0, 0, 0, 0, 0, 0, '{}', 172800000)`,
    ],
    'log_seq',
    'a closed day is never changed',
  ],
]

test('no step of a withdrawal is dated before the one before, whatever the clock of its process', async () => {
  const undone = new Error('undone')
  const trial = transact(own.database.db, async (tx) => {
    for (const row of [USER, WITHDRAWAL]) await sql.raw(row).execute(tx)
    await sql`update withdrawal set state = 7, state_at = 0`.execute(tx)
    const { rows } = await sql`select state, at from withdrawal_step order by state`.execute(tx)
    expect(rows).toEqual([
      { state: 0, at: 1n },
      { state: 7, at: 1n },
    ])
    throw undone
  })
  await expect(trial).rejects.toBe(undone)
})

test.each(KEPT)(
  'of %s each column stays as it was written, but for what may change',
  async (table, rows, free, says) => {
    const types = [...(await columnTypes(own.database.db))].filter(([name]) => name.startsWith(`${table}.`))
    const columns = types.map(([name, type]): [string, string] => [name.slice(table.length + 1), type])
    const kept = columns.filter(([column]) => !free.split(' ').includes(column))
    expect(kept.length).toBeGreaterThan(3)
    const accepted: string[] = []
    for (const [column, type] of kept) {
      const attempt = transact(own.database.db, async (tx) => {
        for (const row of rows) await sql.raw(row).execute(tx)
        const also =
          table === 'log_checkpoint' ? ', kept = true' : table.endsWith('_day') ? ', log_seq = 2' : ''
        // A number that the database gives is set to another one that it gives.
        const isGiven = ['users.id', 'withdrawal.place'].includes(`${table}.${column}`)
        const value = isGiven ? 'default' : changed(column, type)
        await sql.raw(`update ${table} set ${column} = ${value}${also}`).execute(tx)
        throw new Error('accepted')
      })
      const said = await attempt.catch((thrown: unknown) => (thrown as Error).message)
      if (!said.includes(says)) accepted.push(`${column}: ${said}`)
    }
    expect(accepted).toEqual([])
  },
)

test.each<[string, string[], string]>([
  ['log_checkpoint', ['delete from log_checkpoint'], 'done'],
  ['log_checkpoint', ['update log_checkpoint set kept = true'], 'done'],
  ['log_checkpoint', ['update log_checkpoint set kept = true', 'delete from log_checkpoint'], 'append-only'],
  [
    'log_checkpoint',
    ['update log_checkpoint set kept = true', 'update log_checkpoint set kept = false'],
    'append-only',
  ],
  ...['record_day', 'hosting_day'].flatMap((table): [string, string[], string][] => [
    [table, [`update ${table} set log_seq = 2`], 'done'],
    [table, [`delete from ${table}`], 'never changed'],
    [table, [`update ${table} set log_seq = 1`, `update ${table} set log_seq = 2`], 'never changed'],
  ]),
])('of %s, %j is %s', async (table, statements, said) => {
  const [, rows = []] = KEPT.find(([of]) => of === table) ?? []
  const attempt = transact(own.database.db, async (tx) => {
    for (const one of [...rows, ...statements]) await sql.raw(one).execute(tx)
    throw new Error('done')
  })
  await expect(attempt).rejects.toThrow(said)
})

test.each([
  [0, false, 'done'],
  [2, false, 'done'],
  [3, false, 'begins with a request'],
  [1, true, 'done'],
  [2, true, 'approved by two operators or by silence'],
])('a withdrawal that begins in state %i, and asks operators: %s, is %s', async (state, asks, said) => {
  const [user = '', row = ''] = KEPT.find(([of]) => of === 'withdrawal')?.[1] ?? []
  const attempt = transact(own.database.db, async (tx) => {
    await sql.raw(user).execute(tx)
    await sql.raw(row.replace('true, 0, 1', `${asks}, ${state}, 1`)).execute(tx)
    throw new Error('done')
  })
  await expect(attempt).rejects.toThrow(said)
})

test.each([
  ['as its orders share it', 1000, 1000, 'done'],
  ['from a larger pool', 1001, 1000, 'do not follow from its orders'],
  ['from a smaller pool', 999, 1000, 'do not follow from its orders'],
  ['more than its figures say', 1000, 999, 'do not follow from its orders'],
])('a day of hosting that pays %s: %i units, said to be %i', async (_what, pool, says, said) => {
  const day = 86_400_000
  const order = '00000000-0000-4000-8000-000000000001'
  const attempt = transact(own.database.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into hosting_order (id, number, user_id, book, mid, version, days, upper_ppm, exit_fee_ppm, principal,
        placed_at_ms, shares_from_ms, expires_at_ms)
      values (${order}, 1, 1, 0, 1, 1, 1, 300, 0, 100000000, 0, ${day}, ${2 * day})`.execute(tx)
    await sql`set local session_replication_role = origin`.execute(tx)
    await sql`insert into transfer values (16, 24, 2000, 0, gen_random_uuid(), 5, 0)`.execute(tx)
    await sql`insert into transfer values (24, 29, 2000, 0, gen_random_uuid(), 16, 0)`.execute(tx)
    await sql`insert into hosting_payday values (1, ${pool}, ${2 * day})`.execute(tx)
    const { rows } = await sql`select * from hosting_payout`.execute(tx)
    expect(rows).toEqual([{ order_id: order, day: 1, leaf: 0, amount: BigInt(pool) }])
    const paid =
      await sql`select from_id, to_id, amount, at_ms, ref, leg from movement where cause = 19`.execute(tx)
    expect(paid.rows).toEqual([
      { from_id: 29n, to_id: 1041n, amount: BigInt(pool), at_ms: BigInt(2 * day), ref: order, leg: 0 },
    ])
    const held = await sql`select id, balance from account where id in (29, 1041) order by id`.execute(tx)
    expect(held.rows).toEqual([
      { id: 29n, balance: 2000n - BigInt(pool) },
      { id: 1041n, balance: BigInt(pool) },
    ])
    await sql`insert into hosting_day values (1, null, 0, 0, 0, 0, 0, 2000, 2000, 0, 1000, sha256(''), sha256(''), 1, 100000000,
      ${says}, 0, 0, 0, '{}', ${2 * day})`.execute(tx)
    await sql`set constraints all immediate`.execute(tx)
    throw new Error('done')
  })
  await expect(attempt).rejects.toThrow(said)
})

test.each([
  ['placed after it', 2, null, 'done'],
  ['placed in it', 1, null, 'this day is closed'],
  ['placed in it that ended after it', 1, 9, 'this day is closed'],
  ['placed after it that ended, too', 2, 10, 'done'],
])(
  'once day 1 is closed, the insertion of a hosting order %s (day %i, end %s) says: %s',
  async (_what, placed, ended, said) => {
    const day = 86_400_000
    const attempt = transact(own.database.db, async (tx) => {
      await sql.raw(USER).execute(tx)
      await sql`insert into hosting_payday values (1, 0, ${2 * day})`.execute(tx)
      await sql`insert into hosting_day values (1, null, 0, 0, 0, 0, 0, 0, 0, 0, 0, sha256(''), sha256(''), 0, 0, 0, 0, 0, 0,
      '{}', ${2 * day})`.execute(tx)
      await sql`insert into hosting_order (id, number, user_id, book, mid, version, days, upper_ppm, exit_fee_ppm, principal,
        placed_at_ms, shares_from_ms, expires_at_ms, ended_at_ms, how, fee)
      select gen_random_uuid(), 1, id, 0, 1, 1, 7, 300, 5000, 10000000000, ${placed * day}::bigint, ${(placed + 1) * day}::bigint,
        ${(placed + 8) * day}::bigint, ${ended && ended * day}::bigint, ${ended && 'expiry'}, ${ended && 0}::bigint
      from users`.execute(tx)
      throw new Error('done')
    })
    await expect(attempt).rejects.toThrow(said)
  },
)
