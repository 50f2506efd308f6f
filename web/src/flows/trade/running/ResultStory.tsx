import { drawnPriceText, priceText } from '@tickmark/client/format/figures.ts'
import { useMemo } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useFormat } from '../../../format/useFormat.ts'
import { drawnPoints, orderDrawing, stretchOf } from '../../../entities/orderDrawing.ts'
import type { OrderItem } from '../../../entities/orderState.ts'
import { useLoggedTicks } from '../../../entities/useLoggedTicks.ts'
import { Chart, type ChartOrder } from '@tickmark/ui/chart/price/Chart.tsx'

const HEIGHT = '9.5rem'

/** The price path to the settlement tick. Nothing for an order without an entry price. */
export function ResultStory({ order }: { order: OrderItem }) {
  const { t } = useTranslation('trade')
  const format = useFormat()
  const drawing = useMemo(
    () =>
      order.entryPrice === null
        ? null
        : orderDrawing(order, t('winsHere'), priceText(format, order.pid, order.entryPrice)),
    [order, t, format],
  )
  return drawing && <Story order={order} drawing={drawing} />
}

function Story({ order, drawing }: { order: OrderItem; drawing: ChartOrder }) {
  const { t } = useTranslation('trade')
  const format = useFormat()
  const { fromMs, toMs } = stretchOf(drawing)
  const endMs = order.endedAt ?? order.dueAt
  const logged = useLoggedTicks(order.pid, { fromMs, toMs: endMs })
  const points = useMemo(() => drawnPoints({ fromMs, toMs: endMs }, logged, []), [fromMs, endMs, logged])
  const write = (value: number) => drawnPriceText(format, order.pid, value)
  const values = points.map((one) => one.value)
  return (
    <div className="-mx-5">
      <Chart
        points={points}
        height={HEIGHT}
        format={write}
        order={drawing}
        fromMs={fromMs}
        toMs={toMs}
        summary={t('settledSummary', {
          pair: order.pair,
          low: write(Math.min(...values, drawing.entry)),
          high: write(Math.max(...values, drawing.entry)),
        })}
      />
    </div>
  )
}
