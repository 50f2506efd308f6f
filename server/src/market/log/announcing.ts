import { canonicalText } from '@tickmark/core/canonical'
import {
  FIRST_RULES_SEQ,
  isModelDue,
  modelTable,
  NOTICE_MS,
  RULES_PACE_MS,
  rulesInForce,
} from '@tickmark/core/log/announced'
import type { ModelEntry, RulesEntry } from '@tickmark/core/log/log'
import type { Rules } from '@tickmark/core/log/rules'
import type { Gauges } from '../gauges.ts'

/** The log's announcements about prices. */
export interface Announced {
  /** All `rules` entries, in order. */
  rules: readonly RulesEntry[]
  /** The newest model; null before the first. */
  model: ModelEntry | null
}

type Place = Pick<RulesEntry, 'seq' | 'at'>

/** Whether two programs price the same. */
function isSameRules(one: Rules, other: Rules): boolean {
  return canonicalText({ ...one }) === canonicalText({ ...other })
}

/**
 * The `rules` entry to log at a position and time; null while the newest are ours. The log's first rules, in its second entry,
 * act at once; all others act after a day's notice and at least an hour after the rules before them.
 */
export function dueRulesEntry({ rules }: Announced, ours: Rules, { seq, at }: Place): RulesEntry | null {
  const newest = rules.at(-1)
  if (newest && isSameRules(newest.rules, ours)) return null
  const from = Math.max(at + NOTICE_MS, (newest?.from ?? 0) + RULES_PACE_MS)
  return {
    kind: 'rules',
    seq,
    at,
    from: seq === FIRST_RULES_SEQ ? at : from,
    before: newest?.seq ?? 0,
    rules: ours,
  }
}

/** The `model` entry to log at a position and time; null while the newest is good enough, or no rules are in force. */
export function dueModelEntry(
  { rules, model }: Announced,
  gauges: Gauges,
  pids: readonly number[],
  { seq, at }: Place,
): ModelEntry | null {
  const inForce = rulesInForce(rules, at)
  if (!inForce) return null
  const deviations = new Map(
    pids.flatMap((pid) => {
      const deviation = gauges.deviation(pid)
      return deviation ? [[pid, deviation] as const] : []
    }),
  )
  const next = { rules: inForce.seq, deviations: modelTable(deviations) }
  return isModelDue(model, next, at) ? { kind: 'model', seq, at, ...next } : null
}
