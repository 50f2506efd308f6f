import { formatFixed, type Amount } from '@tickmark/core/money/money'
import { amountText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../format/useFormat.ts'
import { ltr } from '../../format/ltr.ts'
import { timesOf } from '@tickmark/client/format/times.ts'
import { useSession } from '../../session/session.ts'
import { unitsOf } from './terms.ts'

/** Formats sums, yields and days for the arbitrage pages. */
export function useArbitrageTexts() {
  const format = useFormat()
  const { language } = useSession()
  const days = timesOf(language)
  return {
    /** "500.00 USDT", from units or a decimal of the wire. */
    usdt: (sum: Amount | string, sign = false) =>
      ltr(`${amountText(format, 'USDT', typeof sum === 'string' ? unitsOf(sum) : sum, sign)} USDT`),
    /** The same without its currency. */
    figure: (sum: Amount | string, sign = false) =>
      amountText(format, 'USDT', typeof sum === 'string' ? unitsOf(sum) : sum, sign),
    /** A yield or profit that may be less than a cent: "+0.0712 USDT". */
    fine: (decimal: string, sign = false) => ltr(`${format.figure(decimal, { decimals: 4, sign })} USDT`),
    /** "100 – 5,000 USDT". */
    range: ({ least, most }: { least: string; most: string }) =>
      ltr(`${brief(format.figure, least)} – ${brief(format.figure, most)} USDT`),
    /** A fraction in units of 1e-8 as percent with four decimals, cut: "0.0312%". */
    share: (share: bigint) => ltr(`${formatFixed(share * 100n, 4)}%`),
    /** A date in UTC: "Nov 21, 2026". */
    day: (day: string) => days.utcDay(day),
    time: (ms: number) => format.dateTime(ms),
  }
}

type Figure = ReturnType<typeof useFormat>['figure']

function brief(figure: Figure, decimal: string): string {
  return unitsOf(decimal) % 100_000_000n === 0n ? figure(decimal, { decimals: 0 }) : figure(decimal)
}
