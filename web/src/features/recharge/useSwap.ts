import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed, refresh, type Given } from '../../api.ts'
import { toast } from '../../ui/toast.ts'
import { sendOnce, settleEarlier } from './attempt.ts'
import { attemptWorld } from './keeping.ts'

/** Swaps, once however often it is pressed, and shows the server's message. False when nothing was swapped. */
export function useSwap(): { busy: boolean; swap: (body: Given<'currencyExchange'>) => Promise<boolean> } {
  const { t } = useTranslation('transfer')
  const [busy, setBusy] = useState(false)
  const inFlight = useRef(false)

  async function swap(body: Given<'currencyExchange'>): Promise<boolean> {
    if (inFlight.current) return false
    inFlight.current = true
    setBusy(true)
    try {
      const world = attemptWorld('currencyExchange')
      const earlier = await settleEarlier(world)
      const { message } = earlier ?? (await sendOnce(body, world))
      toast(earlier ? `${message} ${t('swap.earlier')}` : message, { tone: 'good' })
      return true
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      toast(failure.message, { tone: 'wrong' })
      return false
    } finally {
      inFlight.current = false
      setBusy(false)
      refresh('getMyWalletData', 'getavailableMoneyByCurrency', 'getavailableMoneyAndHsByCurrency')
      refresh('getMyExchangeRecords')
    }
  }

  return { busy, swap }
}
