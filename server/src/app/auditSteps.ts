import type { Database } from '../db/pool.ts'
import type { AuditedPart, AuditFacts } from '../module/auditRule.ts'
import { type NumberedFinding, runAudit } from './audit.ts'
import { type Checkpoint, CHECKPOINT_RULE, checkpointText, openCheckpoint } from './auditCheckpoint.ts'
import { findsBesides } from './auditRunStore.ts'

export interface AuditStep {
  findings: NumberedFinding[]
  /** Whether everything was read. */
  isWhole: boolean
  /** Up to where the books were found right, to be signed; null when they were not. */
  checkpoint: string | null
}

export type StepFacts = Omit<AuditFacts, 'since' | 'next' | 'receiptsKey'> & {
  receiptsKey: string
  /** The house's time. */
  nowMs: number
}

/** Every so often everything is read. */
const WHOLE_EVERY_MS = 86_400_000
/**
 * What carries a time so long ago is committed: a statement waits for a lock, and a transaction for its next statement, at most a minute
 * together. Should it not be, the next step finds other balances, and everything is read.
 */
const SETTLED_AFTER_MS = 120_000

/**
 * Audits what came since the checkpoint, or everything: without a checkpoint that the house signed, once a day, when the
 * step finds anything, so that what is told is always found by a whole audit, and until such a one finds nothing any more.
 */
export async function auditStep(database: Database, facts: StepFacts): Promise<AuditStep> {
  const { receiptsKey, nowMs, ...given } = facts
  const run = async (since: AuditedPart | null, wholeMs: number): Promise<AuditStep> => {
    const next: AuditedPart = { atMs: nowMs - SETTLED_AFTER_MS, logSize: 0, carried: {} }
    const findings = await runAudit(database, { ...given, receiptsKey, since, next })
    const isRight = findings.every((one) => one.number === CHECKPOINT_RULE)
    return {
      findings,
      isWhole: since === null,
      checkpoint: isRight ? checkpointText({ part: next, wholeMs }) : null,
    }
  }
  const known = await openCheckpoint(database.db, receiptsKey)
  if (known === null || isDue(known, nowMs) || (await findsBesides(database.db, CHECKPOINT_RULE)))
    return run(null, nowMs)
  const step = await run(known.part, known.wholeMs)
  return step.findings.length === 0 ? step : run(null, nowMs)
}

/** Whether everything is to be read: it was last read a day ago, or by a clock that was ahead of this one. */
function isDue({ part, wholeMs }: Checkpoint, nowMs: number): boolean {
  return nowMs >= wholeMs + WHOLE_EVERY_MS || nowMs < wholeMs || part.atMs > nowMs - SETTLED_AFTER_MS
}
