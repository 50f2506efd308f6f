import { hexOf } from '@tickmark/core/bytes'
import { turnOf } from '../../db/sessionLock.ts'
import type { Module } from '../../module/module.ts'
import type { Runtime } from '../../module/runtime.ts'
import type { Signer } from '../../platform/keys.ts'
import { messageOf } from '../../platform/log.ts'
import { timedWork } from '../../platform/timedWork.ts'
import { signedCheckpoint } from './auditCheckpoint.ts'
import { auditorConsolePart } from './auditorConsolePart.ts'
import { recordRun } from './auditRunStore.ts'
import type { AuditStep } from './auditSteps.ts'
import type { Config } from '../config.ts'
import { type AuditRunning, startAudit, type StartAudit } from './startAudit.ts'
import { TURNS } from '../../db/locks.ts'

interface AuditorPorts extends Pick<Config, 'chains' | 'dataDir'> {
  /** Interval between audits; with 0 only `npm run audit` starts them. */
  everyMs: number
  /** Signs checkpoints. */
  signer: Signer
  /** See `AuditFacts`. */
  tagSecret: Uint8Array
  start?: StartAudit
}

/** Delay after a start, so that more urgent work comes first. */
const FIRST_MS = 30_000
/**
 * After an audit the auditor pauses for nine times its duration, so that audits take at most a tenth of the time. Steps and full
 * audits count separately: a full audit that is stopped again and again must not use up the steps' time.
 */
const REST = 9

/** Audits the books at intervals in a separate process, and stores each run for operators. */
export function openAuditor(
  { clock, database, log }: Pick<Runtime, 'clock' | 'database' | 'log'>,
  { everyMs, chains, dataDir, signer, tagSecret, start = startAudit }: AuditorPorts,
): Module {
  const turn = turnOf(database, TURNS.audit)
  let running: AuditRunning | null = null
  /** No full audit begins in this span; setting the clock back to before it ends it. */
  let rest = { fromMs: 0, untilMs: 0 }
  const keep = async ({ findings, isWhole, checkpoint: text, audited }: AuditStep, beganMs: number) => {
    const checkpoint = text === null ? null : signedCheckpoint(text, signer)
    await recordRun(database.db, { beganMs, endedMs: clock.nowMs(), findings, isWhole, checkpoint, audited })
    if (findings.length > 0)
      log.error('the auditor found that the books are wrong', { findings: findings.length })
  }
  const once = async (audit: Audit, isStopped: () => boolean) => {
    const { beganMs } = audit
    const mayReadAll = beganMs < rest.fromMs || beganMs >= rest.untilMs
    const receiptsKey = signer.publicKey
    const keys = { receiptsKey, tagSecret: hexOf(tagSecret) }
    const task = { databaseUrl: database.url, chains, dataDir, ...keys, nowMs: beganMs, mayReadAll }
    running = start(task, async (one) => {
      audit.provisional = one.isProvisional ? one : null
      if (!one.isProvisional) await keep(one, audit.firstMs ?? beganMs)
      audit.firstMs ??= clock.nowMs()
    })
    try {
      await running.done
    } finally {
      running = null
      if (audit.provisional && !isStopped()) await keep(audit.provisional, beganMs)
    }
  }
  const work = timedWork(clock, async (isStopped) => {
    const audit: Audit = { beganMs: clock.nowMs(), firstMs: null, provisional: null }
    try {
      if ((await turn.take()) && !isStopped()) await once(audit, isStopped)
    } catch (thrown) {
      if (!isStopped()) log.error('the books could not be audited', { reason: messageOf(thrown) })
    }
    // A failed or stopped audit has cost as much as a successful one.
    const endedMs = clock.nowMs()
    const firstMs = audit.firstMs ?? endedMs
    const untilMs = endedMs + REST * (endedMs - firstMs)
    if (untilMs > rest.untilMs || endedMs < rest.fromMs) rest = { fromMs: endedMs, untilMs }
    return endedMs + Math.max(everyMs, REST * (firstMs - audit.beganMs))
  })
  let cancel = () => {}
  return {
    name: 'auditor',
    consolePart: auditorConsolePart,
    onListen() {
      if (everyMs > 0) cancel = clock.at(clock.nowMs() + FIRST_MS, work.wake)
    },
    async preClose() {
      cancel()
      running?.end()
      await work.stop()
      await turn.release()
    },
  }
}

/** A running audit: a step with a full audit after it if one is due, or a full audit alone. */
interface Audit {
  beganMs: number
  /** End of the first of them; null until then. */
  firstMs: number | null
  /** A step's findings, held until the full audit that confirms them has finished. */
  provisional: AuditStep | null
}
