import {
  areRulesPaced,
  isAnnounced,
  isModelPaced,
  MODEL_GRACE_MS,
  namesNewestRules,
  RULES_PACE_MS,
  rulesInForce,
} from '@tickmark/core/log/announced'
import type { ModelEntry, RulesEntry } from '@tickmark/core/log/log'
import { changeableOf, isSameChange } from '@tickmark/core/orders/ruleChange'
import { PRESENT_RULES } from '@tickmark/core/orders/presentRules'
import { isDrawnModel } from '@tickmark/core/market/simulated/model'
import type { Reader } from '../../../db/pool.ts'
import { type Finding, MOST_FINDINGS } from '../../../module/finding.ts'
import { rulesVersions } from '../../rules/versionStore.ts'
import { readAnnounced, readDays, readLastTickAt } from '../../store.ts'
import { entryOfRow } from '../../ticks.ts'

/**
 * Checks that rules act after their notice, and that models name the rules in force, keep their minimum distance, and follow from
 * the simulation.
 */
export async function auditAnnounced(reader: Reader): Promise<Finding[]> {
  const isDrawn = (await readDays(reader)).length > 0
  const entries = await announcedEntries(reader)
  const rules: RulesEntry[] = []
  let before: ModelEntry | null = null
  const findings = await rulesOffVersions(reader, entries)
  const find = (rule: string, seq: number, expected: string, found: string) =>
    void findings.push({ rule, where: `log entry ${seq}`, expected, found })
  for (const entry of entries) {
    if (findings.length >= MOST_FINDINGS) break
    if (entry.kind === 'rules') {
      if (!isAnnounced(entry))
        find('rules = announced', entry.seq, 'a day of notice', `${entry.from - entry.at} ms`)
      if (!areRulesPaced(rules.at(-1) ?? null, entry))
        find('rules = pace', entry.seq, `${RULES_PACE_MS} ms after the last act`, `from ${entry.from}`)
      if (!namesNewestRules(rules.at(-1) ?? null, entry))
        find('rules = chain', entry.seq, `before ${rules.at(-1)?.seq ?? 0}`, `before ${entry.before}`)
      rules.push(entry)
      continue
    }
    const inForce = rulesInForce(rules, entry.at)?.seq ?? 0
    if (inForce !== entry.rules) find('model = rules', entry.seq, `rules ${inForce}`, `rules ${entry.rules}`)
    if (!isModelPaced(before, entry))
      find('model = pace', entry.seq, `${MODEL_GRACE_MS} ms after the last`, `at ${entry.at}`)
    before = entry
    if (isDrawn && !isDrawnModel(entry))
      find('model = simulation', entry.seq, 'the deviations that prices are drawn with', 'others')
  }
  return findings
}

/** Largest difference between an approval's and the log's times, and the longest wait of a version for its announcement. */
const [SLACK_MS, ANNOUNCED_WITHIN_MS] = [60_000, 6 * 3_600_000]

/**
 * `rules` entries whose changeable fields match no version that was the newest approved one when they were logged, or later.
 * Before the first version, they must be the program's own, at the log's start or now. Also the newest version, when the log goes
 * on without it.
 */
async function rulesOffVersions(
  reader: Reader,
  entries: readonly (RulesEntry | ModelEntry)[],
): Promise<Finding[]> {
  const versions = (await rulesVersions(reader)).toReversed()
  const announced = entries.filter((one) => one.kind === 'rules')
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
  const lastMs = (await readLastTickAt(reader)) ?? 0
  const due = approvedBy(lastMs - ANNOUNCED_WITHIN_MS)
  if (due === 0 || isOf(announced.at(-1), due)) return findings
  return [...findings, versionFinding('the log', `version ${due} of the rules`)]
}

function versionFinding(where: string, expected: string): Finding {
  return { rule: 'rules = versions', where, expected, found: 'others' }
}

/** All `rules` and `model` entries, in order. */
export async function announcedEntries(reader: Reader): Promise<(RulesEntry | ModelEntry)[]> {
  const entries = (await readAnnounced(reader)).map(entryOfRow)
  return entries.filter((one) => one.kind === 'rules' || one.kind === 'model')
}
