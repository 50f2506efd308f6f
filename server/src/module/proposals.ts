import type { Permission } from '@tickmark/wire/permissions'
import type * as z from 'zod/mini'
import type { Tx } from '../db/pool.ts'

/** One line of a proposal's effect, decoded for the deciding operator. */
export interface EffectLine {
  /** Key of a text. */
  name: string
  value: string
  /** The present value, if the proposal changes one. */
  was?: string
}

/** The proposer and the approver: two different operators' addresses. */
export interface DecidedBy {
  askedBy: string
  approvedBy: string
  proposalId: string
  /** The house's time of the approval. */
  atMs: number
}

/** An action that needs two operators. Its module contributes it; the console proposes, decides and logs it. */
export interface ProposalKind<P = unknown> {
  /** Such as "treasury.fund"; stable, shown through texts. */
  kind: string
  /** The permission to propose it and to decide about it. */
  may: Permission
  /** Strict; stored as canonical JSON text with its SHA-256. */
  payload: z.ZodMiniType<P>
  /** The operator that it is about, who may not decide about it; absent for none. */
  about?(payload: P): string
  /**
   * Further conditions, beyond the permission, for this operator to propose or approve it; throws `Refused`. Runs in the
   * transaction of the operator's action, before it is logged, so that it may lock the action's objects.
   */
  demands?(tx: Tx, payload: P, operator: string): Promise<void>
  /** Its effect, computed now; throws `Refused` when it is impossible. */
  effect(tx: Tx, payload: P): Promise<readonly EffectLine[]>
  /** Carries it out in the transaction of the approval; refuses like `effect`. */
  execute(tx: Tx, payload: P, by: DecidedBy): Promise<void>
  /** After the commit. */
  after?(payload: P): void
}
