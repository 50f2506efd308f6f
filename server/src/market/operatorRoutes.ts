import type { RulesEntry } from '@tickmark/core/log/log'
import type { Rules } from '@tickmark/core/log/rules'
import { CURRENCIES } from '@tickmark/core/money/currencies'
import { formatAmount } from '@tickmark/core/money/money'
import { DURATIONS } from '@tickmark/core/orders/durations'
import { RULE_BOUNDS } from '@tickmark/core/orders/ruleChange'
import type { operatorRuleRoutes } from '@tickmark/wire/routes/operators/rules'
import type { Reader } from '../db/pool.ts'
import type { Answers } from '../http/calls/context.ts'
import { given, versionsShown } from './rules/versionsShown.ts'
import { rulesVersions } from './rules/versionStore.ts'

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
        versions: versionsShown(versions, market.announcedRules(), nowMs),
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
