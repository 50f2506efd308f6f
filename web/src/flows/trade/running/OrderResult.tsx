import { useTranslation } from '../../../i18n/useTranslation.ts'
import { levelText, priceText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../../format/useFormat.ts'
import { hrefTo } from '../../../navigation/hrefs.ts'
import { go } from '../../../navigation/navigate.ts'
import { directionOf, levelOf, type OrderItem } from '../../../entities/orderState.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Ledger, LedgerRow } from '@tickmark/ui/list/LedgerRow.tsx'
import { PlainLink } from '@tickmark/ui/base/PlainLink.tsx'
import { CheckedLine } from './CheckedLine.tsx'
import { RepeatButton } from './RepeatButton.tsx'
import { ResultFigure } from './ResultFigure.tsx'
import { ResultStory } from './ResultStory.tsx'

/** The net result of a finished order, this device's finding about its receipt, and the price path. */
export function OrderResult({ order, income }: { order: OrderItem; income: string }) {
  const { t } = useTranslation('trade')
  const format = useFormat()
  const direction = directionOf(order)
  const level = levelOf(order)
  return (
    <>
      <div className="pt-2 text-center">
        <ResultFigure order={order} income={income} />
      </div>
      <div className="flex flex-wrap items-center justify-center gap-x-4 pt-1 pb-1">
        <CheckedLine shown={{ ...order, profit: income }} />
        <PlainLink
          href={hrefTo.receipt(order.orderId)}
          onGo={go}
          className="flex min-h-11 items-center text-15 font-semibold text-brand"
        >
          {t('seeReceipt')}
        </PlainLink>
      </div>
      <ResultStory order={order} />
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
  return (
    <div className="grid gap-2.5">
      <RepeatButton order={order} onRepeated={onRepeated} />
      <Button onClick={onContinue}>{t('continue')}</Button>
    </div>
  )
}
