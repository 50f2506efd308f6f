import type { Permission } from '@tickmark/wire/permissions'
import type * as z from 'zod/mini'
import type { Tx } from '../db/pool.ts'

/** One line of what a proposal would do, decoded for the operator who decides. */
export interface EffectLine {
  /** Key of a text. */
  name: string
  value: string
  /** What it is now, where the proposal changes something. */
  was?: string
}

/** Who asked for a deed and who approved it: two different operators' addresses. */
export interface DecidedBy {
  askedBy: string
  approvedBy: string
  proposalId: string
  /** The house's time of the approval. */
  atMs: number
}

/** A deed that takes two operators. Its module contributes it; the desk asks, decides and logs it. */
export interface ProposalKind<P = unknown> {
  /** Such as "treasury.fund"; stable, shown through texts. */
  kind: string
  /** Who may ask for it and decide about it. */
  may: Permission
  /** Strict; stored as canonical JSON text with its SHA-256. */
  payload: z.ZodMiniType<P>
  /** The operator whom it is about, who decides nothing about it; absent where it is about none. */
  about?(payload: P): string
  /**
   * What it takes of this operator, beyond the permission, to ask for it or to approve it; throws `Refused`. It runs in the
   * transaction of his deed and before that is logged, so that it may lock what the deed is about.
   */
  demands?(tx: Tx, payload: P, operator: string): Promise<void>
  /** What it would do, read now; throws `Refused` for what cannot be done. */
  effect(tx: Tx, payload: P): Promise<readonly EffectLine[]>
  /** Does it, in the transaction of the approval; refuses like `effect`. */
  execute(tx: Tx, payload: P, by: DecidedBy): Promise<void>
  /** After the commit. */
  after?(payload: P): void
}
