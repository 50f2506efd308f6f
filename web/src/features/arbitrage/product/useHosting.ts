import type { Amount } from '@tickmark/core/money/money'
import { formatAmount } from '@tickmark/core/money/money'
import { useQuestion } from '@tickmark/ui/base/useQuestion.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { useState } from 'react'
import type { Reply } from '../../../api/api.ts'
import { useMoneyCall } from '../../../api/moneyCall.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { hrefTo } from '../../../navigation/hrefs.ts'

/** What the user is asked to confirm: an amount, and the product as he saw it. */
export interface HostingWish {
  amount: Amount
  product: Reply<'getMoveInfo'>
}

/** Asks about an amount and hosts it, once however often it is confirmed. `onSettled` runs once the call has ended either way. */
export function useHosting(onSettled: () => void) {
  const { t } = useTranslation('arbitrage')
  const [wish, setWish] = useState<HostingWish | null>(null)
  const { send } = useMoneyCall('orderConfirmation')
  const { ask, dialog } = useQuestion(host)

  async function host() {
    if (!wish) return
    const { amount, product } = wish
    const made = await send(() => ({
      buyMoney: formatAmount(amount),
      mid: product.mid,
      version: product.version,
      type: '0',
      userNum: '1',
    }))
    onSettled()
    if (made.kind === 'failed') toast(made.failure.message, { tone: 'wrong' })
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
