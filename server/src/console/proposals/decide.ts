import { permits, rolesFor } from '@tickmark/wire/permissions'
import type { Tx } from '../../db/pool.ts'
import { afterCommit, transact } from '../../db/transact.ts'
import type { Operator } from '../../http/calls/context.ts'
import { Refused } from '../../http/calls/refused.ts'
import type { ProposalKind } from '../../module/proposals.ts'
import { isSameHand } from '../../operators/presentStore.ts'
import {
  holdOperators,
  isSuspended,
  lockOperator,
  lockOperators,
  type StoredOperator,
} from '../stores/operatorStore.ts'
import {
  findProposal,
  insertDecision,
  lockProposal,
  PROPOSAL_LIFE_MS,
  type StoredProposal,
} from './proposalStore.ts'
import { aboutOf, demand, payloadOf, type ProposalDeps, recordProposal } from './propose.ts'

/**
 * Approves another operator's proposal and carries it out in one transaction. The action is logged and decided before it takes
 * effect; a proposal that cannot be carried out any more stays open. Both operators' roles are read again and locked.
 */
export async function approve(
  { database: { db }, kinds }: ProposalDeps,
  by: Operator,
  { id, payloadHash }: { id: string; payloadHash: string },
  nowMs: number,
): Promise<StoredProposal> {
  return transact(db, async (tx) => {
    const { proposal, kind } = await openProposal(tx, kinds, id, nowMs)
    if (proposal.askedBy === by.address) throw new Refused('proposal_own')
    const about = aboutOf(kind, proposal)
    if (about === by.address) throw new Refused('operator_own')
    // Locked before the log of actions: a vote waits for that log while it holds its operator.
    if (kind.may === 'manageOperators') await lockOperators(tx)
    if (about !== null) await lockOperator(tx, about)
    const held = await holdOperators(tx, [proposal.askedBy, by.address])
    demand(kind, actingNow(held, by, nowMs))
    const asker = held.get(proposal.askedBy)
    if (!asker || isSuspended(asker, nowMs) || !permits(asker.roles, kind.may))
      throw new Refused('proposal_asker_lost')
    if (await isSameHand(tx, by.address, [proposal.askedBy], rolesFor(kind.may)))
      throw new Refused('same_hand')
    if (proposal.payloadHash !== payloadHash) throw new Refused('proposal_changed')
    const payload = payloadOf(kind, JSON.parse(proposal.payload))
    await kind.demands?.(tx, payload, by.address)
    await recordProposal(tx, by.address, 'approve', { ...proposal, reason: null }, nowMs)
    await insertDecision(tx, proposal, { by: by.address, what: 'approved', reason: null, atMs: nowMs })
    const { askedBy } = proposal
    await kind.execute(tx, payload, { askedBy, approvedBy: by.address, proposalId: id, atMs: nowMs })
    afterCommit(tx, () => kind.after?.(payload))
    return decided(tx, id)
  })
}

/** Refuses a proposal; the proposer withdraws it this way. */
export async function refuseProposal(
  { database: { db }, kinds }: ProposalDeps,
  by: Operator,
  { id, reason }: { id: string; reason: string },
  nowMs: number,
): Promise<StoredProposal> {
  return transact(db, async (tx) => {
    const { proposal, kind } = await openProposal(tx, kinds, id, nowMs)
    const isOwn = proposal.askedBy === by.address
    if (!isOwn && aboutOf(kind, proposal) === by.address) throw new Refused('operator_own')
    if (!isOwn) demand(kind, actingNow(await holdOperators(tx, [by.address]), by, nowMs))
    await recordProposal(tx, by.address, isOwn ? 'withdraw' : 'refuse', { ...proposal, reason }, nowMs)
    const what = isOwn ? 'withdrawn' : 'refused'
    await insertDecision(tx, proposal, { by: by.address, what, reason, atMs: nowMs })
    return decided(tx, id)
  })
}

/** An operator with the roles in force; without any when he was revoked or suspended during this call. */
function actingNow(
  held: ReadonlyMap<string, StoredOperator>,
  { address }: Operator,
  nowMs: number,
): Pick<Operator, 'roles'> {
  const known = held.get(address)
  return known && !isSuspended(known, nowMs) ? known : { roles: [] }
}

/** An undecided proposal with its kind, locked until the end of the transaction. */
async function openProposal(
  tx: Tx,
  kinds: ReadonlyMap<string, ProposalKind>,
  id: string,
  nowMs: number,
): Promise<{ proposal: StoredProposal; kind: ProposalKind }> {
  await lockProposal(tx, id)
  const proposal = await findProposal(tx, id)
  if (!proposal) throw new Refused('proposal_unknown')
  if (proposal.decision) throw new Refused('proposal_decided')
  // A proposal dated in the future, because the clock was set back, is not open yet.
  if (nowMs < proposal.askedAtMs || nowMs >= proposal.askedAtMs + PROPOSAL_LIFE_MS)
    throw new Refused('proposal_expired')
  const kind = kinds.get(proposal.kind)
  if (!kind) throw new Refused('proposal_kind_unknown')
  return { proposal, kind }
}

async function decided(tx: Tx, id: string): Promise<StoredProposal> {
  const proposal = await findProposal(tx, id)
  if (!proposal) throw new Error('a proposal that was just decided is there')
  return proposal
}
