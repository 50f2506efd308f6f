import { currencyById } from '@tickmark/core/money/currencies'
import { parseAmount } from '@tickmark/core/money/money'
import { amountText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../../format/useFormat.ts'
import { ltr } from '../../../format/ltr.ts'

/** Formats an amount of the wire with its currency: "50.00 USDT". */
export function useSumText(): (currencyId: number, amount: string) => string {
  const format = useFormat()
  return (currencyId, amount) => {
    const code = currencyById(currencyId)?.code ?? ''
    return ltr(`${amountText(format, code, parseAmount(amount) ?? 0n)} ${code}`)
  }
}
