import { currencyById } from '@tickmark/core/money/currencies'
import { formatAmount, formatFixed } from '@tickmark/core/money/money'
import { useState } from 'react'
import { t as translate } from '../../../i18n/i18n.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { CallFailed } from '@tickmark/client/callFailed.ts'
import { amountText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../../format/useFormat.ts'
import { ltr } from '../../../format/ltr.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { ConfirmDialog } from '@tickmark/ui/layer/ConfirmDialog.tsx'
import { Ledger, LedgerRow } from '@tickmark/ui/list/LedgerRow.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { useSeen, type Tap } from '../../../state/useSeen.ts'
import { FinishPending } from '../parts/FinishPending.tsx'
import { useSumText } from '../parts/useSumText.ts'
import { useTransferCall } from '../parts/useTransferCall.ts'
import { receivesOf, renewQuote } from './renewQuote.ts'
import { amountOf, isSameSwap, type SwapForm, type SwapTerms } from './swapForm.ts'
import type { SwapFormState } from './useSwapForm.ts'

/** Swaps after the user confirms the rate on screen. The rate also renews while the dialog is open. */
export function ConfirmSwap({ state }: { state: SwapFormState }) {
  const { t } = useTranslation('transfer')
  const format = useFormat()
  const [asked, setAsked] = useState(false)
  const [fell, setFell] = useState(false)
  const sumText = useSumText()
  const { busy, asksFirst, make, earlier, finishEarlier, leaveEarlier } = useTransferCall('currencyExchange')
  const { form, sum, source, quote } = state
  const seenAt = useSeen(quote.data, receivesOf)

  function ask() {
    state.setTried(true)
    const [problem] = state.problems
    if (problem?.code === 'amount_missing') return toast(t('toastinfo16'), { isMistake: true })
    if (problem) return
    if (asksFirst((one) => isSameSwap(one, termsOf(form)))) return
    if (quote.error) return toast(quote.error.message, { tone: 'wrong' })
    setFell(false)
    setAsked(true)
  }

  async function yes(tap: Tap) {
    // Without a rate, the dialog waits for one and shows why there is none.
    const confirmed = seenAt(tap)
    if (!confirmed) return
    const bodyOf = signedBy(termsOf(form), () => setAsked(false))
    const renew = renewQuote(confirmed, quote.renew)
    const made = await make(
      (key) => bodyOf(confirmed, key),
      async (failure, key) => {
        const renewed = await renew(failure)
        setFell(renewed === null)
        return renewed && bodyOf(renewed, key)
      },
    )
    // The dialog asks again, or waits for the answer to the first of two presses.
    if (made === 'nothing') return
    setAsked(false)
    if (made === 'done') state.reset()
    else void quote.renew()
  }

  const amount = sum && source && amountText(format, source.name, sum.gives)
  return (
    <>
      <Button wide onClick={ask} aria-haspopup="dialog">
        {amount ? t('swap.swapOf', { amount: ltr(`${amount} ${source.name}`) }) : t('tab.swap')}
      </Button>
      <ConfirmDialog
        open={asked}
        title={t('swap.confirmTitle')}
        yesLabel={t('trade:yes')}
        noLabel={t('trade:no')}
        busy={busy}
        onYes={(tap) => void yes(tap)}
        onNo={() => setAsked(false)}
      >
        <SwapQuestion state={state} fell={fell} />
      </ConfirmDialog>
      <FinishPending
        title={t('swap.earlierTitle')}
        text={
          earlier &&
          t('swap.earlierAsk', {
            amount: sumText(Number(earlier.currencyId), earlier.amount),
            currency: currencyById(Number(earlier.toCurrencyId))?.code ?? '',
          })
        }
        busy={busy}
        onYes={() => void finishEarlier().then(quote.renew)}
        onNo={leaveEarlier}
      />
    </>
  )
}

/**
 * Signs the call for a shown quote, by code that is loaded only then. Null, after `onUnsigned`, when it cannot be signed. Throws
 * `CallFailed` when the code does not load.
 */
function signedBy(terms: SwapTerms, onUnsigned: () => void) {
  return async (shown: { quote: string; receives: string }, key: string) => {
    const { signedSwap } = await import('./signedSwap.ts').catch(() => {
      throw new CallFailed('network', 0, translate('shell:networkFailure'))
    })
    const body = await signedSwap(terms, shown, key)
    if (body === null) onUnsigned()
    return body
  }
}

/** Both sides and the current rate, or the reason why there is no rate; `fell` when it is lower than the confirmed one. */
export function SwapQuestion({ state, fell }: { state: SwapFormState; fell: boolean }) {
  const { t } = useTranslation('transfer')
  const format = useFormat()
  const { sum, source, target, quote } = state
  return (
    <>
      {sum && source && target && (
        <Ledger>
          <LedgerRow tight label={t('swap.give')}>
            <bdi dir="ltr">{`${amountText(format, source.name, sum.gives)} ${source.name}`}</bdi>
          </LedgerRow>
          <LedgerRow tight label={t('swap.receive')}>
            <bdi dir="ltr">{`${format.figure(formatFixed(sum.receives, 8), { decimals: 8 })} ${target.name}`}</bdi>
          </LedgerRow>
          <LedgerRow tight label={t('swap.rate')}>
            <bdi dir="ltr">{`1 ${source.name} = ${format.figure(formatAmount(sum.rate))} ${target.name}`}</bdi>
          </LedgerRow>
        </Ledger>
      )}
      {(fell || quote.error) && (
        <p role="status" className="mt-2 font-medium text-caution">
          {quote.error?.message ?? t('swap.rateFell')}
        </p>
      )}
    </>
  )
}

function termsOf(form: SwapForm): SwapTerms {
  return {
    currencyId: form.source,
    toCurrencyId: form.target,
    amount: formatAmount(amountOf(form) ?? 0n),
  }
}
