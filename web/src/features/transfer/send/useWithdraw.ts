import { useRef, useState } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { attemptWorld, otherEarlier, sendOnce, settleEarlier } from '../../../api/idempotentCall.ts'
import { serverNow } from '../../../api/serverClock.ts'
import { useMoneyCall } from '../../../api/useMoneyCall.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { signIntent } from '../../../wallets/signIntent.ts'
import { walletProblem } from '../../../wallets/wallet.ts'
import { intentOf, isSameSend, type SendTerms } from './sendForm.ts'
import type { Terms } from './useSendForm.ts'

const STALE = ['getMyWalletData', 'getavailableMoneyAndHsByCurrency', 'get_my_cash_out_record'] as const

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
  const { busy, run } = useMoneyCall(STALE)
  const [isSigning, setIsSigning] = useState(false)
  /** A code that was mistyped does not ask the wallet again. */
  const signed = useRef<string | null>(null)
  /** A lost earlier request of something else: its owner is asked before it is sent again. */
  const [earlier, setEarlier] = useState<SendTerms | null>(null)

  /** True when it was requested, now or by an earlier try whose answer was lost; false when nothing was sent. */
  async function withdraw(reviewed: Reviewed, code: string): Promise<boolean> {
    const world = attemptWorld('cash_out')
    const asked = termsOf(reviewed)
    const other = otherEarlier(world, (one) => isSameSend(one, asked))
    setEarlier(other)
    if (other) return false
    return run(async () => {
      const settled = await settleEarlier(world)
      if (settled) return said(`${settled.message} ${t('send.earlier')}`)
      const signature = (signed.current ??= await sign(reviewed))
      if (signature === null) return false
      const body = { ...asked, intent: reviewed.terms.intent, signature, code }
      return said((await sendOnce(body, world)).message)
    })
  }

  /** Settles the earlier request and nothing else: what is under review waits for another press. */
  async function finishEarlier(): Promise<void> {
    await run(async () => {
      const settled = await settleEarlier(attemptWorld('cash_out'))
      if (settled) return said(`${settled.message} ${t('send.earlier')}`)
      toast(t('send.earlierOver'))
      return false
    })
    setEarlier(null)
  }

  /** The owner's signature under these terms and no others; null, with a toast, when there is none. */
  async function sign(reviewed: Reviewed): Promise<string | null> {
    const intent = intentOf(reviewed.terms.fields, { ...reviewed, fee: reviewed.terms.fee })
    if (!intent) return refused(t('send.otherTerms'))
    if (serverNow() >= reviewed.terms.expiresAt) return refused(t('send.expired'))
    setIsSigning(true)
    try {
      return await signIntent(intent)
    } catch (failure) {
      return refused(t(`send.wallet.${walletProblem(failure)}`))
    } finally {
      setIsSigning(false)
    }
  }

  const stage: 'idle' | 'signing' | 'sending' = !busy ? 'idle' : isSigning ? 'signing' : 'sending'
  return { stage, withdraw, earlier, finishEarlier, leaveEarlier: () => setEarlier(null) }
}

function termsOf({ typeId, address, amount }: Reviewed): SendTerms {
  return { typeId, withdrawcoinUrl: address, usdtNum: amount }
}

function said(message: string): true {
  toast(message, { tone: 'good' })
  return true
}

function refused(message: string): null {
  toast(message, { tone: 'wrong' })
  return null
}
