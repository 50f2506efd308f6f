import { createHash, randomUUID } from 'node:crypto'
import { permits, rolesFor } from '@tickmark/wire/permissions'
import * as z from 'zod/mini'
import { transact } from '../../db/transact.ts'
import type { Database, Tx } from '../../db/pool.ts'
import type { Operator } from '../../http/calls/context.ts'
import { Refused } from '../../http/calls/refused.ts'
import type { EffectLine, ProposalKind } from '../../module/proposals.ts'
import { recordAction } from '../../operators/actionLogStore.ts'
import { payloadText } from './payloadText.ts'
import { countOpenOf, insertProposal, proposalOfKey, type StoredProposal } from './proposalStore.ts'

/** Maximum open proposals of one operator. */
const MOST_OPEN = 20

export interface ProposalDeps {
  database: Pick<Database, 'db'>
  /** By name. */
  kinds: ReadonlyMap<string, ProposalKind>
}

export interface Asked {
  kind: string
  payload: unknown
  reason: string
  /** Made by the caller: a repeated request returns the same proposal. */
  key: string
}

export interface Proposed {
  proposal: StoredProposal
  effect: readonly EffectLine[]
}

/** Stores an operator's proposal, after checking that it could be carried out now. Does nothing else. */
export async function propose(
  { database: { db }, kinds }: ProposalDeps,
  by: Operator,
  asked: Asked,
  nowMs: number,
): Promise<Proposed> {
  const kind = kinds.get(asked.kind)
  if (!kind) throw new Refused('proposal_kind_unknown')
  demand(kind, by)
  const payload = payloadOf(kind, asked.payload)
  const text = payloadText(payload)
  const payloadHash = createHash('sha256').update(text).digest()
  return transact(db, async (tx) => {
    const { reason, key } = asked
    const known = await proposalOfKey(tx, by.address, key)
    if (!known && (await countOpenOf(tx, by.address, nowMs)) >= MOST_OPEN)
      throw new Refused('proposals_full', { most: String(MOST_OPEN) })
    if (!known) await kind.demands?.(tx, payload, by.address)
    // A repeated request: once carried out it may be impossible to repeat, but the first answer still stands.
    const effect = known?.decision ? [] : await kind.effect(tx, payload)
    const row = { id: randomUUID(), key, kind: kind.kind, payload: text, payloadHash, reason }
    if (await insertProposal(tx, { ...row, askedBy: by.address, nowMs }))
      await recordProposal(tx, by.address, 'ask', { ...row, payloadHash: payloadHash.toString('hex') }, nowMs)
    const proposal = await proposalOfKey(tx, by.address, key)
    const isSame = proposal?.kind === kind.kind && proposal.payload === text && proposal.reason === reason
    if (!isSame) throw new Refused('key_reused')
    return { proposal, effect }
  })
}

/** Refuses an operator without the kind's permission. */
export function demand({ may }: ProposalKind, { roles }: Pick<Operator, 'roles'>): void {
  if (!permits(roles, may)) throw new Refused('role_missing', { roles: rolesFor(may).join(', ') })
}

/** The payload in the exact form of its kind; refuses anything else. */
export function payloadOf(kind: ProposalKind, given: unknown): unknown {
  const read = z.safeParse(kind.payload, given)
  if (!read.success) throw new Refused('proposal_invalid')
  return read.data
}

/** The operator that a proposal is about; null for none. */
export function aboutOf(
  kind: ProposalKind | undefined,
  { payload }: Pick<StoredProposal, 'payload'>,
): string | null {
  const read = kind?.about && z.safeParse(kind.payload, JSON.parse(payload))
  return read?.success ? (kind?.about?.(read.data) ?? null) : null
}

/** Logs the outcome of a proposal. */
export function recordProposal(
  tx: Tx,
  operator: string,
  verb: 'ask' | 'approve' | 'refuse' | 'withdraw',
  {
    id,
    kind,
    payloadHash,
    reason,
  }: { id: string; kind: string; payloadHash: string; reason?: string | null },
  atMs: number,
): Promise<void> {
  const details = { kind, payloadHash, ...(reason != null && { reason }) }
  return recordAction(tx, {
    operator,
    action: `proposals.${verb}`,
    subject: `proposal ${id}`,
    details,
    atMs,
  })
}
