import { briefText, rateText } from '@tickmark/client/format/figures.ts'
import { ltr } from '../../../format/ltr.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useFormat } from '../../../format/useFormat.ts'
import { moneyOf, type OrderItem } from '../../../entities/orderState.ts'
import { Button, type ButtonSize } from '@tickmark/ui/form/Button.tsx'
import { useRepeat } from './useRepeat.ts'

interface RepeatButtonProps {
  order: OrderItem
  onRepeated: (orderId: string) => void
  size?: ButtonSize
}

/** Places the same order again in one tap, at the terms on the button. */
export function RepeatButton({ order, onRepeated, size = 'large' }: RepeatButtonProps) {
  const { t } = useTranslation('trade')
  const format = useFormat()
  const { offer, busy, repeat } = useRepeat(order, onRepeated)
  const code = order.currency
  return (
    <Button
      tone="quiet"
      size={size}
      icon="repeat"
      // On one line on the narrowest phones.
      className="max-[22.5rem]:px-1"
      disabled={!offer}
      busy={busy}
      onClick={() => void repeat()}
    >
      {offer
        ? t('repeatAt', {
            amount: ltr(briefText(format, code, moneyOf(order).stake)),
            currency: code,
            rate: ltr(rateText(offer.rate)),
          })
        : t('repeat')}
    </Button>
  )
}
