import { liabilityName, type Liability } from '@tickmark/core/log/liability'
import { type AuditedEntry, followsAudited } from '@tickmark/core/log/audited'
import { parseEntry } from '@tickmark/core/log/log'
import type { Reader } from '../../db/pool.ts'
import { balancesDigest } from '../../ledger/auditStore.ts'
import { liabilitiesAt } from '../../ledger/liabilities/liabilities.ts'
import { readHead } from '../../market/store.ts'
import type { AuditRule } from '../../module/auditRule.ts'
import { type Finding, MOST_FINDINGS } from '../../module/finding.ts'
import { auditedFrom, auditedWithoutRun } from './auditedStore.ts'

export const auditedAudit: readonly AuditRule[] = [
  {
    number: 32,
    sentence:
      'Each `audited` entry of the log follows the one before, and tells of a run of the audit that had found nothing; the accounts held then, and the house owed its users, what the newest one says.',
    check: async (reader, { since }) => [
      ...(await auditedInTurn(reader, since?.logSize ?? 0)),
      // A step compares the balances with its own checkpoint.
      ...(since === null ? await newestAsTold(reader) : []),
    ],
  },
]

async function auditedInTurn(reader: Reader, afterSeq: number): Promise<Finding[]> {
  const entries = await readAudited(reader, afterSeq)
  const astray = entries.filter(
    (one, i) => one.seq > afterSeq && !followsAudited(entries[i - 1] ?? null, one),
  )
  return [
    ...astray
      .slice(0, MOST_FINDINGS)
      .map(({ seq, size, until, whole }) =>
        finding('audited in turn', seq, 'one that follows', `size ${size}, until ${until}, whole ${whole}`),
      ),
    ...(await auditedWithoutRun(reader, afterSeq, MOST_FINDINGS)).map((seq) =>
      finding('audited = run', seq, 'a run that found nothing', 'none'),
    ),
  ]
}

/**
 * A day of the log's own time. An entry that is wrong because a clock ran back is a finding for this long only, as no newer entry
 * follows it in the meantime.
 */
const BINDING_MS = 86_400_000

/** The newest entry binds the house to what its accounts held: undoing the later movements must give that. */
async function newestAsTold(reader: Reader): Promise<Finding[]> {
  const newest = (await readAudited(reader, Number.MAX_SAFE_INTEGER)).at(-1)
  const head = await readHead(reader)
  if (!newest || !head || head.at > newest.at + BINDING_MS) return []
  const found = await balancesDigest(reader, newest.until)
  const owed = await liabilitiesAt(reader, newest.until)
  return [
    ...different('balances as logged', newest.seq, newest.balances, found),
    ...different('liabilities as logged', newest.seq, owedText(newest.liabilities), owedText(owed)),
  ]
}

function different(rule: string, seq: number, expected: string, found: string): Finding[] {
  return expected === found ? [] : [finding(rule, seq, expected, found)]
}

function owedText(liabilities: readonly Liability[]): string {
  return liabilities.map((one) => `${liabilityName(one)} ${one.amount} ${one.root}`).join(', ')
}

async function readAudited(reader: Reader, afterSeq: number): Promise<AuditedEntry[]> {
  const entries = (await auditedFrom(reader, afterSeq)).map(({ body }) => parseEntry(body))
  // A text that is no entry is a finding of the log's own rule.
  return entries.filter((one): one is AuditedEntry => one?.kind === 'audited')
}

function finding(rule: string, seq: number, expected: string, found: string): Finding {
  return { rule, where: `log entry ${seq}`, expected, found }
}
