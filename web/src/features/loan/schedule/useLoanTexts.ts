import { parseAmount, type Amount } from '@tickmark/core/money/money'
import { amountText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../../format/useFormat.ts'
import { ltr } from '../../../format/ltr.ts'
import { timesOf } from '@tickmark/client/format/times.ts'
import { useSession } from '../../../session/session.ts'

/** Sums in USDT and dates in UTC, for sentences. */
export function useLoanTexts() {
  const format = useFormat()
  const { language } = useSession()
  return {
    /** "100.00 USDT", from units or a decimal. */
    sum(amount: Amount | string): string {
      const units = typeof amount === 'string' ? (parseAmount(amount) ?? 0n) : amount
      return ltr(`${amountText(format, 'USDT', units)} USDT`)
    },
    /** "Nov 30, 2026", from YYYY-MM-DD. */
    day: (date: string) => timesOf(language).utcDay(date),
  }
}
