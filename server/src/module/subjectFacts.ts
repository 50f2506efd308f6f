import { assert } from '@tickmark/core/assert'
import { currencyById } from '@tickmark/core/money/currencies'
import { formatAmount, type Amount } from '@tickmark/core/money/money'
import { signedText } from '@tickmark/wire/texts/signed'
import type { SubjectFacts, SubjectValue } from '@tickmark/wire/texts/subjects/subjects'

export type FactLine = SubjectFacts['lines'][number]

export function line(name: FactLine['name'], value: SubjectValue): FactLine {
  return { name, value }
}

export function text(content: string): SubjectValue {
  return { text: content }
}

export function sum(amount: Amount, currencyId: number): SubjectValue {
  return text(sumText(amount, currencyId))
}

export function signedSum(amount: Amount, currencyId: number): SubjectValue {
  return text(`${signedText(amount)} ${codeOf(currencyId)}`)
}

export function sumText(amount: Amount, currencyId: number): string {
  return `${formatAmount(amount)} ${codeOf(currencyId)}`
}

/** A price in USDT. */
export function price(units: Amount): SubjectValue {
  return text(`${formatAmount(units)} USDT`)
}

function codeOf(currencyId: number): string {
  const code = currencyById(currencyId)?.code
  assert(code, 'sums are in known currencies')
  return code
}
