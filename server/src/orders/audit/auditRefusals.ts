import { hexOf } from '@tickmark/core/bytes'
import { parseEntry } from '@tickmark/core/log/log'
import { hashTree } from '@tickmark/core/log/tree/merkle'
import { refusalBody } from '@tickmark/core/receipts/refusal'
import type { Reader } from '../../db/pool.ts'
import type { AuditedPart } from '../../module/auditRule.ts'
import type { Finding } from '../../module/finding.ts'
import { MOST_FINDINGS } from '../../module/finding.ts'
import { sha256 } from '../../platform/sha256.ts'
import { refusalsAfter, refusalsElsewhere, refusedYetDone, type LoggedRefusals } from './auditRefusalStore.ts'
import { leafHashOf } from '../receipts/signedBatches.ts'

/** Each `refusals` entry has the root over its refusals' texts and their number, and nothing refused was carried out. */
export async function auditRefusals(reader: Reader, since: AuditedPart | null): Promise<Finding[]> {
  const findings: Finding[] = []
  const afterSeq = since?.logSize ?? 0
  for (let after = afterSeq; findings.length < MOST_FINDINGS;) {
    const page = await refusalsAfter(reader, after)
    const last = page.at(-1)
    if (!last) break
    for (const one of page) findings.push(...entryFindings(one))
    after = last.seq
  }
  return [
    ...findings,
    ...(await refusalsElsewhere(reader, afterSeq)),
    ...(await refusedYetDone(reader, since)),
  ]
}

function entryFindings({ seq, body, refusals }: LoggedRefusals): Finding[] {
  const entry = parseEntry(body)
  const findings: Finding[] = []
  for (const { refusal, leaf } of refusals) {
    const hashes = { expected: hexOf(leafHashOf(refusalBody(refusal))), found: hexOf(leaf) }
    if (hashes.expected !== hashes.found)
      findings.push({ rule: 'leaf = refusal', where: `refusal ${refusal.number}`, ...hashes })
  }
  const leaves = refusals.map(({ leaf }) => leaf)
  const expected = `${leaves.length} refusals under ${leaves.length > 0 ? hexOf(hashTree(leaves, sha256).root) : '-'}`
  const found = entry?.kind === 'refusals' ? `${entry.count} refusals under ${entry.root}` : 'no refusals'
  if (expected !== found)
    findings.push({ rule: 'entry = refusals', where: `log entry ${seq}`, expected, found })
  return findings
}
