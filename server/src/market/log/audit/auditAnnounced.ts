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
import { isDrawnModel } from '@tickmark/core/market/simulated/model'
import type { Reader } from '../../../db/pool.ts'
import { type Finding, MOST_FINDINGS } from '../../../module/finding.ts'
import { rulesVersions } from '../../rules/versionStore.ts'
import { readAnnounced, readDays, readLastTickAt } from '../../store.ts'
import { entryOfRow } from '../../ticks.ts'
import { rulesOffVersions } from './rulesOffVersions.ts'

/**
 * Checks that rules act after their notice, and that models name the rules in force, keep their minimum distance, and follow from
 * the simulation.
 */
export async function auditAnnounced(reader: Reader): Promise<Finding[]> {
  const isDrawn = (await readDays(reader)).length > 0
  const entries = await announcedEntries(reader)
  const rules: RulesEntry[] = []
  let before: ModelEntry | null = null
  const findings = rulesOffVersions(
    entries.filter((one) => one.kind === 'rules'),
    (await rulesVersions(reader)).toReversed(),
    (await readLastTickAt(reader)) ?? 0,
  )
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

/** All `rules` and `model` entries, in order. */
export async function announcedEntries(reader: Reader): Promise<(RulesEntry | ModelEntry)[]> {
  const entries = (await readAnnounced(reader)).map(entryOfRow)
  return entries.filter((one) => one.kind === 'rules' || one.kind === 'model')
}
