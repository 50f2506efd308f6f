import type { Database, Reader } from '../../db/pool.ts'
import type { AuditedPart, AuditFacts } from '../../module/auditRule.ts'
import { type NumberedFinding, runAudit } from './audit.ts'
import { carriedBalances } from '../../ledger/audit.ts'
import { liabilitiesAt } from '../../ledger/liabilities/liabilities.ts'
import { type Checkpoint, checkpointText, openCheckpoint } from './auditCheckpoint.ts'
import { type Audited, findsBesides } from './auditRunStore.ts'
import { AUDITS } from './audits.ts'

/** A run of the audit. */
export interface AuditStep {
  findings: NumberedFinding[]
  /** Whether everything was read. */
  isWhole: boolean
  /** A checkpoint after this run, to be signed; null when there were findings. */
  checkpoint: string | null
  /** What the log tells of it; null when there were findings or no log. */
  audited: Audited | null
  /** Whether a full run follows that reports the same more precisely: this one is reported only if that run does not finish. */
  isProvisional: boolean
}

export type StepFacts = Omit<AuditFacts, 'since' | 'next' | 'receiptsKey'> & {
  receiptsKey: string
  /** The house's time. */
  nowMs: number
  /** Whether a full audit may begin: it can take hours, and the auditor then pauses long. */
  mayReadAll: boolean
}

/** Interval between full audits. */
const WHOLE_EVERY_MS = 86_400_000
/**
 * Everything with a time this long ago is committed: waits for a lock and between a transaction's statements are limited to a
 * minute together. If it is not, the next step finds other balances, and a full audit follows.
 */
const SETTLED_AFTER_MS = 120_000

/** Rules that read everything in each step: a full audit adds nothing to them, and nothing is carried from them. */
const COMPLETE = AUDITS.flat().flatMap((one) => (one.readsAll ? [one.number] : []))

/**
 * Audits the entries since the checkpoint, then everything if that is due: without a checkpoint signed by the house; once a day;
 * when the step found something, so that a full audit confirms every finding; and until a full audit finds nothing. The step
 * comes first, so that a full audit that never finishes costs no step. Findings of rules that always read everything, such as a
 * node that does not answer, trigger no full audit.
 */
export async function* auditRuns(database: Database, facts: StepFacts): AsyncGenerator<AuditStep> {
  const { receiptsKey, nowMs, mayReadAll, ...given } = facts
  const run = async (since: AuditedPart | null, wholeMs: number) => {
    const next: AuditedPart = { atMs: nowMs - SETTLED_AFTER_MS, logSize: 0, carried: {} }
    const findings = await runAudit(database, { ...given, receiptsKey, since, next })
    const isRight = findings.every(isComplete)
    const checkpoint = isRight ? checkpointText({ part: next, wholeMs }) : null
    const audited = findings.length === 0 ? await auditedIn(database.db, { part: next, wholeMs }) : null
    return { findings, isWhole: since === null, checkpoint, audited }
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

async function auditedIn(reader: Reader, { part, wholeMs }: Checkpoint): Promise<Audited | null> {
  const { logSize: size, atMs: until } = part
  if (size === 0) return null
  const liabilities = await liabilitiesAt(reader, until)
  return { size, until, whole: wholeMs, balances: carriedBalances(part), liabilities }
}

function isComplete({ number }: NumberedFinding): boolean {
  return COMPLETE.includes(number)
}

/** Whether a checkpoint was made by a clock ahead of this one: nobody knows what came since. */
function isAhead({ part, wholeMs }: Checkpoint, nowMs: number): boolean {
  return nowMs < wholeMs || part.atMs > nowMs - SETTLED_AFTER_MS
}
