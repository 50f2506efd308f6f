import { useRef, useState } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { serverNow } from '@tickmark/client/serverClock.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { signIntent } from '../../../wallets/signIntent.ts'
import { walletProblem } from '@tickmark/client/wallets/wallet.ts'
import { useTransferCall } from '../parts/useTransferCall.ts'
import { intentOf, isSameSend, type SendTerms } from './sendForm.ts'
import type { Terms } from './useSendForm.ts'

/** A withdrawal as the owner reviewed it. */
export interface Reviewed {
  terms: Terms
  currency: string
  network: string
  typeId: number
  address: string
  amount: string
}

/** Signs and sends a reviewed withdrawal. */
export function useWithdraw() {
  const { t } = useTranslation('transfer')
  const { busy, asksFirst, make, ...pending } = useTransferCall(
    'cash_out',
    async ({ signature = '' }, answer) => {
      const { keepWithdrawalAnswer } = await withdrawalPromises()
      const problem = await keepWithdrawalAnswer(signature, answer)
      if (problem === null) return null
      return t(problem === 'other_terms' ? 'trade:promise.terms' : 'trade:promise.signature')
    },
  )
  const [signing, setSigning] = useState(false)
  /** The signature, kept so that a mistyped code does not ask the wallet again. */
  const signed = useRef<string | null>(null)

  /** Returns true when the withdrawal was requested, now or by an earlier try; false when nothing was sent. */
  async function withdraw(reviewed: Reviewed, code: string): Promise<boolean> {
    const asked = termsOf(reviewed)
    if (asksFirst((earlier) => isSameSend(earlier, asked))) return false
    const made = await make(async () => {
      const signature = (signed.current ??= await sign(reviewed))
      return signature === null ? null : { ...asked, intent: reviewed.terms.intent, signature, code }
    })
    return made === 'done'
  }

  /** The owner's signature under exactly these terms; null, with a toast, when there is none. */
  async function sign(reviewed: Reviewed): Promise<string | null> {
    const intent = intentOf(reviewed.terms.fields, { ...reviewed, fee: reviewed.terms.fee })
    if (!intent) return refused(t('send.otherTerms'))
    if (serverNow() >= reviewed.terms.expiresAt) return refused(t('send.expired'))
    setSigning(true)
    try {
      const signature = await signIntent(intent)
      const { keepAskedWithdrawal } = await withdrawalPromises()
      await keepAskedWithdrawal(intent, signature)
      return signature
    } catch (failure) {
      return refused(t(`send.wallet.${walletProblem(failure)}`))
    } finally {
      setSigning(false)
    }
  }

  const stage = signing ? 'signing' : busy ? 'sending' : 'idle'
  return { stage, withdraw, ...pending }
}

/** Keeps what is signed and promised about withdrawals on this device. */
function withdrawalPromises() {
  return import('../../../watch/promises/answers/keepWithdrawalAnswer.ts')
}

function termsOf({ typeId, address, amount }: Reviewed): SendTerms {
  return { typeId, destination: address, amount }
}

function refused(message: string): null {
  toast(message, { tone: 'wrong' })
  return null
}
