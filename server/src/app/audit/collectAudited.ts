import type { BeforeTick } from '../../market/log/log.ts'
import { unloggedAudit } from './auditedStore.ts'

/** Interval between looks, and so at least between entries. */
const EVERY_MS = 60_000

/** A log entry for the newest run of the auditor without findings, once the log lacks it. Looks once a minute of the log's time. */
export function collectAudited(): BeforeTick {
  let nextMs = 0
  return async (tx, atMs) => {
    if (atMs < nextMs) return []
    const audited = await unloggedAudit(tx, atMs)
    nextMs = atMs + EVERY_MS
    return audited ? [{ entry: { kind: 'audited', ...audited } }] : []
  }
}
