import { useTranslation } from '../../../i18n/useTranslation.ts'
import type { Given } from '../../../api/api.ts'
import { pendingOther } from '@tickmark/client/pendingCall.ts'
import { keptCalls, useMoneyCall } from '../../../api/moneyCall.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { isSameSwap, type SwapTerms } from './swapForm.ts'

/** Swaps, once however often it is pressed, and shows the server's message. */
export function useSwap() {
  const { t } = useTranslation('transfer')
  const { busy, send, settle } = useMoneyCall('currencyExchange')

  /** False when nothing was swapped. A lost earlier try at the same is settled first, and is the answer when it was made. */
  async function swap(body: Given<'currencyExchange'>): Promise<boolean> {
    return show(await send(() => body))
  }

  /** Settles a lost earlier swap and nothing else: what is on screen waits for another press. */
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

/** A lost earlier swap of something else than this. */
export function earlierSwap(terms: SwapTerms): SwapTerms | null {
  return pendingOther(keptCalls('currencyExchange'), (earlier) => isSameSwap(earlier, terms))
}
