import { permits } from '@tickmark/wire/permissions'
import type { Language } from '@tickmark/texts/languages'
import { transact } from '../../db/transact.ts'
import type { Operator } from '../../http/calls/context.ts'
import { Refused, refusalText } from '../../http/calls/refused.ts'
import type { EffectLine } from '../../module/proposals.ts'
import { operatorNames } from '../stores/operatorStore.ts'
import { aboutOf, payloadOf, type ProposalDeps } from './propose.ts'
import {
  findProposal,
  listProposals,
  openProposals,
  type ProposalState,
  type StoredProposal,
} from './proposalStore.ts'

/** The reader of a proposal. */
export interface Viewer {
  operator: Operator
  language: Language
  nowMs: number
}

/** A page of proposals, newest first. */
export async function showProposals(
  deps: ProposalDeps,
  asked: {
    state?: ProposalState | undefined
    kind?: string | undefined
    before?: string | undefined
    limit: number
  },
  viewer: Viewer,
) {
  const { db } = deps.database
  const { nowMs } = viewer
  const before = asked.before === undefined ? undefined : placeOf(asked.before)
  const found = await listProposals(db, { ...asked, before, nowMs }, asked.limit + 1)
  const shown = found.slice(0, asked.limit)
  const last = shown.at(-1)
  const names = await operatorNames(db)
  const open = await openProposals(db, nowMs)
  return {
    list: shown.map((one) => proposalView(deps, one, names, viewer)),
    next: found.length > shown.length && last ? `${last.askedAtMs}.${last.id}` : null,
    waiting: open.filter((one) => mayApprove(deps, one, viewer)).length,
  }
}

/** A proposal with its effect, computed now. */
export async function showProposal(deps: ProposalDeps, id: string, viewer: Viewer) {
  const { db } = deps.database
  const found = await findProposal(db, id)
  if (!found) throw new Refused('proposal_unknown')
  const proposal = proposalView(deps, found, await operatorNames(db), viewer)
  const read = proposal.state === 'open' ? await effectOf(deps, found, viewer.language) : NOTHING
  return { proposal, ...read }
}

const NOTHING = { effect: [], obstacle: null }

async function effectOf(
  { database: { db }, kinds }: ProposalDeps,
  found: StoredProposal,
  language: Language,
) {
  const kind = kinds.get(found.kind)
  try {
    if (!kind) throw new Refused('proposal_kind_unknown')
    const payload = payloadOf(kind, JSON.parse(found.payload))
    return { effect: linesOf(await transact(db, (tx) => kind.effect(tx, payload))), obstacle: null }
  } catch (thrown) {
    if (!(thrown instanceof Refused)) throw thrown
    const text = refusalText(thrown.code, language, thrown.facts)
    return { effect: [], obstacle: { code: thrown.code, text } }
  }
}

export function linesOf(effect: readonly EffectLine[]) {
  return effect.map((line) => ({ ...line }))
}

export function proposalView(
  deps: ProposalDeps,
  found: StoredProposal,
  names: ReadonlyMap<string, string>,
  viewer: Viewer,
) {
  const { id, kind, payload, payloadHash, reason, askedBy, askedAtMs, expiresAtMs, decision } = found
  return {
    id,
    kind,
    state: stateOf(found, viewer.nowMs),
    payload,
    payloadHash,
    reason,
    askedBy,
    askedByName: names.get(askedBy) ?? '',
    askedAt: askedAtMs,
    expiresAt: expiresAtMs,
    decidedBy: decision?.by ?? null,
    decidedByName: decision ? (names.get(decision.by) ?? '') : null,
    decidedAt: decision?.atMs ?? null,
    decisionReason: decision?.reason ?? null,
    isAboutReader: aboutOf(deps.kinds.get(kind), found) === viewer.operator.address,
    mayApprove: stateOf(found, viewer.nowMs) === 'open' && mayApprove(deps, found, viewer),
  }
}

function stateOf({ decision, expiresAtMs }: StoredProposal, nowMs: number): ProposalState {
  if (decision) return decision.what
  return nowMs < expiresAtMs ? 'open' : 'expired'
}

function mayApprove(
  { kinds }: ProposalDeps,
  proposal: Pick<StoredProposal, 'kind' | 'askedBy' | 'payload'>,
  { operator }: Viewer,
): boolean {
  const kind = kinds.get(proposal.kind)
  const isOwn = proposal.askedBy === operator.address || aboutOf(kind, proposal) === operator.address
  return !isOwn && permits(operator.roles, kind?.may ?? null)
}

function placeOf(cursor: string): { askedAtMs: number; id: string } {
  const [, at = '', id = ''] = CURSOR.exec(cursor) ?? []
  if (id === '') throw new Refused('bad_request')
  return { askedAtMs: Number(at), id }
}

const CURSOR = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
