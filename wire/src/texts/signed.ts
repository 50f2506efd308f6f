import { type Amount, formatAmount } from '@tickmark/core/money/money'

/** A gain or loss with its sign (U+2212 for minus): "+1.5", "−1.5", "0". */
export function signedText(amount: Amount): string {
  if (amount === 0n) return formatAmount(amount)
  return amount > 0n ? `+${formatAmount(amount)}` : `−${formatAmount(-amount)}`
}
