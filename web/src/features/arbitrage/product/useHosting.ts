import type { HostingTerms } from '@tickmark/core/consent/hostingConsent'
import type { Amount } from '@tickmark/core/money/money'
import { formatAmount } from '@tickmark/core/money/money'
import { useQuestion } from '@tickmark/ui/base/useQuestion.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { useState } from 'react'
import type { Reply } from '../../../api/api.ts'
import { useMoneyCall } from '../../../api/moneyCall.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { hrefTo } from '../../../navigation/hrefs.ts'
import { sessionNow } from '../../../session/session.ts'
import { signHosting } from '../../../wallets/signHosting.ts'
import { sendSigned } from '../signedHosting.ts'
import { termsOf } from '../terms.ts'

/** The question to the user: an amount, and the product as shown to him. */
export interface HostingWish {
  amount: Amount
  product: Reply<'getMoveInfo'>
}

/**
 * Asks for confirmation and hosts an amount once, however often it is confirmed. `onSettled` runs when the call has
 * ended, whatever its outcome.
 */
export function useHosting(onSettled: () => void) {
  const { t } = useTranslation('arbitrage')
  const [wish, setWish] = useState<HostingWish | null>(null)
  const { send } = useMoneyCall('orderConfirmation')
  const { ask, dialog } = useQuestion(host)

  async function host() {
    if (!wish) return
    const { amount, product } = wish
    const body = { buyMoney: formatAmount(amount), mid: product.mid, version: product.version }
    const made = await sendSigned(
      (bodyNow: Parameters<typeof send>[0]) => send(bodyNow).finally(onSettled),
      () => signHosting(signedTermsOf(wish)),
      (consent) => ({ ...body, type: '0', userNum: '1', ...consent }),
    )
    if (made.kind === 'wrong') toast(made.text, { tone: 'wrong' })
    if (made.kind === 'done')
      toast(t(made.isEarlier ? 'orderedEarlier' : 'ordered'), {
        tone: 'good',
        href: hrefTo.arbitrageRecords(),
      })
  }

  return {
    wish,
    dialog,
    ask(next: HostingWish) {
      setWish(next)
      ask()
    },
  }
}

/** The terms exactly as the ticket will state them. */
function signedTermsOf({ amount, product }: HostingWish): HostingTerms {
  const { upperPpm, exitFeePpm } = termsOf(product)
  return {
    book: sessionNow().book === 0 ? 'real' : 'simulated',
    mid: product.mid,
    version: product.version,
    days: product.period,
    upperPpm: Number(upperPpm),
    exitFeePpm: Number(exitFeePpm),
    principal: String(amount),
  }
}
