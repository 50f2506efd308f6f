import { canonicalText } from '@tickmark/core/canonical'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Reader } from '../db/pool.ts'
import type { DecidedBy } from '../module/proposals.ts'

export const APPROVER = '0xApprover'
export const ASKER = '0xAsker'

/** Operators of the treasury, each a separate hand. */
export async function addOperators(reader: Reader, addresses: readonly string[]): Promise<void> {
  for (const address of addresses)
    await sql`insert into operator (address, name, roles, invited_ms, by_link)
      values (${address}, ${address}, '{treasurer}', 0, false) on conflict do nothing`.execute(reader)
}

/**
 * Writes a proposal of one operator with another's approval, as the console does in one transaction; or with a refusal, or, for
 * null, without a decision.
 */
export async function approvedIn(
  reader: Reader,
  kind: string,
  payload: Parameters<typeof canonicalText>[0],
  atMs: number,
  decision: 'approved' | 'refused' | null = 'approved',
): Promise<DecidedBy> {
  const proposalId = randomUUID()
  await addOperators(reader, [ASKER, APPROVER])
  const text = canonicalText(payload)
  await sql`insert into proposal (id, key, kind, payload, payload_hash, reason, asked_by, asked_ms, expires_ms)
    values (${proposalId}, ${randomUUID()}, ${kind}, ${text}, sha256(convert_to(${text}, 'UTF8')), 'a test',
      ${ASKER}, ${atMs}, ${atMs + 3_600_000})`.execute(reader)
  if (decision !== null)
    await sql`insert into proposal_decision
        (proposal, payload_hash, asked_by, asked_ms, expires_ms, decided_by, decision, reason, decided_ms)
      select id, payload_hash, asked_by, asked_ms, expires_ms, ${APPROVER}, ${decision}, 'a test', ${atMs} from proposal
      where id = ${proposalId}`.execute(reader)
  return { askedBy: ASKER, approvedBy: APPROVER, proposalId, atMs }
}
