import type { Database } from '../db/pool.ts'
import type { AuditedPart, AuditFacts } from '../module/auditRule.ts'
import { type NumberedFinding, runAudit } from './audit.ts'
import { type Checkpoint, checkpointText, openCheckpoint } from './auditCheckpoint.ts'
import { findsBesides } from './auditRunStore.ts'
import { AUDITS } from './audits.ts'

/** A run of the audit. */
export interface AuditStep {
  findings: NumberedFinding[]
  /** Whether everything was read. */
  isWhole: boolean
  /** Up to where the books were found right, to be signed; null when they were not. */
  checkpoint: string | null
  /** Whether a whole run follows that says the same better: this one is told only if that does not come to its end. */
  isProvisional: boolean
}

export type StepFacts = Omit<AuditFacts, 'since' | 'next' | 'receiptsKey'> & {
  receiptsKey: string
  /** The house's time. */
  nowMs: number
  /** Whether everything may be read: that can take hours, and rests long after it. */
  mayReadAll: boolean
}

/** Every so often everything is read. */
const WHOLE_EVERY_MS = 86_400_000
/**
 * What carries a time so long ago is committed: a statement waits for a lock, and a transaction for its next statement, at most a minute
 * together. Should it not be, the next step finds other balances, and everything is read.
 */
const SETTLED_AFTER_MS = 120_000

/** Rules of which a whole audit would say no more than a step, and which nothing goes on from. */
const COMPLETE = AUDITS.flat().flatMap((one) => (one.readsAll ? [one.number] : []))

/**
 * Audits what came since the checkpoint, then everything where that is due: without a checkpoint that the house signed, once a
 * day, when the step found anything, so that what is told is always found by a whole audit, and until such a one
 * finds nothing any more. The step comes first: a whole audit that never comes to its end takes none away. What a rule finds that
 * reads all of its own each time, such as a node that does not answer, asks for no whole one.
 */
export async function* auditRuns(database: Database, facts: StepFacts): AsyncGenerator<AuditStep> {
  const { receiptsKey, nowMs, mayReadAll, ...given } = facts
  const run = async (since: AuditedPart | null, wholeMs: number) => {
    const next: AuditedPart = { atMs: nowMs - SETTLED_AFTER_MS, logSize: 0, carried: {} }
    const findings = await runAudit(database, { ...given, receiptsKey, since, next })
    const isRight = findings.every(isComplete)
    const checkpoint = isRight ? checkpointText({ part: next, wholeMs }) : null
    return { findings, isWhole: since === null, checkpoint }
  }
  const known = await openCheckpoint(database.db, receiptsKey)
  const goesOn = known !== null && !isAhead(known, nowMs) && !(await findsBesides(database.db, COMPLETE))
  if (goesOn) {
    const step = await run(known.part, known.wholeMs)
    const isWrong = !step.findings.every(isComplete)
    const isDue = mayReadAll && (isWrong || nowMs >= known.wholeMs + WHOLE_EVERY_MS)
    yield { ...step, isProvisional: isDue && isWrong }
    if (!isDue) return
  }
  if (mayReadAll) yield { ...(await run(null, nowMs)), isProvisional: false }
}

function isComplete({ number }: NumberedFinding): boolean {
  return COMPLETE.includes(number)
}

/** Whether a checkpoint is of a clock that was ahead of this one: nobody knows what came since. */
function isAhead({ part, wholeMs }: Checkpoint, nowMs: number): boolean {
  return nowMs < wholeMs || part.atMs > nowMs - SETTLED_AFTER_MS
}
