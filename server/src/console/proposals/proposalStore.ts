import { HOUR_MS } from '@tickmark/core/days'
import { sql } from 'kysely'
import { lockName } from '../../db/locks.ts'
import type { Reader, Tx } from '../../db/pool.ts'
import type { ProposalDecisionTable } from '../tables.ts'

export const PROPOSAL_LIFE_MS = HOUR_MS

export type Decision = ProposalDecisionTable['decision']
export type ProposalState = 'open' | Decision | 'expired'

/** An operator's proposal, with its decision. */
export interface StoredProposal {
  id: string
  kind: string
  payload: string
  /** Hex. */
  payloadHash: string
  reason: string
  askedBy: string
  askedAtMs: number
  expiresAtMs: number
  decision: { by: string; what: Decision; reason: string | null; atMs: number } | null
}

export interface NewProposal {
  id: string
  key: string
  kind: string
  payload: string
  payloadHash: Buffer
  reason: string
  askedBy: string
  nowMs: number
}

/** Stores a proposal; false when the operator used the key before. */
export async function insertProposal(tx: Tx, given: NewProposal): Promise<boolean> {
  const { id, key, kind, payload, payloadHash, reason, askedBy, nowMs } = given
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('proposal')
    .values({
      id,
      key,
      kind,
      payload,
      payload_hash: payloadHash,
      reason,
      asked_by: askedBy,
      asked_ms: BigInt(nowMs),
      expires_ms: BigInt(nowMs + PROPOSAL_LIFE_MS),
    })
    .onConflict((conflict) => conflict.columns(['asked_by', 'key']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Number of an operator's open proposals. Until the end of the transaction no other proposal of this operator is counted or
 * stored.
 */
export async function countOpenOf(tx: Tx, askedBy: string, nowMs: number): Promise<number> {
  await lockName(tx, 'proposals', askedBy)
  const { rows } = await sql<{ open: string }>`
    select count(*) as open from proposal left join proposal_decision on proposal = proposal.id
    where proposal.asked_by = ${askedBy} and proposal.expires_ms > ${BigInt(nowMs)} and decision is null`.execute(
    tx,
  )
  return Number(rows[0]?.open ?? 0)
}

/** The proposal that an operator made with this key. */
export async function proposalOfKey(
  reader: Reader,
  askedBy: string,
  key: string,
): Promise<StoredProposal | null> {
  const row = await withDecision(reader)
    .where('proposal.asked_by', '=', askedBy)
    .where('proposal.key', '=', key)
    .executeTakeFirst()
  return row ? proposalOfRow(row) : null
}

export async function findProposal(reader: Reader, id: string): Promise<StoredProposal | null> {
  const row = await withDecision(reader).where('proposal.id', '=', id).executeTakeFirst()
  return row ? proposalOfRow(row) : null
}

/** Serializes the decisions about a proposal until the end of the transaction. */
export async function lockProposal(tx: Tx, id: string): Promise<void> {
  await lockName(tx, 'decisions', id)
}

/**
 * Writes a decision about exactly the proposed payload. The database refuses a second decision, a late one, and the proposer's
 * own approval.
 */
export async function insertDecision(
  tx: Tx,
  about: StoredProposal,
  given: { by: string; what: Decision; reason: string | null; atMs: number },
): Promise<void> {
  await tx
    .insertInto('proposal_decision')
    .values({
      proposal: about.id,
      payload_hash: Buffer.from(about.payloadHash, 'hex'),
      asked_by: about.askedBy,
      asked_ms: BigInt(about.askedAtMs),
      expires_ms: BigInt(about.expiresAtMs),
      decided_by: given.by,
      decision: given.what,
      reason: given.reason,
      decided_ms: BigInt(given.atMs),
    })
    .execute()
}

export interface ProposalFilter {
  state?: ProposalState | undefined
  kind?: string | undefined
  /** The position of the last one on the previous page. */
  before?: { askedAtMs: number; id: string } | undefined
  nowMs: number
}

/** Matching proposals, newest first. */
export async function listProposals(
  reader: Reader,
  { state, kind, before, nowMs }: ProposalFilter,
  most: number,
): Promise<StoredProposal[]> {
  let asked = withDecision(reader)
    .orderBy('proposal.asked_ms', 'desc')
    .orderBy('proposal.id', 'desc')
    .limit(most)
  if (kind !== undefined) asked = asked.where('proposal.kind', '=', kind)
  if (before !== undefined) {
    const { askedAtMs, id } = before
    asked = asked.where(
      sql<boolean>`(proposal.asked_ms, proposal.id) < (${BigInt(askedAtMs)}::bigint, ${id}::uuid)`,
    )
  }
  if (state === 'open' || state === 'expired') {
    const side = state === 'open' ? '>' : '<='
    asked = asked.where('decision.proposal', 'is', null).where('proposal.expires_ms', side, BigInt(nowMs))
  } else if (state !== undefined) asked = asked.where('decision.decision', '=', state)
  return (await asked.execute()).map(proposalOfRow)
}

/** The proposals open now. */
export function openProposals(reader: Reader, nowMs: number): Promise<StoredProposal[]> {
  return listProposals(reader, { state: 'open', nowMs }, 1_000)
}

function withDecision(reader: Reader) {
  return reader
    .selectFrom('proposal')
    .leftJoin('proposal_decision as decision', 'decision.proposal', 'proposal.id')
    .selectAll('proposal')
    .select([
      'decision.decided_by',
      'decision.decision',
      'decision.decided_ms',
      'decision.reason as decision_reason',
    ])
}

interface ProposalRow {
  id: string
  kind: string
  payload: string
  payload_hash: Buffer
  reason: string
  asked_by: string
  asked_ms: bigint
  expires_ms: bigint
  decided_by: string | null
  decision: Decision | null
  decided_ms: bigint | null
  decision_reason: string | null
}

function proposalOfRow(row: ProposalRow): StoredProposal {
  const { id, kind, payload, reason, asked_by: askedBy, decided_by: by, decision: what } = row
  const at = { askedAtMs: Number(row.asked_ms), expiresAtMs: Number(row.expires_ms) }
  const payloadHash = row.payload_hash.toString('hex')
  const decision =
    by === null || what === null
      ? null
      : { by, what, reason: row.decision_reason, atMs: Number(row.decided_ms) }
  return { id, kind, payload, payloadHash, reason, askedBy, ...at, decision }
}
