import { formatAmount } from '@tickmark/core/money/money'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { ReviewSheet } from './ReviewSheet.tsx'
import type { SendPartProps } from './SendFields.tsx'
import { amountOf } from './sendForm.ts'
import { useSendProblemText } from './sendProblemText.ts'
import type { Reviewed } from './useWithdraw.ts'

/** Opens the review. Empty fields are reported in a toast and beside the fields. */
export function ReviewSend({ state, currency, network, onSent }: SendPartProps & { onSent: () => void }) {
  const { t } = useTranslation('transfer')
  const problemText = useSendProblemText(currency, network)
  const [reviewed, setReviewed] = useState<Reviewed | null>(null)
  const [open, setOpen] = useState(false)
  const [isSent, setSent] = useState(false)
  const [asking, setAsking] = useState(false)

  async function review() {
    state.setTried(true)
    const [problem] = state.problems
    if (problem) return toast(problemText(problem), { isMistake: true })
    if (state.terms.error) return toast(state.terms.error.message, { tone: 'wrong' })
    const amount = amountOf(state.form)
    if (amount === null) return
    setAsking(true)
    const terms = await state.termsNow()
    setAsking(false)
    if (!terms) return
    setReviewed({
      terms,
      currency: currency.code,
      network: network.name,
      typeId: network.typeId,
      address: state.form.address,
      amount: formatAmount(amount),
    })
    setSent(false)
    setOpen(true)
  }

  return (
    <>
      <Button wide busy={asking} onClick={() => void review()} aria-haspopup="dialog">
        {t('send.review')}
      </Button>
      {reviewed && (
        <ReviewSheet
          key={reviewed.terms.intent}
          reviewed={reviewed}
          open={open}
          onClose={() => setOpen(false)}
          onClosed={() => {
            setReviewed(null)
            if (isSent) onSent()
          }}
          onSent={() => {
            setOpen(false)
            setSent(true)
            state.reset()
          }}
        />
      )}
    </>
  )
}
