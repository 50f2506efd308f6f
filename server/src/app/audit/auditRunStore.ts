import type { AuditedEntry } from '@tickmark/core/log/audited'
import { sql } from 'kysely'
import type { Db, Reader, Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import type { NumberedFinding } from './audit.ts'

interface AuditRunTable {
  id: bigint
  began_ms: bigint
  ended_ms: bigint
  findings: number
  is_whole: boolean
  log_size: bigint | null
  until_ms: bigint | null
  whole_ms: bigint | null
  balances: Buffer | null
  /** JSON. */
  liabilities: string | null
}

interface AuditCheckpointTable {
  run: bigint
  content: string
  key: string
  signature: Buffer
}

interface AuditFindingTable {
  run: bigint
  number: number
  rule: string
  at: string
  expected: string
  found: string
  since_ms: bigint
}

declare module '../../db/schema.ts' {
  interface Schema {
    audit_run: AuditRunTable
    audit_finding: AuditFindingTable
    audit_checkpoint: AuditCheckpointTable
  }
}

/** A completed run of the auditor; times in ms since 1970, by the clock of the server that ran it. */
export interface AuditRun {
  beganMs: number
  endedMs: number
  findings: readonly NumberedFinding[]
  /** Whether it read everything. */
  isWhole: boolean
  /** Where the next run may continue. */
  checkpoint: StoredCheckpoint | null
  /** What the log tells of it. */
  audited: Audited | null
}

/** What a run without findings audited, as an `audited` entry tells it. */
export type Audited = Pick<AuditedEntry, 'size' | 'until' | 'whole' | 'balances' | 'liabilities'>

/** How far the books were audited (`checkpointText`), signed by the house. */
export interface StoredCheckpoint {
  content: string
  /** The receipts key, in hex. */
  key: string
  signature: Uint8Array
}

/** Maximum findings of a run that are stored; `count` includes the rest. */
const MOST_KEPT = 100

/** Stores a run of the auditor with its findings. A finding that the run before also had keeps the time of its first run. */
export async function recordRun(db: Db, run: AuditRun): Promise<void> {
  const { beganMs, endedMs, findings, isWhole, checkpoint, audited } = run
  await transact(db, async (tx) => {
    const before = await lastRun(tx)
    const known = new Map(before?.findings.map((one) => [keyOf(one), one.sinceMs]))
    const { rows } = await sql<{ id: bigint }>`
      insert into audit_run (began_ms, ended_ms, findings, is_whole, log_size, until_ms, whole_ms, balances, liabilities)
      values (${beganMs}::bigint, ${endedMs}::bigint, ${findings.length}::int, ${isWhole}, ${audited?.size ?? null}::bigint,
        ${audited?.until ?? null}::bigint, ${audited?.whole ?? null}::bigint, decode(${audited?.balances ?? null}, 'hex'),
        ${audited ? JSON.stringify(audited.liabilities) : null}::jsonb)
      returning id`.execute(tx)
    const id = rows[0]?.id
    if (id === undefined) return
    if (checkpoint) await replaceCheckpoint(tx, id, checkpoint)
    if (findings.length === 0) return
    const list = findings.slice(0, MOST_KEPT).map((one) => {
      const { number, rule, where, expected, found } = one
      return {
        run: id,
        number,
        rule,
        at: where,
        expected,
        found,
        since_ms: BigInt(known.get(keyOf(one)) ?? endedMs),
      }
    })
    await tx.insertInto('audit_finding').values(list).execute()
  })
}

async function replaceCheckpoint(tx: Tx, run: bigint, { content, key, signature }: StoredCheckpoint) {
  await tx.deleteFrom('audit_checkpoint').execute()
  await tx
    .insertInto('audit_checkpoint')
    .values({ run, content, key, signature: Buffer.from(signature) })
    .execute()
}

/** The checkpoint in force; null when there is none. */
export async function readCheckpoint(reader: Reader): Promise<StoredCheckpoint | null> {
  const query = reader.selectFrom('audit_checkpoint').select(['content', 'key', 'signature'])
  return (await query.orderBy('run', 'desc').limit(1).executeTakeFirst()) ?? null
}

/** Whether the newest full run found anything outside these rules. */
export async function findsBesides(reader: Reader, numbers: readonly number[]): Promise<boolean> {
  const newest = reader
    .selectFrom('audit_run')
    .select('id')
    .where('is_whole', '=', true)
    .orderBy('id', 'desc')
    .limit(1)
  const found = reader.selectFrom('audit_finding').select('run').where('run', '=', newest)
  return (await found.where('number', 'not in', numbers).limit(1).executeTakeFirst()) !== undefined
}

interface LastRun {
  beganMs: number
  endedMs: number
  /** The number of all findings; `findings` has at most 100 of them. */
  count: number
  findings: readonly (NumberedFinding & { sinceMs: number })[]
}

/** The newest run; null before the first. */
export async function lastRun(reader: Reader): Promise<LastRun | null> {
  const run = await reader
    .selectFrom('audit_run')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!run) return null
  const rows = await reader.selectFrom('audit_finding').selectAll().where('run', '=', run.id).execute()
  const findings = rows.map(({ number, rule, at, expected, found, since_ms }) => {
    return { number, rule, where: at, expected, found, sinceMs: Number(since_ms) }
  })
  return { beganMs: Number(run.began_ms), endedMs: Number(run.ended_ms), count: run.findings, findings }
}

function keyOf({ number, rule, where }: NumberedFinding): string {
  return JSON.stringify([number, rule, where])
}
