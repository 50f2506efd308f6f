import type { RulesEntry } from '@tickmark/core/log/log'
import type { Rules } from '@tickmark/core/log/rules'
import { changeableOf, isSameChange } from '@tickmark/core/orders/ruleChange'
import type { ReplyOf } from '@tickmark/wire/call'
import type { ChangeableRules, operatorRuleRoutes } from '@tickmark/wire/routes/operators/rules'
import type { RulesVersion } from './versionStore.ts'

type VersionsShown = ReplyOf<(typeof operatorRuleRoutes)['consoleRules']>['versions']

/** Every `rules` entry of the log with the version that it announced, and versions not announced yet; newest first. */
export function versionsShown(
  versions: readonly RulesVersion[],
  entries: readonly RulesEntry[],
  nowMs: number,
): VersionsShown {
  const acting = entries.findLast((one) => one.from <= nowMs)
  const told = new Set<number>()
  const announced = entries.map((entry): VersionsShown[number] => {
    const version = versions.findLast(
      (one) =>
        !told.has(one.version) &&
        one.approvedMs <= entry.at &&
        isSameChange(one.rules, changeableOf(entry.rules)),
    )
    if (version) told.add(version.version)
    return {
      ...itemOf(version ?? null, given(entry.rules)),
      seq: entry.seq,
      announcedAt: entry.at,
      from: entry.from,
      state: entry === acting ? 'acting' : entry.from > nowMs ? 'announced' : 'over',
    }
  })
  const waiting = versions
    .filter((one) => !told.has(one.version))
    .map((one): VersionsShown[number] => ({
      ...itemOf(one, given(one.rules)),
      seq: null,
      announcedAt: null,
      from: null,
      state: one.version === versions[0]?.version ? 'approved' : 'over',
    }))
  return [...waiting, ...announced.toReversed()]
}

function itemOf(version: RulesVersion | null, rules: ChangeableRules) {
  return {
    version: version?.version ?? 0,
    rules,
    askedBy: version?.askedBy ?? null,
    approvedBy: version?.approvedBy ?? null,
    approvedAt: version?.approvedMs ?? null,
  }
}

/** The changeable fields, as lists that an answer can contain. */
export function given(rules: Rules | RulesVersion['rules']): ChangeableRules {
  return {
    marginPpm: rules.marginPpm,
    chancesPpm: [...rules.chancesPpm],
    durations: rules.durations.map(([seconds, ticks]) => [seconds, ticks]),
    stakes: Object.fromEntries(
      Object.entries(rules.stakes).map(([code, [least, most]]) => [code, [least, most]]),
    ),
  }
}
