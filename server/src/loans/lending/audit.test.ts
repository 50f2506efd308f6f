import { ONE } from '@tickmark/core/money/money'
import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../db/transact.ts'
import { loansDecidedAlone } from './auditStore.ts'
import { coveredFees } from './coveredFeeStore.ts'
import { skippedFees } from './skippedFeeStore.ts'
import { openLending, type Application, type LendingFixture } from './lending.testing.ts'

let lending: LendingFixture
/** Three loans: one with a paid instalment; one with a late fee charged and paid; one fully paid. */
let loans: Application[]
beforeAll(async () => {
  lending = await openLending(Date.parse('2027-01-31T12:00:00Z'))
  loans = [await lending.borrower(), await lending.borrower(), await lending.borrower({ instalments: 6 })]
  lending.goTo('2027-02-28')
  await lending.look()
  await lending.give(loans[1]?.userId ?? 0, -1_030n * ONE)
  for (const day of ['2027-03-31', '2027-04-03', '2027-04-04', '2027-04-05', '2027-08-31']) {
    lending.goTo(day)
    await lending.look()
  }
})
afterAll(() => lending.close())

const id = (nth: number) => `'${loans[nth]?.id}'`

/** A decision in the last moment of its 14 days, and a minute for its payout. */
const LATEST_MS = Date.parse('2027-02-14T12:01:00Z')
const paidOutAt = (ms: number) => [
  `update loan set started_at_ms = ${ms} where id = ${id(0)}`,
  `update transfer set at_ms = ${ms} where ref = ${id(0)} and cause = 12`,
]

/** What an owner of the tables might do, and the expected findings. */
const TAMPERINGS: [what: string, statements: () => string[], found: string[]][] = [
  [
    'lends a second time',
    () => [
      `insert into transfer select from_id, to_id, amount, at_ms, ref, cause, 5 from transfer where ref = ${id(0)} and cause = 12`,
    ],
    ['loans = transfers'],
  ],
  [
    'takes an instalment that is not paid',
    () => [
      `insert into transfer select from_id, to_id, amount, at_ms, ref, cause, 12 from transfer where ref = ${id(0)} and cause = 13 and leg = 1`,
    ],
    ['loans = transfers'],
  ],
  [
    'takes a late fee that was not charged',
    () => [
      `insert into transfer select from_id, 20, 6000000000, at_ms, ref, cause, 0 from transfer where ref = ${id(0)} and cause = 13 and leg = 1`,
    ],
    ['loans = transfers'],
  ],
  [
    'forgets a repayment',
    () => [`delete from transfer where ref = ${id(0)} and cause = 13 and leg = 1`],
    ['loans = transfers'],
  ],
  [
    'takes more than an instalment',
    () => [`update transfer set amount = amount + 1 where ref = ${id(0)} and leg = 1`],
    ['loans = transfers'],
  ],
  [
    'sends a repayment elsewhere',
    () => [`update transfer set to_id = 20 where ref = ${id(0)} and leg = 1`],
    ['loans = transfers'],
  ],
  [
    'dates a repayment later',
    () => [`update transfer set at_ms = at_ms + 1 where ref = ${id(0)} and leg = 1`],
    ['loans = transfers'],
  ],
  [
    'says that an instalment is paid',
    () => [`update loan_instalment set paid_at_ms = 1 where loan = ${id(0)} and number = 12`],
    ['loans = transfers', 'pool = funding - outstanding'],
  ],
  [
    'raises an instalment',
    () => [`update loan_instalment set amount = amount + 1000000 where loan = ${id(0)} and number = 12`],
    ['loan = application', 'schedule = agreement', 'pool = funding - outstanding'],
  ],
  [
    'forgives an instalment',
    () => [`delete from loan_instalment where loan = ${id(0)} and number = 12`],
    ['loan = application', 'schedule = agreement', 'pool = funding - outstanding'],
  ],
  [
    'calls a loan complete',
    () => [`update loan_application set state = 3 where id = ${id(0)}`],
    ['loan = application'],
  ],
  [
    'calls a loan running',
    () => [`update loan_application set state = 1 where id = ${id(2)}`],
    ['loan = application'],
  ],
  [
    'ends a loan that is not paid',
    () => [
      `update loan set ended_at_ms = 1, next_at_ms = null where id = ${id(0)}`,
      `update loan_application set state = 3 where id = ${id(0)}`,
    ],
    ['loan = application'],
  ],
  [
    'says that the late fee was paid',
    () => [`update loan set fee_at_ms = 1, fee_paid_at_ms = 1 where id = ${id(0)}`],
    ['loans = transfers', 'late fee = schedule'],
  ],
  [
    'charges the late fee a moment early',
    () => [`update loan set fee_at_ms = ${Date.parse('2027-04-04') - 1} where id = ${id(1)}`],
    ['late fee = schedule'],
  ],
  [
    'charges the late fee a moment early, announced a day before',
    () => [
      `update loan set fee_at_ms = ${Date.parse('2027-04-04') - 1} where id = ${id(1)}`,
      `update loan_instalment set warned_at_ms = warned_at_ms - 1 where loan = ${id(1)} and number = 2`,
    ],
    ['late fee = schedule'],
  ],
  [
    'charges the late fee less than a day after its warning',
    () => [`update loan_instalment set warned_at_ms = warned_at_ms + 1 where loan = ${id(1)} and number = 2`],
    ['late fee = schedule'],
  ],
  [
    'charges the late fee to a borrower whose balance covered the instalment',
    () => [
      `update transfer set at_ms = ${Date.parse('2027-04-04T06:00:00Z')} where amount = ${1_030n * ONE}
        and from_id >> 10 = ${loans[1]?.userId}`,
    ],
    ['late fee = balance'],
  ],
  [
    'pays a loan out later than it may be decided',
    () => [
      `update loan set started_at_ms = started_at_ms + 16 * 86400000::bigint where id = ${id(0)}`,
      `update transfer set at_ms = at_ms + 16 * 86400000::bigint where ref = ${id(0)} and cause = 12`,
    ],
    ['loan = agreement'],
  ],
  [
    'pays a loan out in the last moment in which locks may hold up its payout',
    () => paidOutAt(LATEST_MS),
    [],
  ],
  ['pays a loan out a moment later than that', () => paidOutAt(LATEST_MS + 1), ['loan = agreement']],
  [
    'makes an instalment due a month earlier',
    () => [`update loan_instalment set due = '2027-01-31' where loan = ${id(0)} and number = 1`],
    ['schedule = agreement'],
  ],
  [
    'moves a part of the last instalment to the first',
    () => [
      `update loan_instalment set amount = amount + 1000000 where loan = ${id(0)} and number = 11`,
      `update loan_instalment set amount = amount - 1000000 where loan = ${id(0)} and number = 12`,
    ],
    ['schedule = agreement'],
  ],
  [
    'lends twice what was signed, from books that agree',
    () => [
      `update loan_application set amount = 2 * amount where id = ${id(0)}`,
      `update loan_instalment set amount = 2 * amount where loan = ${id(0)}`,
      `update transfer set amount = 2 * amount where ref = ${id(0)}`,
    ],
    ['loan = agreement', 'pool = funding - outstanding'],
  ],
  [
    'dates the agreement a month back, with its schedule',
    () => [
      `update loan_application set written_at_ms = written_at_ms - 31 * 86400000::bigint where id = ${id(0)}`,
      `update loan_instalment set due = (date_trunc('month', due) - interval '1 day')::date where loan = ${id(0)}`,
    ],
    ['loan = agreement'],
  ],
  [
    'lends to a user whose wallet has not signed',
    () => [`update users set address = '0x' || repeat('1', 40) where id = ${loans[0]?.userId}`],
    ['loan = agreement'],
  ],
  [
    'lends what nobody signed',
    () => [`update loan_application set signature = '0x' where id = ${id(0)}`],
    ['loan = agreement'],
  ],
  [
    'lends a sum that no loan has',
    () => [`update loan_application set amount = 1 where id = ${id(0)}`],
    ['loan = agreement', 'loan = application', 'loans = transfers'],
  ],
  [
    'takes from the pool',
    () => [`update account set balance = balance - 1 where (id & 15) = 7`],
    ['balance = transfers', 'pool = funding - outstanding', 'sums'],
  ],
]

test('the books of loans in each state give no findings', async () => {
  expect(await lending.findings()).toEqual([])
  const { rows } = await sql<{ state: number; charged: number }>`
    select one.state, count(fee_paid_at_ms)::int as charged from loan join loan_application one using (id)
    group by 1 order by 1`.execute(lending.test.database.db)
  expect(rows).toEqual([
    { state: 1, charged: 1 },
    { state: 3, charged: 0 },
  ])
})

test.each(TAMPERINGS)('the audit finds somebody who %s', async (_what, statements, rules) => {
  const { db } = lending.test.database
  const found = new Set<string>()
  const undone = transact(db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const one of statements()) await sql.raw(one).execute(tx)
    for (const one of await lending.findings(tx)) found.add(one.rule)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  // A transfer written past the triggers moves no balance, so other rules find it too.
  const own = [
    'loans = transfers',
    'loan = application',
    'loan = agreement',
    'schedule = agreement',
    'late fee = schedule',
    'late fee = balance',
    'pool = funding - outstanding',
  ]
  expect([...found].filter((one) => own.includes(one)).toSorted()).toEqual(
    rules.filter((one) => own.includes(one)).toSorted(),
  )
  for (const rule of rules) expect([...found]).toContain(rule)
})

/** The second loan's fee is due at this time: its instalment is more than three days overdue, and was announced a day before. */
const FEE_MS = Date.parse('2027-04-04')
const HOUR = 3_600

test.each<[what: string, ticks: [number, number], statements: string[], isFound: boolean]>([
  ['charges no late fee in an hour', [FEE_MS + 1_000, HOUR], [], true],
  ['has had a second less than an hour for it', [FEE_MS + 1_000, HOUR - 1], [], false],
  ['was down until now', [FEE_MS - 3_600_000, HOUR], [], false],
  [
    'had the instalment paid before the hour was over',
    [FEE_MS + 1_000, HOUR],
    [`update loan_instalment set paid_at_ms = ${FEE_MS + 3_600_000} where number = 2`],
    false,
  ],
  [
    'had it paid after the hour',
    [FEE_MS + 1_000, HOUR],
    [`update loan_instalment set paid_at_ms = ${FEE_MS + 3_600_001} where number = 2`],
    true,
  ],
  [
    'announces the fee never',
    [FEE_MS + 86_400_000 + 1_000, HOUR],
    ['update loan_instalment set told = 4, warned_at_ms = null where number = 2'],
    true,
  ],
  [
    'announces the fee late',
    [FEE_MS + 1_000, HOUR],
    [`update loan_instalment set warned_at_ms = ${FEE_MS - 86_400_000 + 1} where number = 2`],
    false,
  ],
])('the audit looks at a house that %s', async (_what, [fromMs, count], statements, isFound) => {
  const loan = loans[1]?.id ?? ''
  const undone = transact(lending.test.database.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update loan set fee_at_ms = null, fee_paid_at_ms = null where id = ${loan}`.execute(tx)
    await sql`update loan_instalment set paid_at_ms = null where loan = ${loan} and number = 2`.execute(tx)
    for (const one of statements) await sql.raw(`${one} and loan = '${loan}'`).execute(tx)
    await sql`insert into log_entry select 1000000 + i, 'tick', ${fromMs}::bigint + 1000 * i, '', sha256(i::text::bytea)
      from generate_series(0, ${count - 1}::int) i`.execute(tx)
    const found = await skippedFees(tx)
    expect(found.map(({ where }) => where)).toEqual(isFound ? [`loan ${loan}, instalment 2`] : [])
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
})

/** The second borrower spends what his instalment would cost at this time, by books that agree. */
test.each([
  ['a look before the charge', FEE_MS - 86_400_000, false],
  ['less than two minutes before the charge', FEE_MS - 119_999, false],
  ['two minutes and a moment after the charge', FEE_MS + 120_001, true],
])('a late fee beside a balance that was spent %s', async (_what, spentMs, isFound) => {
  const undone = transact(lending.test.database.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update transfer set at_ms = ${spentMs}::bigint where amount = ${1_030n * ONE}
      and from_id >> 10 = ${loans[1]?.userId}`.execute(tx)
    const found = async (atMs: number | null) => {
      const since = atMs === null ? null : { atMs, logSize: 0, carried: {} }
      return (await coveredFees(tx, since)).map(({ where }) => where)
    }
    const expected = isFound ? [`loan ${loans[1]?.id}`] : []
    expect(await found(null)).toEqual(expected)
    expect(await found(FEE_MS - 1)).toEqual(expected)
    expect(await found(FEE_MS)).toEqual([])
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
})

test('a late fee is found beside a balance of exactly the instalment, and not beside a unit less', async () => {
  const { id: loan, userId } = loans[1] ?? { id: '', userId: 0 }
  const undone = transact(lending.test.database.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update transfer set at_ms = ${FEE_MS + 120_001}::bigint where amount = ${1_030n * ONE}
      and from_id >> 10 = ${userId}`.execute(tx)
    const [rich] = await coveredFees(tx, null)
    const held = BigInt(/that (\d+) did/.exec(rich?.expected ?? '')?.[1] ?? 0)
    const foundWithout = async (spent: bigint) => {
      await sql`update transfer set amount = amount - ${spent}::bigint where at_ms = ${FEE_MS + 120_001}::bigint
        and from_id >> 10 = ${userId}`.execute(tx)
      return (await coveredFees(tx, null)).map(({ where }) => where)
    }
    const { rows } = await sql<{ amount: bigint }>`
      select amount from loan_instalment where loan = ${loan} and number = 2`.execute(tx)
    expect(await foundWithout(held - (rows[0]?.amount ?? 0n))).toEqual([`loan ${loan}`])
    expect(await foundWithout(1n)).toEqual([])
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
})

test.each([
  ['sandbox/log/0123456789abcdef', false],
  ['tickmark.example/log/0123456789abcdef', true],
])('a loan that the simulated reviewer decided under the log %s is found: %s', async (origin, isFound) => {
  const body = JSON.stringify({ at: 1, kind: 'keys', log: '', origin, receipts: '', seq: 1, signature: '' })
  const undone = transact(lending.test.database.db, async (tx) => {
    await sql`insert into log_entry values (1, 'keys', 1, ${body}, ${randomBytes(32)})`.execute(tx)
    const found = await loansDecidedAlone(tx)
    expect(found.map(({ where }) => where).toSorted()).toEqual(
      isFound ? loans.map((one) => `loan ${one.id}`).toSorted() : [],
    )
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
})

test.each<[what: string, statement: () => string, refusal: RegExp]>([
  [
    'a loan is paid out again',
    () => `insert into loan (id, started_at_ms, next_at_ms) values (${id(0)}, 1, 1)`,
    /loan_pkey/,
  ],
  ['a loan is deleted', () => `delete from loan where id = ${id(0)}`, /loans are never deleted/],
  [
    'a loan begins at another time',
    () => `update loan set started_at_ms = 1`,
    /what was lent is never changed/,
  ],
  [
    'a late fee is charged again',
    () => `update loan set fee_at_ms = fee_at_ms + 1 where id = ${id(1)}`,
    /charged and paid once/,
  ],
  [
    'a late fee is taken back',
    () => `update loan set fee_at_ms = null, fee_paid_at_ms = null where id = ${id(1)}`,
    /charged and paid once/,
  ],
  [
    'a late fee is paid before it is charged',
    () => `update loan set fee_paid_at_ms = 1 where id = ${id(0)}`,
    /loan_fee_is_charged_first/,
  ],
  [
    'a loan ends with its late fee unpaid',
    () => `update loan set fee_at_ms = 1, ended_at_ms = 1, next_at_ms = null where id = ${id(0)}`,
    /loan_ends_paid/,
  ],
  [
    'a running loan is forgotten',
    () => `update loan set next_at_ms = null where id = ${id(0)}`,
    /loan_is_looked_at/,
  ],
  ['a loan ends again', () => `update loan set ended_at_ms = 1 where id = ${id(2)}`, /a loan ends once/],
  [
    'an instalment is paid again',
    () => `update loan_instalment set paid_at_ms = 1 where loan = ${id(0)} and number = 1`,
    /paid once/,
  ],
  [
    'something is told again',
    () => `update loan_instalment set told = 0 where loan = ${id(1)} and number = 3`,
    /nothing is told twice/,
  ],
  [
    'a warning gets another time',
    () => `update loan_instalment set warned_at_ms = warned_at_ms - 1 where loan = ${id(1)} and number = 2`,
    /nothing is told twice/,
  ],
  [
    'a warning has no time',
    () => `update loan_instalment set told = 5 where loan = ${id(0)} and number = 12`,
    /loan_warning_is_told/,
  ],
  ['a schedule is changed', () => `update loan_instalment set due = due + 1`, /a schedule is never changed/],
  ['an instalment is deleted', () => `delete from loan_instalment`, /a schedule is never changed/],
  [
    'an instalment is nothing',
    () => `insert into loan_instalment (loan, number, amount, due) values (${id(2)}, 7, 0, '2027-09-30')`,
    /amount/,
  ],
])('the database refuses when %s', async (_what, statement, refusal) => {
  await expect(sql.raw(statement()).execute(lending.test.database.db)).rejects.toThrow(refusal)
})
