import { HOUR_MS } from '@tickmark/core/days'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import type { AuditStep } from './auditSteps.ts'
import type { Config } from '../config.ts'

/** The facts that the auditing process needs. */
export interface AuditTask extends Pick<Config, 'chains' | 'dataDir'> {
  databaseUrl: string
  /** Hex. */
  receiptsKey: string
  /** Hex. */
  tagSecret: string
  /** The house's time. */
  nowMs: number
  /** Whether it may audit everything if that is due. */
  mayReadAll: boolean
}

export interface AuditRunning {
  /** Resolves once every run was processed; rejects when the process failed. */
  done: Promise<void>
  end(): void
}

/** Starts a process that audits once; `onRun` gets its runs one after the other. */
export type StartAudit = (task: AuditTask, onRun: (one: AuditStep) => Promise<void>) => AuditRunning

/** A longer audit is stopped: its snapshot keeps the database from vacuuming. */
const MOST_MS = 2 * HOUR_MS

const PROGRAM = join(import.meta.dirname, 'auditProcess.ts')

export const startAudit: StartAudit = (task, onRun) => {
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
  // The input stays open: its end tells the process that its parent has ended.
  child.stdin.on('error', () => {})
  child.stdin.write(`${JSON.stringify(task)}\n`)
  const take = async () => {
    for await (const line of createInterface({ input: child.stdout }))
      await onRun(JSON.parse(line) as AuditStep)
  }
  const done = Promise.all([take(), text(child.stderr), ended]).then(([, said, code]) => {
    if (code !== 0) throw new Error(`its process ended with ${code}: ${said.slice(0, 500)}`)
  })
  // If a run cannot be processed, further computing is useless.
  const finish = () => {
    clearTimeout(patience)
    end()
  }
  return { done: done.finally(finish), end }
}
