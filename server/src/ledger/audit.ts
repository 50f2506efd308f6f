import type { Reader } from '../db/pool.ts'
import { CURRENCIES } from '@tickmark/core/money/currencies'
import { CAUSES, FLOWS, KINDS, type Cause, type Kind } from '@tickmark/core/ledger/accounts'
import { sql } from 'kysely'
import { missingTriggers } from '../db/triggers.ts'
import { type AuditFacts, type AuditRule, NEVER_CHANGED } from '../module/auditRule.ts'
import { type Finding, guardFinding, MOST_FINDINGS } from '../module/finding.ts'

const guards = ['transfer.transfer_stays', 'account.account_follows', 'account.account_stays']

/** The books by themselves, whatever the products are. */
export const ledgerAudit: readonly AuditRule[] = [
  {
    number: 1,
    sentence:
      'Every transfer takes from one account what it gives to another; the sum for a currency and book, the outside included, is zero.',
    check: sumsAreZero,
  },
  { number: 2, sentence: 'No account but the outside goes below zero.', check: nobodyIsBelowZero },
  { number: 3, sentence: 'A balance is the sum of its transfers.', check: balancesFollow },
  {
    ...NEVER_CHANGED,
    check: async (reader) => (await missingTriggers(reader, guards)).map(guardFinding),
  },
  {
    number: 6,
    sentence: 'Money moves only along the allowed pairs of account kinds for each cause.',
    check: flowsAreAllowed,
  },
  { number: 9, sentence: 'The real and the simulated book never touch.', check: booksStayApart },
]

/** Recomputes the ledger from its transfers. Give it a snapshot (a repeatable read transaction), or rules may see different moments. */
export async function auditLedger(reader: Reader): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { check } of ledgerAudit) findings.push(...(await check(reader, {} as AuditFacts)))
  return findings
}

/** all balances of a currency in a book, with what came from outside, sum to zero. */
async function sumsAreZero(reader: Reader): Promise<Finding[]> {
  const { rows } = await sql<{ part: number; held: string; given: string }>`
    select coalesce(a.part, t.part)::int as part, coalesce(held, 0)::text as held, coalesce(given, 0)::text as given
    from (select id & 1008 as part, sum(balance) as held from account group by 1) a
    full join (
      select from_id & 1008 as part, sum(case when (from_id & 15) = 0 then amount else -amount end) as given
      from transfer where (from_id & 15) = 0 or (to_id & 15) = 0 group by 1) t on t.part = a.part
    where coalesce(held, 0) <> coalesce(given, 0)`.execute(reader)
  return rows.map((row) => ({
    rule: 'sums',
    where: partName(row.part),
    expected: `${row.given} from outside`,
    found: `${row.held} held`,
  }))
}

/** no account is below zero. */
async function nobodyIsBelowZero(reader: Reader): Promise<Finding[]> {
  const rows = await reader
    .selectFrom('account')
    .select(['id', 'balance'])
    .where('balance', '<', 0n)
    .limit(MOST_FINDINGS)
    .execute()
  return rows.map((row) => ({
    rule: 'not negative',
    where: `account ${row.id}`,
    expected: '0 or more',
    found: `${row.balance}`,
  }))
}

/** a balance is the sum of its account's transfers. */
async function balancesFollow(reader: Reader): Promise<Finding[]> {
  const { rows } = await sql<{ id: bigint; balance: string; total: string }>`
    select coalesce(a.id, s.id) as id, coalesce(balance, 0)::text as balance, coalesce(total, 0)::text as total
    from account a full join (
      select id, sum(amount) as total
      from (select to_id as id, amount from transfer union all select from_id, -amount from transfer) as side
      where (id & 15) <> 0 group by id) s on s.id = a.id
    where coalesce(balance, 0) <> coalesce(total, 0) limit ${MOST_FINDINGS}`.execute(reader)
  return rows.map((row) => ({
    rule: 'balance = transfers',
    where: `account ${row.id}`,
    expected: row.total,
    found: row.balance,
  }))
}

/** no transfer joins two books or two currencies. */
async function booksStayApart(reader: Reader): Promise<Finding[]> {
  const rows = await reader
    .selectFrom('transfer')
    .select(['ref', 'from_id', 'to_id'])
    .where(sql<boolean>`(from_id & 1008) <> (to_id & 1008)`)
    .limit(MOST_FINDINGS)
    .execute()
  return rows.map((row) => ({
    rule: 'books never mix',
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
