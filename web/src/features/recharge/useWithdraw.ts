import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed, refresh } from '../../api.ts'
import { serverNow } from '../../clock.ts'
import { toast } from '../../ui/toast.ts'
import { signIntent } from '../../wallets/signIntent.ts'
import { walletProblem } from '../../wallets/wallet.ts'
import { sendOnce, settleEarlier } from './attempt.ts'
import { attemptWorld } from './keeping.ts'
import { intentOf } from './sendForm.ts'
import type { Terms } from './useSendForm.ts'

/** A withdrawal as its owner looked at it. */
export interface Reviewed {
  terms: Terms
  currency: string
  network: string
  typeId: number
  address: string
  amount: string
}

/** Signs and sends a reviewed withdrawal, once however often it is pressed. */
export function useWithdraw() {
  const { t } = useTranslation('transfer')
  const [stage, setStage] = useState<'idle' | 'signing' | 'sending'>('idle')
  const inFlight = useRef(false)
  /** A code that was mistyped does not ask the wallet again. */
  const signed = useRef<string | null>(null)

  /** True when it was requested, now or by an earlier try whose answer was lost; false when nothing was sent. */
  async function withdraw(reviewed: Reviewed, code: string): Promise<boolean> {
    if (inFlight.current) return false
    inFlight.current = true
    try {
      const world = attemptWorld('cash_out')
      setStage('sending')
      const earlier = await settleEarlier(world)
      if (earlier) return said(`${earlier.message} ${t('send.earlier')}`)
      setStage('signing')
      const signature = (signed.current ??= await sign(reviewed))
      if (signature === null) return false
      setStage('sending')
      const { terms, typeId, address, amount } = reviewed
      const body = {
        typeId,
        withdrawcoinUrl: address,
        usdtNum: amount,
        intent: terms.intent,
        signature,
        code,
      }
      return said((await sendOnce(body, world)).message)
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      toast(failure.message, { tone: 'wrong' })
      return false
    } finally {
      inFlight.current = false
      setStage('idle')
      refresh('getMyWalletData', 'getavailableMoneyAndHsByCurrency', 'get_my_cash_out_record')
    }
  }

  /** The owner's signature under these terms and no others; null, with a toast, when there is none. */
  async function sign(reviewed: Reviewed): Promise<string | null> {
    const intent = intentOf(reviewed.terms.fields, { ...reviewed, fee: reviewed.terms.fee })
    if (!intent) return refused(t('send.otherTerms'))
    if (serverNow() >= reviewed.terms.expiresAt) return refused(t('send.expired'))
    try {
      return await signIntent(intent)
    } catch (failure) {
      return refused(t(`send.wallet.${walletProblem(failure)}`))
    }
  }

  return { stage, withdraw }
}

function said(message: string): true {
  toast(message, { tone: 'good' })
  return true
}

function refused(message: string): null {
  toast(message, { tone: 'wrong' })
  return null
}
