import { useTranslation } from '../../../i18n/useTranslation.ts'
import type { Given } from '../../../api/api.ts'
import { attemptWorld, otherEarlier, sendOnce, settleEarlier } from '../../../api/idempotentCall.ts'
import { useMoneyCall } from '../../../api/useMoneyCall.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { isSameSwap, type SwapTerms } from './swapForm.ts'

const STALE = [
  'getMyWalletData',
  'getavailableMoneyByCurrency',
  'getavailableMoneyAndHsByCurrency',
  'getMyExchangeRecords',
] as const

/** Swaps, once however often it is pressed, and shows the server's message. */
export function useSwap() {
  const { t } = useTranslation('transfer')
  const { busy, run } = useMoneyCall(STALE)

  /** False when nothing was swapped. A lost earlier try at the same is settled first, and is the answer when it was made. */
  function swap(body: Given<'currencyExchange'>): Promise<boolean> {
    return run(async () => {
      const world = attemptWorld('currencyExchange')
      const earlier = await settleEarlier(world)
      const { message } = earlier ?? (await sendOnce(body, world))
      toast(earlier ? `${message} ${t('swap.earlier')}` : message, { tone: 'good' })
      return true
    })
  }

  /** Settles a lost earlier swap and nothing else: what is on screen waits for another press. */
  async function finishEarlier(): Promise<void> {
    await run(async () => {
      const earlier = await settleEarlier(attemptWorld('currencyExchange'))
      if (earlier) toast(`${earlier.message} ${t('swap.earlier')}`, { tone: 'good' })
      else toast(t('swap.earlierOver'))
      return earlier !== null
    })
  }

  return { busy, swap, finishEarlier }
}

/** A lost earlier swap of something else than this. */
export function earlierSwap(terms: SwapTerms): SwapTerms | null {
  return otherEarlier(attemptWorld('currencyExchange'), (earlier) => isSameSwap(earlier, terms))
}
