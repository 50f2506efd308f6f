import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { query } from '../../api/api.ts'
import { priceText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../format/useFormat.ts'
import { serverNow } from '@tickmark/client/serverClock.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useOpenOrders } from '../../entities/openOrders.ts'
import { orderDrawing, runningStretchOf, stretchOf, type Stretch } from '../../entities/orderDrawing.ts'
import { runningSeconds, type OrderItem } from '../../entities/orderState.ts'
import { settledOrder } from '../../live/settledOrder.ts'
import { useTradeSheet } from '../../navigation/tradeSheet.ts'
import { useStore } from '@tickmark/client/observable.ts'
import type { ChartOrder } from '@tickmark/ui/chart/price/Chart.tsx'
import { clockText } from '@tickmark/ui/text/clockText.ts'
import { useSecondsLeft } from '@tickmark/ui/text/useSecondsLeft.ts'

/** An order on a coin's chart. */
export interface DrawnOrder {
  id: string
  drawing: ChartOrder
  /** The time span to draw. */
  stretch: Stretch
  /** When its line ends although prices continue; null while it runs. */
  endedAtMs: number | null
}

/** The order to draw on a coin's chart: of the open sheet, of the shown result, or the newest open one. */
export function useDrawnOrder(pid: number): DrawnOrder | null {
  const { t } = useTranslation('trade')
  const format = useFormat()
  const order = useOrderToDraw(pid)
  const drawing = useMemo(
    () =>
      order?.entryPrice != null
        ? orderDrawing(order, t('winsHere'), priceText(format, order.pid, order.entryPrice))
        : null,
    [order, t, format],
  )
  const left = useSecondsLeft(order?.dueAt ?? 0, serverNow, order ? runningSeconds(order) : 0)
  if (!order || !drawing) return null
  const timeLeft = left >= 3_600 ? clockText(left) : clockText(left).slice(3)
  const isOver = order.status !== 0
  return {
    id: order.orderId,
    drawing: isOver ? drawing : { ...drawing, timeLeft },
    stretch: isOver ? stretchOf(drawing) : runningStretchOf(drawing, serverNow()),
    endedAtMs: isOver ? (order.endedAt ?? order.dueAt) : null,
  }
}

function useOrderToDraw(pid: number): OrderItem | null {
  const sheet = useTradeSheet()
  const open = useOpenOrders()
  const settled = useStore(settledOrder)
  const askedId = sheet?.kind === 'countdown' ? sheet.orderId : ''
  // The sheet fetches the result; this only reads it.
  const result = useQuery({ ...query('modifyLimitOrder', { orderId: askedId }), enabled: false })
  const finished = result.data?.net != null ? result.data.order : null
  const running = open.data?.list.filter((one) => one.entryPrice !== null) ?? []
  const asked = finished ?? running.find((one) => one.orderId === askedId)
  const all = [asked, settled, ...running]
  return all.find((one) => one?.pid === pid && one.entryPrice !== null) ?? null
}
