import { canonicalText } from '../canonical.ts'
import { accept, refuse, type Decision } from '../decision.ts'
import type { ChangeableRules, Rules } from '../log/rules.ts'
import { CURRENCIES, type Currency } from '../money/currencies.ts'
import { DURATIONS } from './durations.ts'

/**
 * Bounds within which rules can change without a new program. Margins and chances keep the cost of an order in its published
 * range; durations are those that receipts can be checked with; stakes stay within the owners' delegations to their session keys.
 */
export const RULE_BOUNDS = {
  marginPpm: [10_000, 100_000],
  chancesPpm: [50_000, 500_000],
  mostChances: 5,
} as const

export type RuleChangeRefusal = {
  code: 'rules_margin' | 'rules_chances' | 'rules_durations' | 'rules_stakes' | 'rules_unchanged'
}

/** Whether these rules for new orders may replace the newest ones. Open orders and their quotes keep their own rules. */
export function judgeRuleChange(
  next: ChangeableRules,
  newest: ChangeableRules,
): Decision<ChangeableRules, RuleChangeRefusal> {
  const code = outOfBounds(next)
  if (code) return refuse({ code })
  if (!areDurations(next.durations)) return refuse({ code: 'rules_durations' })
  if (!areStakes(next.stakes)) return refuse({ code: 'rules_stakes' })
  return isSameChange(next, newest) ? refuse({ code: 'rules_unchanged' }) : accept(next)
}

/**
 * The published bound that logged rules break; null for none. For readers of a log: unlike `judgeRuleChange` it accepts
 * currencies and durations of other program versions, so that old entries stay valid.
 */
export function outOfBounds({
  marginPpm,
  chancesPpm,
}: Pick<ChangeableRules, 'marginPpm' | 'chancesPpm'>): 'rules_margin' | 'rules_chances' | null {
  const [leastMargin, mostMargin] = RULE_BOUNDS.marginPpm
  if (marginPpm < leastMargin || marginPpm > mostMargin) return 'rules_margin'
  return areChances(chancesPpm) ? null : 'rules_chances'
}

/** The fields of rules that may change under one name. */
export function changeableOf({ marginPpm, chancesPpm, durations, stakes }: Rules): ChangeableRules {
  return { marginPpm, chancesPpm, durations, stakes }
}

export function isSameChange(one: ChangeableRules, other: ChangeableRules): boolean {
  return canonicalText({ ...one }) === canonicalText({ ...other })
}

/** A currency with the stakes that rules allow; unchanged while there are no rules. */
export function currencyUnder(currency: Currency, rules: Pick<Rules, 'stakes'> | null): Currency {
  if (!rules) return currency
  const stake = rules.stakes[currency.code]
  return { ...currency, stake: stake ? { least: BigInt(stake[0]), most: BigInt(stake[1]) } : null }
}

/** Strictly falling, beginning with an even chance, which has no barrier. */
function areChances(chances: readonly number[]): boolean {
  const [least, most] = RULE_BOUNDS.chancesPpm
  return (
    chances[0] === most &&
    chances.length <= RULE_BOUNDS.mostChances &&
    chances.every((one, i) => one >= least && one <= most && one < (chances[i - 1] ?? most + 1))
  )
}

/** Strictly rising; the shortest must stay, because forms preselect it. */
function areDurations(durations: ChangeableRules['durations']): boolean {
  const known = new Map(DURATIONS.map(({ seconds, fixingTicks }) => [seconds, fixingTicks]))
  return (
    durations[0]?.[0] === DURATIONS[0]?.seconds &&
    durations.every(
      ([seconds, ticks], i) => known.get(seconds) === ticks && seconds > (durations[i - 1]?.[0] ?? 0),
    )
  )
}

function areStakes(stakes: ChangeableRules['stakes']): boolean {
  const taken = CURRENCIES.flatMap(({ code, stake }) => (stake ? [{ code, ...stake }] : []))
  return (
    Object.keys(stakes).length === taken.length &&
    taken.every(({ code, least, most }) => {
      const [from, to] = stakes[code] ?? ['0', '0']
      return BigInt(from) >= least && BigInt(from) <= BigInt(to) && BigInt(to) <= most
    })
  )
}
