import type { Reader } from '../db/pool.ts'
import { CURRENCIES } from '@tickmark/core/money/currencies'
import { CAUSES, FLOWS, KINDS, type Cause, type Kind } from '@tickmark/core/ledger/accounts'
import { sql } from 'kysely'

/** Something in the books that should not be so. */
export interface Finding {
  /** Which rule is broken; I1 to I12 are the ledger's invariants. */
  rule: string
  /** The account, order or entry concerned. */
  where: string
  expected: string
  found: string
}

/** Most findings of one rule that are told apart. */
export const MOST_FINDINGS = 100

/** Recomputes the ledger from its transfers. Give it a snapshot (a repeatable read transaction), or rules may see different moments. */
export async function auditLedger(reader: Reader): Promise<Finding[]> {
  const checks = [sumsAreZero, nobodyIsBelowZero, balancesFollow, booksStayApart, flowsAreAllowed]
  const findings: Finding[] = []
  for (const check of checks) findings.push(...(await check(reader)))
  return findings
}

/** I1: all balances of a currency in a book, with what came from outside, sum to zero. */
async function sumsAreZero(reader: Reader): Promise<Finding[]> {
  const { rows } = await sql<{ part: number; held: string; given: string }>`
    select coalesce(a.part, t.part)::int as part, coalesce(held, 0)::text as held, coalesce(given, 0)::text as given
    from (select id & 1008 as part, sum(balance) as held from account group by 1) a
    full join (
      select from_id & 1008 as part, sum(case when (from_id & 15) = 0 then amount else -amount end) as given
      from transfer where (from_id & 15) = 0 or (to_id & 15) = 0 group by 1) t on t.part = a.part
    where coalesce(held, 0) <> coalesce(given, 0)`.execute(reader)
  return rows.map((row) => ({
    rule: 'I1 sums',
    where: partName(row.part),
    expected: `${row.given} from outside`,
    found: `${row.held} held`,
  }))
}

/** I2: no account is below zero. */
async function nobodyIsBelowZero(reader: Reader): Promise<Finding[]> {
  const rows = await reader
    .selectFrom('account')
    .select(['id', 'balance'])
    .where('balance', '<', 0n)
    .limit(MOST_FINDINGS)
    .execute()
  return rows.map((row) => ({
    rule: 'I2 not negative',
    where: `account ${row.id}`,
    expected: '0 or more',
    found: `${row.balance}`,
  }))
}

/** I3: a balance is the sum of its account's transfers. */
async function balancesFollow(reader: Reader): Promise<Finding[]> {
  const { rows } = await sql<{ id: bigint; balance: string; total: string }>`
    select coalesce(a.id, s.id) as id, coalesce(balance, 0)::text as balance, coalesce(total, 0)::text as total
    from account a full join (
      select id, sum(amount) as total
      from (select to_id as id, amount from transfer union all select from_id, -amount from transfer) as side
      where (id & 15) <> 0 group by id) s on s.id = a.id
    where coalesce(balance, 0) <> coalesce(total, 0) limit ${MOST_FINDINGS}`.execute(reader)
  return rows.map((row) => ({
    rule: 'I3 balance = transfers',
    where: `account ${row.id}`,
    expected: row.total,
    found: row.balance,
  }))
}

/** I10: no transfer joins two books or two currencies. */
async function booksStayApart(reader: Reader): Promise<Finding[]> {
  const rows = await reader
    .selectFrom('transfer')
    .select(['ref', 'from_id', 'to_id'])
    .where(sql<boolean>`(from_id & 1008) <> (to_id & 1008)`)
    .limit(MOST_FINDINGS)
    .execute()
  return rows.map((row) => ({
    rule: 'I10 books never mix',
    where: `transfer ${row.ref}`,
    expected: partName(Number(row.from_id & 1008n)),
    found: partName(Number(row.to_id & 1008n)),
  }))
}

/** Every transfer is one that its cause allows. */
async function flowsAreAllowed(reader: Reader): Promise<Finding[]> {
  const { rows } = await sql<{ cause: number; payer: number; paid: number; count: bigint }>`
    select cause, (from_id & 15)::int as payer, (to_id & 15)::int as paid, count(*) as count
    from transfer group by 1, 2, 3`.execute(reader)
  const allowed = new Set(
    Object.entries(FLOWS).flatMap(([cause, flows]) =>
      flows.map(([from, to]) => `${CAUSES[cause as Cause]} ${KINDS[from]} ${KINDS[to]}`),
    ),
  )
  const wrong = rows.filter((row) => !allowed.has(`${row.cause} ${row.payer} ${row.paid}`))
  return wrong.map((row) => ({
    rule: 'who may pay whom',
    where: `cause ${row.cause}`,
    expected: 'an allowed flow',
    found: `${row.count} from ${kindName(row.payer)} to ${kindName(row.paid)}`,
  }))
}

/** Book and currency from bits 4 to 9 of an account's id. */
export function partName(part: number): string {
  const id = (part >> 4) & 31
  return `${part & 512 ? 'simulated' : 'real'} ${CURRENCIES.find((one) => one.id === id)?.code ?? id}`
}

function kindName(code: number): string {
  return (Object.keys(KINDS) as Kind[]).find((kind) => KINDS[kind] === code) ?? String(code)
}
