import { formatAmount } from '@tickmark/core/money/money'
import type { ChangeableRules } from '@tickmark/wire/routes/operators/rules'

/** The subject of a rule; a stake names its currency. */
export type RuleName = 'margin' | 'chances' | 'durations' | 'stake'

/** A rule in words, with its old value where a version changes it. */
export interface RuleLine {
  name: RuleName
  currency: string
  value: string
  was: string | null
}

/** Rules line by line, each beside its previous value: "4 %", "50 · 35 · 20 %", "1 min · 4 h", "1 – 5000". */
export function linesOf(rules: ChangeableRules, before: ChangeableRules | null): RuleLine[] {
  const line = (name: RuleName, currency: string, of: (rules: ChangeableRules) => string): RuleLine => {
    const value = of(rules)
    const was = before && of(before)
    return { name, currency, value, was: was === value ? null : was }
  }
  const codes = [...new Set([...Object.keys(rules.stakes), ...Object.keys(before?.stakes ?? {})])]
  return [
    line('margin', '', ({ marginPpm }) => `${percentOf(marginPpm)} %`),
    line('chances', '', ({ chancesPpm }) => `${chancesPpm.map(percentOf).join(' · ')} %`),
    line('durations', '', ({ durations }) => durations.map(([seconds]) => durationText(seconds)).join(' · ')),
    ...codes.toSorted().map((code) => line('stake', code, ({ stakes }) => stakeText(stakes[code]))),
  ]
}

/** A duration in its largest whole unit: "30 s", "5 min", "4 h", "1 d". */
export function durationText(seconds: number): string {
  const units = [
    ['d', 86_400],
    ['h', 3_600],
    ['min', 60],
  ] as const
  const [unit, size] = units.find(([, size]) => seconds % size === 0) ?? ['s', 1]
  return `${seconds / size} ${unit}`
}

/** Millionths as percent, exactly: 40000 is "4". */
export function percentOf(ppm: number): string {
  return String(ppm / 10_000)
}

/** Percent as millionths; null for a text that is not a percentage or has more than four places. */
export function ppmOf(percent: string): number | null {
  if (!/^\d{1,3}(\.\d{1,4})?$/.test(percent.trim())) return null
  return Math.round(Number(percent) * 10_000)
}

function stakeText(stake: readonly [string, string] | undefined): string {
  if (!stake) return '–'
  const [least, most] = stake
  return `${formatAmount(BigInt(least))} – ${formatAmount(BigInt(most))}`
}
