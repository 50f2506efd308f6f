import type { Reader } from '../db/pool.ts'
import type { AuditedPart, AuditRule } from '../module/auditRule.ts'
import { type Finding, MOST_FINDINGS } from '../module/finding.ts'
import { swapsOffConsents } from './auditConsents.ts'
import { swapsOffRates, swapsOffTicks, swapTransferGaps } from './auditStore.ts'

export const swapsAudit: readonly AuditRule[] = [
  {
    number: 10,
    sentence:
      'Each swap has its two transfers once, and pays what its rates give; these are those of a logged tick of its time; its owner signed it with a key of his session, or had signed in without one.',
    check: async (reader, { since, wallets }) => [
      ...(await auditSwaps(reader, since)),
      ...(await ratesFollowTicks(reader, since)),
      ...(await swapsOffConsents(reader, { since, wallets })),
    ],
  },
]

/** Every swap has its two transfers and there are no others; each pays what its rates give. */
async function auditSwaps(reader: Reader, since: AuditedPart | null): Promise<Finding[]> {
  return [...(await transfersMatchSwaps(reader, since)), ...(await sumsFollowRates(reader))]
}

async function transfersMatchSwaps(reader: Reader, since: AuditedPart | null): Promise<Finding[]> {
  const rows = await swapTransferGaps(reader, since, MOST_FINDINGS)
  return rows.map((row) => ({
    rule: 'swaps = transfers',
    where: `swap ${row.ref} ${row.leg}`,
    expected: row.due ?? 'none',
    found: row.paid ?? 'none',
  }))
}

async function sumsFollowRates(reader: Reader): Promise<Finding[]> {
  const rows = await swapsOffRates(reader, MOST_FINDINGS)
  return rows.map(({ id, due, received }) => ({
    rule: 'swap = rates',
    where: `swap ${id}`,
    expected: due,
    found: String(received),
  }))
}

/** The house's rates are everybody's: both come from one tick of the log, at most as old as a quote. */
async function ratesFollowTicks(reader: Reader, since: AuditedPart | null): Promise<Finding[]> {
  const rows = await swapsOffTicks(reader, since, MOST_FINDINGS)
  return rows.map(({ id, source_rate, target_rate }) => ({
    rule: 'rates = ticks',
    where: `swap ${id}`,
    expected: 'the rates of a logged tick of its time',
    found: `${source_rate} and ${target_rate}`,
  }))
}
