import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { turnOf } from '../db/sessionLock.ts'
import type { Module } from '../module/module.ts'
import type { Runtime } from '../module/runtime.ts'
import type { Signer } from '../platform/keys.ts'
import { messageOf } from '../platform/log.ts'
import { timedWork } from '../platform/timedWork.ts'
import { signedCheckpoint } from './auditCheckpoint.ts'
import { auditorDesk } from './auditorDesk.ts'
import { recordRun } from './auditRunStore.ts'
import type { AuditStep } from './auditSteps.ts'
import type { Config } from './config.ts'

/** What the auditing process needs to know. */
export interface AuditTask extends Pick<Config, 'chains' | 'dataDir'> {
  databaseUrl: string
  /** Hex. */
  receiptsKey: string
  /** The house's time. */
  nowMs: number
}

interface AuditorPorts extends Pick<Config, 'chains' | 'dataDir'> {
  /** How often the books are audited; 0 means that nobody starts it but `npm run audit`. */
  everyMs: number
  /** Signs checkpoints. */
  signer: Signer
}

/** The advisory lock of the one server that audits. */
const AUDIT_LOCK = 7_310_018_090n
/** After a start, other things come first. */
const FIRST_MS = 30_000
/** A long audit rests nine times as long as it took, so that it never takes more than a tenth of the time. */
const REST = 9
/** An audit that takes longer is ended: its snapshot keeps the database from clearing away what is outdated. */
const MOST_MS = 2 * 3_600_000

const PROGRAM = join(import.meta.dirname, 'auditProcess.ts')

/** Audits the books again and again, in a process of its own, and writes down each run for the desk. */
export function openAuditor(
  { clock, database, log }: Pick<Runtime, 'clock' | 'database' | 'log'>,
  { everyMs, chains, dataDir, signer }: AuditorPorts,
): Module {
  const turn = turnOf(database, AUDIT_LOCK)
  let running: AuditRunning | null = null
  const once = async (beganMs: number) => {
    const task = { databaseUrl: database.url, chains, dataDir, receiptsKey: signer.publicKey, nowMs: beganMs }
    running = startAudit(task)
    const { findings, isWhole, checkpoint: text } = await running.done.finally(() => (running = null))
    const endedMs = clock.nowMs()
    const checkpoint = text === null ? null : signedCheckpoint(text, signer)
    await recordRun(database.db, { beganMs, endedMs, findings, isWhole, checkpoint })
    if (findings.length > 0)
      log.error('the auditor found that the books are wrong', { findings: findings.length })
  }
  const work = timedWork(clock, async (isStopped) => {
    const beganMs = clock.nowMs()
    try {
      if ((await turn.take()) && !isStopped()) await once(beganMs)
    } catch (thrown) {
      if (!isStopped()) log.error('the books could not be audited', { reason: messageOf(thrown) })
    }
    // One that failed or was ended has cost as much as one that succeeded.
    const endedMs = clock.nowMs()
    return endedMs + Math.max(everyMs, REST * (endedMs - beganMs))
  })
  let cancel = () => {}
  return {
    name: 'auditor',
    desk: auditorDesk,
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

interface AuditRunning {
  /** Rejects when the process failed. */
  done: Promise<AuditStep>
  end(): void
}

function startAudit(task: AuditTask): AuditRunning {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'pipe', 'pipe'] })
  // Attached first: if spawning fails, the child has no streams.
  const ended = new Promise<number | string | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(signal ?? code))
  })
  const end = () => void child.kill('SIGKILL')
  if (child.pid === undefined)
    return { done: ended.then(() => Promise.reject(new Error('it has no process'))), end }
  const patience = setTimeout(end, MOST_MS).unref()
  // The input stays open: its end tells the process that ours is gone.
  child.stdin.on('error', () => {})
  child.stdin.write(`${JSON.stringify(task)}\n`)
  const all = Promise.all([text(child.stdout), text(child.stderr), ended])
  const done = all.then(([found, said, code]) => {
    if (code !== 0) throw new Error(`its process ended with ${code}: ${said.slice(0, 500)}`)
    return JSON.parse(found) as AuditStep
  })
  return { done: done.finally(() => clearTimeout(patience)), end }
}
