import { setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import { openDatabase } from '../../db/pool.ts'
import { silentLog } from '../../platform/log.ts'
import { networksToAudit, ticksIn } from './audit.ts'
import { auditRuns } from './auditSteps.ts'
import type { AuditTask } from './startAudit.ts'

// A separate process that audits once, so that its computing delays no order. It reads the task as a line of JSON from standard
// input and writes each `AuditStep` as a line of JSON to standard output. It changes nothing, and ends with its parent, whose end
// closes its input.

// Lower priority, because orders go first.
setPriority(10)
const lines = createInterface({ input: process.stdin })
lines.once('line', (line) => void run(JSON.parse(line) as AuditTask))
lines.once('close', () => process.exit(1))

/**
 * If this process is killed in the middle of a query, the query must end soon too. Between two queries it may compute for as long
 * as it takes.
 */
const AUDIT_SESSION = ['client_connection_check_interval=10000', 'idle_in_transaction_session_timeout=0']

async function run({ databaseUrl, chains, dataDir, ...task }: AuditTask): Promise<void> {
  const database = openDatabase(databaseUrl, silentLog(), { db: 3, batch: 1, settings: AUDIT_SESSION })
  const networks = await networksToAudit({ chains, dataDir })
  for await (const done of auditRuns(database, { ...task, networks, ticksBetween: ticksIn(database) }))
    process.stdout.write(`${JSON.stringify(done)}\n`)
  process.stdout.write('', () => process.exit(0))
}
