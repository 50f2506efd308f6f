import type { Reader } from '../db/pool.ts'
import { CURRENCIES } from '@tickmark/core/money/currencies'
import {
  CAUSES,
  CAUSES_BY_ROWS,
  FLOWS,
  KINDS,
  partOf,
  type Cause,
  type Kind,
} from '@tickmark/core/ledger/accounts'
import { foreignDefinitions } from '../db/foreignDefinitions.ts'
import { foreignTables } from '../db/foreignTables.ts'
import type { AuditedPart, AuditFacts, AuditRule } from '../module/auditRule.ts'
import { type Finding, foreignFinding, MOST_FINDINGS } from '../module/finding.ts'
import {
  accountsBelowZero,
  accountsOffTransfers,
  balancesDigest,
  countFlows,
  partsOffBalance,
  transfersAcrossParts,
} from './auditStore.ts'

/** Audits the books on their own, independent of the products. */
export const ledgerAudit: readonly AuditRule[] = [
  {
    number: 1,
    sentence:
      'Every movement takes from one account what it gives to another; the sum for a currency and book, the outside included, is zero.',
    // For the part since an audit this follows from rule 3, because each movement adds what it takes.
    check: async (reader, { since }) => (since === null ? sumsAreZero(reader) : []),
  },
  { number: 2, sentence: 'No account but the outside goes below zero.', check: accountsBelowZero },
  { number: 3, sentence: 'A balance is the sum of its movements.', check: balancesFollow },
  {
    number: 5,
    sentence: 'Transfers, log entries, tickets and results are never changed or deleted.',
    check: isAsMigrated,
  },
  {
    number: 6,
    sentence: 'Money moves only along the allowed pairs of account kinds for each cause.',
    check: (reader, { since }) => flowsAreAllowed(reader, since),
  },
  {
    number: 9,
    sentence: 'The real and the simulated book never touch.',
    check: (reader, { since }) => booksStayApart(reader, since),
  },
]

/** All balances of a currency in a book, with the money from outside, sum to zero. */
async function sumsAreZero(reader: Reader): Promise<Finding[]> {
  const rows = await partsOffBalance(reader)
  return rows.map((row) => ({
    rule: 'sums',
    where: partName(row.part),
    expected: `${row.given} from outside`,
    found: `${row.held} held`,
  }))
}

/** Since an audit: undoing the later movements gives the balances that all accounts had then. */
async function balancesFollow(reader: Reader, { since, next }: AuditFacts): Promise<Finding[]> {
  if (next) next.carried[BALANCES] = await balancesDigest(reader, next.atMs)
  if (since === null) return accountsOffTransfers(reader)
  const [expected, found] = [carriedBalances(since), await balancesDigest(reader, since.atMs)]
  const where = `balances of ${new Date(since.atMs).toISOString()}`
  return expected === found ? [] : [{ rule: 'balance = transfers', where, expected, found }]
}

const BALANCES = 'balances'

/** What an audit carries of the balances: `balancesDigest`. */
export function carriedBalances({ carried }: AuditedPart): string {
  return carried[BALANCES] as string
}

/** No transfer joins two books or two currencies. */
async function booksStayApart(reader: Reader, since: AuditedPart | null): Promise<Finding[]> {
  const rows = await transfersAcrossParts(reader, since, MOST_FINDINGS)
  return rows.map((row) => ({
    rule: 'books never mix',
    where: `transfer ${row.ref}`,
    expected: partName(partOf(row.from_id)),
    found: partName(partOf(row.to_id)),
  }))
}

/** What forbids changes, in all domains, is as our migrations make it. */
async function isAsMigrated(reader: Reader): Promise<Finding[]> {
  const all = [await foreignTables(reader), await foreignDefinitions(reader)]
  return all.flat().map(foreignFinding)
}

/** What only the simulated book has: opening money, resets, and accounts of the house that grow. */
const OF_PRACTICE: readonly number[] = [CAUSES.grant, CAUSES.reset, CAUSES.growth]

/** Each transfer's cause allows its flow, in the book that has it: loans are in the real one alone. */
async function flowsAreAllowed(reader: Reader, since: AuditedPart | null): Promise<Finding[]> {
  const rows = await countFlows(reader, since)
  const allowed = new Set(
    Object.entries(FLOWS).flatMap(([cause, flows]) =>
      flows.map(([from, to]) => `${CAUSES[cause as Cause]} ${KINDS[from]} ${KINDS[to]}`),
    ),
  )
  const wrong = rows.filter(
    (row) =>
      !allowed.has(`${row.cause} ${row.payer} ${row.paid}`) ||
      CAUSES_BY_ROWS.some((cause) => CAUSES[cause] === row.cause) ||
      (row.is_real && OF_PRACTICE.includes(row.cause)) ||
      (isLending(row) && !row.is_real),
  )
  return wrong.map((row) => ({
    rule: 'who may pay whom',
    where: `${row.is_real ? 'real' : 'simulated'} cause ${row.cause}`,
    expected: 'an allowed flow',
    found: `${row.count} from ${kindName(row.payer)} to ${kindName(row.paid)}`,
  }))
}

function isLending({ cause, payer, paid }: { cause: number; payer: number; paid: number }): boolean {
  return cause === CAUSES.loan || cause === CAUSES.repayment || [payer, paid].includes(KINDS.lending)
}

/** Book and currency from bits 4 to 9 of an account's id. */
export function partName(part: number): string {
  const id = (part >> 4) & 31
  return `${part & 512 ? 'simulated' : 'real'} ${CURRENCIES.find((one) => one.id === id)?.code ?? id}`
}

function kindName(code: number): string {
  return (Object.keys(KINDS) as Kind[]).find((kind) => KINDS[kind] === code) ?? String(code)
}
