import { productById } from '@tickmark/core/market/products'
import { formatAmount } from '@tickmark/core/money/money'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { briefText, rateText, resultText, shareText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../../format/useFormat.ts'
import { ltr } from '../../../format/ltr.ts'
import { useCall } from '../../../api/api.ts'
import { askToJoin } from '../../../session/joinSheet.ts'
import { isSignedIn, useSession } from '../../../session/session.ts'
import { Arrow } from '@tickmark/ui/base/Arrow.tsx'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { ConfirmDialog } from '@tickmark/ui/layer/ConfirmDialog.tsx'
import { Ledger, LedgerRow } from '@tickmark/ui/list/LedgerRow.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { useProblemText } from './problemText.ts'
import type { OrderFormState, RangeOption } from './useOrderForm.ts'
import { usePlaceOrder } from './usePlaceOrder.ts'

interface PlaceOrderProps {
  pid: number
  state: OrderFormState
  onPlaced: (orderId: string) => void
  onFailed: () => void
}

/** Sends the order after the user confirms exactly the terms on screen. */
export function PlaceOrder({ pid, state, onPlaced, onFailed }: PlaceOrderProps) {
  const { t } = useTranslation('trade')
  const session = useSession()
  const problemText = useProblemText()
  const [asked, setAsked] = useState<RangeOption | null>(null)
  const { busy, send } = usePlaceOrder()
  const { form, range, currency, sum } = state

  function ask() {
    if (!isSignedIn(session)) return askToJoin()
    state.setTried(true)
    const [problem] = state.problems
    if (!problem) setAsked(range)
    else if (problem.code === 'no_offer') toast(problemText(problem, ''))
  }

  async function yes() {
    if (!sum || !range || !currency) return
    const stake = formatAmount(sum.stake)
    const placed = await send(async () => {
      const fresh = await offerNow(range)
      // Other terms: the dialog shows them and waits for another Yes.
      if (!fresh || !isSameOffer(fresh, range)) return null
      const { currencyId } = currency
      const body = { pid, stake, timeId: form.durationId, currencyId, quoteId: fresh.id }
      return { body, range: fresh, direction: form.direction }
    })
    if (placed === 'nothing') return
    setAsked(null)
    if (placed === 'failed') return onFailed()
    state.reset()
    onPlaced(placed.orderId)
  }

  /** The range on screen, with a new quote if the shown one is old; null when no quote came. */
  async function offerNow(shown: RangeOption): Promise<RangeOption | null> {
    if (!state.isOld()) return shown
    const { data, error } = await state.offers.refetch()
    if (error) toast(error.message, { tone: 'wrong' })
    return (error ? null : data?.ranges[form.range]) ?? null
  }

  return (
    <>
      <PlaceButton state={state} onAsk={ask} />
      <ConfirmDialog
        open={asked !== null}
        title={t('confirmTitle')}
        yesLabel={t('yes')}
        noLabel={t('no')}
        busy={busy}
        onYes={() => void yes()}
        onNo={() => setAsked(null)}
      >
        <OrderInQuestion pid={pid} durationId={form.durationId} />
        <TermsInQuestion state={state} />
        {asked && range && !isSameOffer(asked, range) && (
          <p role="status" className="mt-2 font-medium text-caution">
            {t('oddsMoved')}
          </p>
        )}
      </ConfirmDialog>
    </>
  )
}

/** Names the order in the colour of its direction. */
function PlaceButton({ state, onAsk }: { state: OrderFormState; onAsk: () => void }) {
  const { t } = useTranslation('trade')
  const format = useFormat()
  const isMember = isSignedIn(useSession())
  const { form, sum, currency } = state
  const amount = sum && currency && briefText(format, currency.name, sum.stake)
  return (
    <Button wide tone={isMember ? form.direction : 'primary'} onClick={onAsk} aria-haspopup="dialog">
      {!isMember
        ? t('joinToOrder')
        : amount
          ? t('placeOrderOf', { amount: ltr(amount), currency: currency.name })
          : t('placeOrder')}
    </Button>
  )
}

/** Coin and duration: "BTC/USDT · 1 min". */
export function OrderInQuestion({ pid, durationId }: { pid: number; durationId: number }) {
  const { data } = useCall('getLimitTimeType', {})
  const duration = data?.list.find((one) => one.id === durationId)?.name
  return (
    <p className="pb-1 font-medium">
      <bdi dir="ltr">{`${productById(pid)?.symbol ?? ''}/USDT`}</bdi> · {duration}
    </p>
  )
}

/** The figures of the order in question. */
export function TermsInQuestion({ state: { form, range, sum, currency } }: { state: OrderFormState }) {
  const { t } = useTranslation('trade')
  const format = useFormat()
  if (!range || !sum || !currency) return null
  const code = currency.name
  return (
    <Ledger>
      <LedgerRow
        tight
        label={
          <>
            <Arrow way={form.direction} /> {form.direction === 'up' ? t('up') : t('down')}
          </>
        }
      >
        {range.rangeText}
      </LedgerRow>
      <LedgerRow tight label={t('likely', { chance: ltr(shareText(range.chancePpm)) })}>
        <bdi dir="ltr">{rateText(range.rate)}</bdi>
      </LedgerRow>
      <LedgerRow tight label={t('stake')}>
        <bdi dir="ltr">{`${briefText(format, code, sum.stake)} ${code}`}</bdi>
      </LedgerRow>
      <LedgerRow tight label={t('ifYouWin')}>
        <bdi dir="ltr" className="text-up">{`${resultText(format, sum.profit)} ${code}`}</bdi>
      </LedgerRow>
      <LedgerRow tight label={t('ifYouLose')}>
        <bdi dir="ltr">{`${resultText(format, -(sum.stake + sum.fee))} ${code}`}</bdi>
      </LedgerRow>
    </Ledger>
  )
}

/** Whether two quotes offer the same terms, whatever their signatures and expiry times. */
export function isSameOffer(one: RangeOption, other: RangeOption): boolean {
  return one.rate === other.rate && one.barrierPpm === other.barrierPpm
}
