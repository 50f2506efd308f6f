import type { RulesEntry } from '@tickmark/core/log/log'
import type { Rules } from '@tickmark/core/log/rules'
import { CURRENCIES } from '@tickmark/core/money/currencies'
import { formatAmount } from '@tickmark/core/money/money'
import { DURATIONS } from '@tickmark/core/orders/durations'
import { changeableOf, isSameChange, RULE_BOUNDS } from '@tickmark/core/orders/ruleChange'
import type { ReplyOf } from '@tickmark/wire/call'
import type { ChangeableRules, operatorRuleRoutes } from '@tickmark/wire/routes/operators/rules'
import type { Reader } from '../db/pool.ts'
import type { Answers } from '../http/calls/context.ts'
import { rulesVersions, type RulesVersion } from './rules/versionStore.ts'

type Versions = ReplyOf<(typeof operatorRuleRoutes)['consoleRules']>['versions']

interface RuleConsoleDeps {
  reader: Reader
  market: {
    /** The rules in force; null before the first. */
    rules(): Rules | null
    /** Every rules entry of the log, in order. */
    announcedRules(): readonly RulesEntry[]
  }
  /** The program's own. */
  own: Rules
}

/** Operators read the rules for new orders; two of them together change them (`rules/changeRules.ts`). */
export function ruleOperatorAnswers({
  reader,
  market,
  own,
}: RuleConsoleDeps): Answers<typeof operatorRuleRoutes> {
  return {
    async consoleRules(_, { nowMs }) {
      const versions = await rulesVersions(reader)
      return {
        now: given(market.rules() ?? own),
        newest: versions[0]?.version ?? 0,
        versions: versionsOf(versions, market.announcedRules(), nowMs),
        bounds: {
          marginPpm: [...RULE_BOUNDS.marginPpm],
          chancesPpm: [...RULE_BOUNDS.chancesPpm],
          mostChances: RULE_BOUNDS.mostChances,
          durations: DURATIONS.map(({ seconds, fixingTicks }) => [seconds, fixingTicks]),
          stakes: Object.fromEntries(
            CURRENCIES.flatMap(({ code, stake }) =>
              stake ? [[code, [formatAmount(stake.least), formatAmount(stake.most)]]] : [],
            ),
          ),
        },
      }
    },
  }
}

/** Every `rules` entry of the log with the version that it announced, and versions not announced yet; newest first. */
function versionsOf(
  versions: readonly RulesVersion[],
  entries: readonly RulesEntry[],
  nowMs: number,
): Versions {
  const acting = entries.findLast((one) => one.from <= nowMs)
  const told = new Set<number>()
  const announced = entries.map((entry): Versions[number] => {
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
    .map((one): Versions[number] => ({
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
function given(rules: Rules | RulesVersion['rules']): ChangeableRules {
  return {
    marginPpm: rules.marginPpm,
    chancesPpm: [...rules.chancesPpm],
    durations: rules.durations.map(([seconds, ticks]) => [seconds, ticks]),
    stakes: Object.fromEntries(
      Object.entries(rules.stakes).map(([code, [least, most]]) => [code, [least, most]]),
    ),
  }
}
