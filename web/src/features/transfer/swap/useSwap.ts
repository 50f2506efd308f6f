import { useTranslation } from '../../../i18n/useTranslation.ts'
import type { Given } from '../../../api/api.ts'
import { pendingOther } from '@tickmark/client/pendingCall.ts'
import { keptCalls, useMoneyCall } from '../../../api/moneyCall.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { isSameSwap, type SwapTerms } from './swapForm.ts'

/** Swaps only once however often the button is pressed, and shows the server's message. */
export function useSwap() {
  const { t } = useTranslation('transfer')
  const { busy, send, settle } = useMoneyCall('currencyExchange')

  /**
   * Returns false when nothing was swapped. First settles an earlier try whose answer was lost; if it was done, returns
   * its result.
   */
  async function swap(body: Given<'currencyExchange'>): Promise<boolean> {
    return show(await send(() => body))
  }

  /** Settles only the earlier swap; the one on screen waits for another press. */
  async function finishEarlier(): Promise<void> {
    const settled = await settle()
    show(settled)
    if (settled.kind === 'nothing') toast(t('swap.earlierOver'))
  }

  function show(swapped: Awaited<ReturnType<typeof send>>): boolean {
    if (swapped.kind === 'failed') toast(swapped.failure.message, { tone: 'wrong' })
    if (swapped.kind !== 'done') return false
    const { message } = swapped.answer
    toast(swapped.isEarlier ? `${message} ${t('swap.earlier')}` : message, { tone: 'good' })
    return true
  }

  return { busy, swap, finishEarlier }
}

/** An earlier, different swap whose answer was lost. */
export function earlierSwap(terms: SwapTerms): SwapTerms | null {
  return pendingOther(keptCalls('currencyExchange'), (earlier) => isSameSwap(earlier, terms))
}
