import { parseAmount } from '@tickmark/core/money/money'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { briefText, levelText, priceText, rateText, resultText } from '../../../format/figures.ts'
import { useFormat } from '../../../format/format.ts'
import { ltr } from '../../../format/ltr.ts'
import { hrefTo } from '../../../navigation/hrefs.ts'
import { go } from '../../../navigation/navigate.ts'
import { directionOf, levelOf, moneyOf, type OrderItem } from '../../../entities/orderState.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Figure } from '@tickmark/ui/text/Figure.tsx'
import { Ledger, LedgerRow } from '@tickmark/ui/list/LedgerRow.tsx'
import { PlainLink } from '@tickmark/ui/base/PlainLink.tsx'
import { VisuallyHidden } from '@tickmark/ui/base/VisuallyHidden.tsx'
import { useRepeat } from './useRepeat.ts'

/** The net result of a finished order, and its entry and settlement price. */
export function OrderResult({ order, income }: { order: OrderItem; income: string }) {
  const { t } = useTranslation('trade')
  const format = useFormat()
  const net = parseAmount(income) ?? 0n
  const direction = directionOf(order)
  const level = levelOf(order)
  const outcome = t(`outcome.${order.outcome ?? 'void'}`)
  const figure = resultText(format, net)
  return (
    <>
      <div className="pt-5 pb-4 text-center" aria-hidden="true">
        <p className="text-13 text-ink-2">{t('income')}</p>
        <p className="py-1">
          <Figure text={figure} unit={order.currency} tone={net > 0n ? 'up' : net < 0n ? 'down' : 'ink'} />
        </p>
        <p className="text-13 font-medium">{outcome}</p>
      </div>
      <VisuallyHidden>
        <span role="status">
          {t('announceResult', { outcome, income: figure, currency: order.currency })}
        </span>
      </VisuallyHidden>
      <Ledger>
        {order.entryPrice !== null && (
          <LedgerRow label={t('entryPrice')}>
            <bdi dir="ltr">{priceText(format, order.pid, order.entryPrice)}</bdi>
          </LedgerRow>
        )}
        {order.exitPrice !== null && (
          <LedgerRow label={t('settlementPrice')}>
            <bdi dir="ltr">{priceText(format, order.pid, order.exitPrice)}</bdi>
          </LedgerRow>
        )}
        {level !== null && (
          <LedgerRow label={direction === 'up' ? t('winsAbove') : t('winsBelow')}>
            <bdi dir="ltr">{levelText(format, order.pid, level, direction)}</bdi>
          </LedgerRow>
        )}
      </Ledger>
      <PlainLink
        href={hrefTo.receipt(order.orderId)}
        onGo={go}
        className="mt-1 flex min-h-11 items-center justify-center text-15 font-semibold text-brand"
      >
        {t('seeReceipt')}
      </PlainLink>
    </>
  )
}

interface ResultActionsProps {
  order: OrderItem
  onContinue: () => void
  onRepeated: (orderId: string) => void
}

/** Opens the order sheet, or repeats the order in one tap at the terms on the button. */
export function ResultActions({ order, onContinue, onRepeated }: ResultActionsProps) {
  const { t } = useTranslation('trade')
  const format = useFormat()
  const { offer, busy, repeat } = useRepeat(order, onRepeated)
  const code = order.currency
  return (
    <div className="grid gap-2.5">
      <Button tone="quiet" icon="repeat" disabled={!offer} busy={busy} onClick={() => void repeat()}>
        {offer
          ? t('repeatAt', {
              amount: ltr(briefText(format, code, moneyOf(order).stake)),
              currency: code,
              rate: ltr(rateText(offer.rate)),
            })
          : t('repeat')}
      </Button>
      <Button onClick={onContinue}>{t('continue')}</Button>
    </div>
  )
}
