import { HOUR_MS } from '@tickmark/core/days'
import { AUDIT_LATE_MS, isLateAudit } from '@tickmark/core/log/audited'
import type { Followed } from '../entries.ts'

/** A log has a tick each second: one of more entries is older than that. */
const MOST_QUIET_ENTRIES = AUDIT_LATE_MS / 1_000

/**
 * Whole hours from the time up to which a log's newest `audited` entry tells of the books, to its newest tick; null while they are at
 * most a day, and in a log's first day. Infinity for an older log without such an entry.
 */
export function hoursUnaudited({
  audited,
  lastTickAt,
  edge,
}: Pick<Followed, 'audited' | 'lastTickAt' | 'edge'>): number | null {
  if (audited === null) return edge.size > MOST_QUIET_ENTRIES ? Infinity : null
  return isLateAudit(audited, lastTickAt) ? Math.trunc((lastTickAt - audited.until) / HOUR_MS) : null
}

/**
 * The line to print about a house's audits; null when nothing changed. It is reported but raises no alarm: the entries say nothing
 * false, and a house whose audit finds something does right not to log one.
 */
export function auditLine(url: string, was: number | null, hours: number | null): string | null {
  if ((was === null) === (hours === null)) return null
  if (hours === null) return `${url}: its log tells of an audit that found nothing again`
  const newest = hours === Infinity ? 'has told of no audit' : `has told of no audit for ${hours} h`
  return `${url}: its log ${newest}: its audit finds something, or does not run`
}
