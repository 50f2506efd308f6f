import { HOUR_MS } from '@tickmark/core/days'
import type { RulesEntry } from '@tickmark/core/log/log'
import { PRESENT_RULES } from '@tickmark/core/orders/presentRules'
import { changeableOf, isSameChange } from '@tickmark/core/orders/ruleChange'
import type { Finding } from '../../../module/finding.ts'
import type { RulesVersion } from '../../rules/versionStore.ts'

/** Largest difference between an approval's and the log's times, and the longest wait of a version for its announcement. */
const [SLACK_MS, ANNOUNCED_WITHIN_MS] = [60_000, 6 * HOUR_MS]

/**
 * `rules` entries whose changeable fields match no version that was the newest approved one when they were logged, or later.
 * Before the first version, they must be the program's own, at the log's start or now. Also the newest version, when the log goes
 * on without it. Entries and versions come oldest first; `lastMs` is the time of the newest tick.
 */
export function rulesOffVersions(
  announced: readonly RulesEntry[],
  versions: readonly Pick<RulesVersion, 'rules' | 'approvedMs'>[],
  lastMs: number,
): Finding[] {
  const [start] = announced
  const own = [...(start ? [start.rules] : []), PRESENT_RULES].map(changeableOf)
  const approvedBy = (atMs: number) => versions.filter(({ approvedMs }) => approvedMs <= atMs).length
  const isOf = (entry: RulesEntry | undefined, from: number) =>
    entry !== undefined &&
    [...(from === 0 ? own : []), ...versions.slice(Math.max(0, from - 1)).map(({ rules }) => rules)].some(
      (one) => isSameChange(one, changeableOf(entry.rules)),
    )
  const findings = announced
    .filter((entry) => !isOf(entry, approvedBy(entry.at - SLACK_MS)))
    .map(({ seq }) => versionFinding(`log entry ${seq}`, 'rules that two operators approved'))
  const due = approvedBy(lastMs - ANNOUNCED_WITHIN_MS)
  if (due === 0 || isOf(announced.at(-1), due)) return findings
  return [...findings, versionFinding('the log', `version ${due} of the rules`)]
}

function versionFinding(where: string, expected: string): Finding {
  return { rule: 'rules = versions', where, expected, found: 'others' }
}
