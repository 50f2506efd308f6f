import { parseAmount, type Amount } from '@tickmark/core/money/money'
import { withoutPoint } from '@tickmark/ui/form/digits.ts'

/** Why an amount cannot be hosted. */
export type HostProblem = 'missing' | 'aboveMoney' | 'outside'

/** The problem with a typed amount; null when it can be confirmed. */
export function hostProblem(
  text: string,
  { money, least, most }: { money: Amount; least: Amount; most: Amount },
): HostProblem | null {
  const amount = amountOf(text)
  if (amount <= 0n) return 'missing'
  if (amount > money) return 'aboveMoney'
  return amount < least || amount > most ? 'outside' : null
}

/** The typed amount; 0 while there is none. */
export function amountOf(text: string): Amount {
  return parseAmount(withoutPoint(text)) ?? 0n
}

/** The most that can be hosted now, in whole cents. */
export function mostNow({ money, most }: { money: Amount; most: Amount }, unit: Amount): Amount {
  const sum = money < most ? money : most
  return sum - (sum % unit)
}
