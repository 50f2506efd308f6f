import type { Direction } from '@tickmark/core/orders/terms'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useChartPeriod } from '../../../entities/chartPeriod.ts'
import { priceText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../../format/useFormat.ts'
import { useDetail } from '../../../live/marketFeed.ts'
import { Sheet } from '@tickmark/ui/layer/Sheet.tsx'
import { OrderFields } from './OrderFields.tsx'
import { OrderTicket } from './OrderTicket.tsx'
import { PlaceOrder } from './PlaceOrder.tsx'
import { useOrderForm } from './useOrderForm.ts'

interface OrderSheetProps {
  pid: number
  direction: Direction
  open: boolean
  onClose: () => void
  onClosed: () => void
  onPlaced: (orderId: string) => void
  onFailed: () => void
}

/** The order sheet of a coin. */
export function OrderSheet({ pid, direction, open, onClose, onClosed, onPlaced, onFailed }: OrderSheetProps) {
  const { t } = useTranslation('trade')
  const format = useFormat()
  const period = useChartPeriod()
  const { baseInfo, stale } = useDetail(pid, period)
  const state = useOrderForm(pid, direction)
  const title = baseInfo && (
    <bdi dir="ltr">
      {`${baseInfo.symbol}/USDT · `}
      <span className={stale ? 'text-ink-3' : ''}>{priceText(format, pid, baseInfo.price)}</span>
    </bdi>
  )
  return (
    <Sheet
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title={title ?? t('placeOrder')}
      footer={<PlaceOrder pid={pid} state={state} onPlaced={onPlaced} onFailed={onFailed} />}
    >
      <OrderFields state={state} />
      <OrderTicket state={state} />
    </Sheet>
  )
}
