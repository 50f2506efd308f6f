import { formatAmount, parseAmount } from '@tickmark/core/money/money'
import type { ChangeableRules } from '@tickmark/wire/routes/operators/rules'
import { percentOf, ppmOf } from './changes.ts'

/** The form's fields as typed. */
export interface RulesForm {
  margin: string
  /** "50 35 20 8 2". */
  chances: string
  seconds: readonly number[]
  stakes: Readonly<Record<string, readonly [least: string, most: string]>>
}

/** The form for these rules. */
export function formOf({ marginPpm, chancesPpm, durations, stakes }: ChangeableRules): RulesForm {
  return {
    margin: percentOf(marginPpm),
    chances: chancesPpm.map(percentOf).join(' '),
    seconds: durations.map(([seconds]) => seconds),
    stakes: Object.fromEntries(
      Object.entries(stakes).map(
        ([code, [least, most]]) => [code, [formatAmount(BigInt(least)), formatAmount(BigInt(most))]] as const,
      ),
    ),
  }
}

/** The rules of a form; null while a field is invalid. The server decides whether they are allowed. */
export function rulesOf(form: RulesForm, known: ChangeableRules['durations']): ChangeableRules | null {
  const marginPpm = ppmOf(form.margin)
  const chances = form.chances
    .trim()
    .split(/[\s·,;]+/)
    .map(ppmOf)
  const chancesPpm = chances.flatMap((one) => one ?? [])
  const durations = known.filter(([seconds]) => form.seconds.includes(seconds))
  const stakes = Object.entries(form.stakes).map(
    ([code, pair]) => [code, pair.map((one) => parseAmount(one))] as const,
  )
  if (marginPpm === null || chancesPpm.length !== chances.length || durations.length === 0) return null
  if (stakes.some(([, pair]) => pair.includes(null))) return null
  return {
    marginPpm,
    chancesPpm,
    durations,
    stakes: Object.fromEntries(
      stakes.map(([code, [least, most]]) => [
        code,
        [String(least ?? 0n), String(most ?? 0n)] as [string, string],
      ]),
    ),
  }
}
