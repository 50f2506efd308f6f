import {
  CAUSES,
  CAUSES_BY_ROWS,
  FLOWS,
  KINDS,
  USER_KINDS,
  accountId,
  type AccountKey,
  type Cause,
  type Kind,
} from '@tickmark/core/ledger/accounts'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'
import { transact } from '../db/transact.ts'
import { ledgerAudit } from './audit.ts'
import { grantOpenings } from './grants.ts'
import { postTransfers } from './post.ts'

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
  await transact(own.database.db, (tx) => grantOpenings(tx, [1, 2], 0))
})
afterAll(() => own.close())

const run = (statement: string) => sql.raw(statement).execute(own.database.db)
const id = (key: Partial<AccountKey>) =>
  accountId({ owner: 1, book: 'simulated', currency: 1, kind: 'available', ...key })
const inventory = () => id({ owner: 0, kind: 'inventory' })
const transfer = (from: bigint, to: bigint, amount: bigint | string = 1n, cause: number = CAUSES.swap) =>
  `insert into transfer (from_id, to_id, amount, at_ms, ref, cause, leg) values (${from}, ${to}, ${amount}, 0, '${randomUUID()}', ${cause}, 0)`

test.each([
  ['a balance is set by hand', () => `update account set balance = 5 where id = ${id({})}`],
  ['an account is made by hand', () => `insert into account (id, balance) values (${id({ owner: 9 })}, 5)`],
  ['an account is deleted', () => `delete from account where id = ${id({})}`],
  ['all accounts are emptied', () => 'truncate account'],
  ['a transfer is changed', () => 'update transfer set amount = 1'],
  ['a transfer is deleted', () => 'delete from transfer'],
  ['all transfers are emptied', () => 'truncate transfer'],
  ['more is spent than there is', () => transfer(id({}), inventory(), 10_000_00000001n)],
  ['an account is drawn that never held anything', () => transfer(id({ owner: 77 }), inventory())],
  ['nothing is moved', () => transfer(id({}), inventory(), 0n)],
  ['less than nothing is moved', () => transfer(id({}), inventory(), -5n)],
  [
    'a fraction of a unit makes more than 64 bits',
    () => transfer(id({}), inventory(), '9223372036854775808'),
  ],
  ['two currencies are joined', () => transfer(id({}), id({ owner: 0, kind: 'inventory', currency: 2 }))],
  ['two books are joined', () => transfer(id({}), id({ owner: 0, kind: 'inventory', book: 'real' }))],
  ['one user pays another', () => transfer(id({}), id({ owner: 2 }))],
  ['a user pays himself', () => transfer(id({}), id({}))],
  ['a user owns an inventory', () => transfer(id({}), id({ kind: 'inventory' }))],
  [
    'the house owns spendable money',
    () => transfer(id({ owner: 0, kind: 'external' }), id({ owner: 0 }), 1n, 3),
  ],
  [
    'money is made for a user by a settlement',
    () => transfer(id({ owner: 0, kind: 'external' }), id({}), 1n, 2),
  ],
  ['the cause is unknown', () => transfer(id({}), inventory(), 1n, 99)],
  ['a currency has no number', () => transfer(1024n + 512n + 1n, 512n + 6n)],
])('the database refuses when %s', async (_, statement) => {
  const before = await sql`select * from account order by id`.execute(own.database.db)
  await expect(run(statement())).rejects.toThrow()
  expect((await sql`select * from account order by id`.execute(own.database.db)).rows).toEqual(before.rows)
})

/** Cases that only one constraint refuses: the others allow them, or are disabled for the case. */
const nets: [what: string, statement: () => string, net: string, without?: string][] = [
  [
    'one user’s money goes into another’s hold',
    () => transfer(id({}), id({ owner: 2, kind: 'hold' }), 1n, CAUSES.withdrawal),
    'transfer_has_one_user',
  ],
  [
    'one user’s money goes to another',
    () => transfer(id({}), id({ owner: 2 })),
    'transfer_has_one_user',
    'transfer_flow_is_allowed',
  ],
  [
    'a user is given real money without a deposit',
    () => transfer(id({ owner: 0, kind: 'external', book: 'real' }), id({ book: 'real' }), 1n, CAUSES.grant),
    'transfer_grant_is_practice',
  ],
  [
    'real money is taken from a user by a reset',
    () => transfer(id({ book: 'real' }), id({ owner: 0, kind: 'external', book: 'real' }), 1n, CAUSES.reset),
    'transfer_grant_is_practice',
  ],
  [
    'the pool lends in the simulated book',
    () => transfer(id({ owner: 0, kind: 'lending' }), id({}), 1n, CAUSES.loan),
    'transfer_lending_is_real',
  ],
  [
    'a late fee is taken in the simulated book',
    () => transfer(id({}), id({ owner: 0, kind: 'fees' }), 1n, CAUSES.repayment),
    'transfer_lending_is_real',
  ],
  [
    'a pool is funded in the simulated book',
    () => transfer(id({ owner: 0, kind: 'external' }), id({ owner: 0, kind: 'lending' }), 1n, CAUSES.funding),
    'transfer_lending_is_real',
  ],
  [
    'a loan is paid from the bankroll',
    () => transfer(id({ owner: 0, kind: 'bankroll', book: 'real' }), id({ book: 'real' }), 1n, CAUSES.loan),
    'transfer_flow_is_allowed',
  ],
  [
    'a flow is not in the matrix',
    () => transfer(inventory(), id({}), 1n, CAUSES.grant),
    'transfer_flow_is_allowed',
  ],
  [
    'a stake moves without an order',
    () => transfer(id({}), id({ owner: 0, kind: 'escrow' }), 1n, CAUSES.order),
    'transfer_flow_is_allowed',
  ],
  [
    'a host is paid without a paid day',
    () => transfer(id({ owner: 0, kind: 'programme' }), id({}), 1n, CAUSES.yield),
    'transfer_flow_is_allowed',
  ],
  [
    'two books are joined',
    () => transfer(id({}), id({ owner: 0, kind: 'inventory', book: 'real' })),
    'transfer_stays_in_its_book',
  ],
  ['nothing is moved', () => transfer(id({}), inventory(), 0n), 'transfer_amount_is_positive'],
  ['a user owns an inventory', () => transfer(id({}), id({ kind: 'inventory' })), 'transfer_owners_fit'],
  [
    'an account below zero is paid',
    () => transfer(528n, 528n + 3n - 1024n, 1n, CAUSES.funding),
    'transfer_owners_fit',
  ],
  ['an account below zero pays', () => transfer(528n + 6n - 1024n, id({})), 'transfer_owners_fit'],
  [
    'one unit more is spent than there is',
    () => transfer(id({}), inventory(), 10_000_00000001n),
    'account_is_covered',
  ],
]

test.each(nets)('when %s, exactly one constraint refuses it', async (_what, statement, net, without) => {
  const { db } = own.database
  const attempt = transact(db, async (tx) => {
    if (without !== undefined) {
      await sql.raw(`alter table transfer drop constraint ${without}`).execute(tx)
    }
    await sql.raw(statement()).execute(tx)
  })
  await expect(attempt).rejects.toMatchObject({ code: '23514', constraint: net })
})

test.each(CAUSES_BY_ROWS)(
  'the audit finds a transfer with the cause of an %s, which none has',
  async (cause) => {
    const undone = new Error('undone')
    const rule = ledgerAudit.find((one) => one.sentence.startsWith('Money moves only'))
    const found: unknown[] = []
    const attempt = transact(own.database.db, async (tx) => {
      const check = async () => {
        const facts = {
          networks: [],
          receiptsKey: null,
          tagSecret: null,
          since: null,
          next: null,
          ticksBetween: async () => [],
        }
        found.push((await rule?.check(tx, facts))?.map((one) => one.rule))
      }
      await check()
      await sql`alter table transfer drop constraint transfer_flow_is_allowed`.execute(tx)
      await sql`set local session_replication_role = replica`.execute(tx)
      for (const [from, to] of FLOWS[cause].slice(0, 1))
        await sql.raw(transfer(accountId(keyOf(from)), accountId(keyOf(to)), 1n, CAUSES[cause])).execute(tx)
      await check()
      throw undone
    })
    await expect(attempt).rejects.toBe(undone)
    expect(found).toEqual([[], ['who may pay whom']])
  },
)

test('the whole balance may be spent', async () => {
  const all = { ...keyOf('available'), currency: 5 }
  const given = { from: { ...all, owner: 0, kind: 'external' as const }, to: all, amount: 7n }
  const spent = { from: all, to: { ...all, owner: 0, kind: 'inventory' as const }, amount: 7n }
  await transact(own.database.db, async (tx) => {
    await postTransfers(tx, [{ ...given, ref: randomUUID(), cause: 'grant', leg: 0 }], 0)
    await postTransfers(tx, [{ ...spent, ref: randomUUID(), cause: 'swap', leg: 0 }], 0)
  })
  const { rows } = await sql`select balance from account where id = ${accountId(all)}`.execute(
    own.database.db,
  )
  expect(rows).toEqual([{ balance: 0n }])
})

test('the same leg of the same cause is posted once', async () => {
  const ref = randomUUID()
  const posting = {
    from: keyOf('available'),
    to: keyOf('inventory'),
    amount: 5n,
    ref,
    cause: 'swap' as const,
    leg: 0,
  }
  const post = () => transact(own.database.db, (tx) => postTransfers(tx, [posting], 0))
  expect(
    await Promise.all([post(), post(), post()]).then((counts) =>
      counts.toSorted((one, other) => one - other),
    ),
  ).toEqual([0, 0, 1])
})

function keyOf(kind: Kind): AccountKey {
  return { owner: USER_KINDS.some((one) => one === kind) ? 1 : 0, book: 'simulated', currency: 1, kind }
}

test('the matrix of allowed flows equals the one in the rules, but for the flows that follow from rows of their own', async () => {
  const { rows } = await sql<{ cause: number; payer: number; paid: number }>`
    select cause, payer, paid from generate_series(-1, 40) cause, generate_series(0, 15) payer, generate_series(0, 15) paid
    where ${sql.raw(await flowCheck())}`.execute(own.database.db)
  const stored = rows.map((row) => `${row.cause} ${row.payer} ${row.paid}`)
  const others = Object.entries(FLOWS).filter(([cause]) => !CAUSES_BY_ROWS.some((one) => one === cause))
  const rules = others.flatMap(([cause, flows]) =>
    flows.map(([from, to]) => `${CAUSES[cause as Cause]} ${KINDS[from]} ${KINDS[to]}`),
  )
  expect(stored.toSorted()).toEqual(rules.toSorted())
})

/** The table's own constraint, as a condition on kinds instead of ids. */
async function flowCheck(): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select pg_get_expr(conbin, conrelid) as text from pg_constraint where conname = 'transfer_flow_is_allowed'`.execute(
    own.database.db,
  )
  return (rows[0]?.text ?? '').replaceAll('from_id', 'payer').replaceAll('to_id', 'paid')
}

test('the checks of the fastest tables are stored without a cast or a list that each statement would evaluate', async () => {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint
    where contype = 'c' and conrelid in ('account'::regclass, 'transfer'::regclass, 'placed_order'::regclass,
      'settled_order'::regclass)
      and (conbin::text ~ '{ARRAY' or conbin::text ~ (':funcid ' || 'int8(int4)'::regprocedure::oid || ' '))`.execute(
    own.database.db,
  )
  expect(rows).toEqual([])
})

test('an account id in the database equals the one of the rules', async () => {
  const { db } = own.database
  const key = fc.record({
    owner: fc.integer({ min: 1_000, max: 2 ** 43 - 1 }),
    book: fc.constantFrom('real' as const, 'simulated' as const),
    currency: fc.integer({ min: 1, max: 31 }),
  })
  // Each owner once, and no account that another test of this file has funded already.
  const owners = fc.uniqueArray(key, { selector: (one) => one.owner, minLength: 50, maxLength: 50 })
  const keys = fc.sample(owners, 1).flat()
  for (const one of keys) {
    const to: AccountKey = { ...one, kind: 'available' }
    const from: AccountKey = { ...one, owner: 0, kind: 'external' }
    const cause = one.book === 'real' ? ('deposit' as const) : ('grant' as const)
    const posting = { from, to, amount: 1n, ref: randomUUID(), cause, leg: 0 }
    await transact(db, (tx) => postTransfers(tx, [posting], 0))
    const { rows } = await sql`select * from account_in_words where id = ${accountId(to)}`.execute(db)
    expect(rows).toMatchObject([{ ...one, owner: BigInt(one.owner), kind: 'available', balance: 1n }])
  }
})

test('a hundred parallel writers on one account lose nothing', async () => {
  const give = { ...keyOf('available'), currency: 2 }
  const outside = { ...give, owner: 0, kind: 'external' as const }
  const one = () => ({
    from: outside,
    to: give,
    amount: 3n,
    ref: randomUUID(),
    cause: 'grant' as const,
    leg: 0,
  })
  const post = () => transact(own.database.db, (tx) => postTransfers(tx, [one(), one()], 0))
  await Promise.all(Array.from({ length: 100 }, post))
  const { rows } = await sql`select balance from account where id = ${accountId(give)}`.execute(
    own.database.db,
  )
  const added = 600n
  expect((rows[0] as { balance: bigint }).balance % 1_000n).toBe(added)
})
