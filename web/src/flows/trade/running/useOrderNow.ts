import { useChartPeriod } from '../../../entities/chartPeriod.ts'
import { serverNow } from '@tickmark/client/serverClock.ts'
import { useDetail } from '../../../live/marketFeed.ts'
import {
  endNow,
  orderStateOf,
  type EndNow,
  type OrderItem,
  type OrderState,
} from '../../../entities/orderState.ts'
import { useSecondsLeft } from '@tickmark/ui/text/useSecondsLeft.ts'

/** An open order at the current price; `end` is null without an entry price or a fresh price. */
export function useOrderNow(
  order: OrderItem,
): OrderState & { end: EndNow | null; stale: boolean; secondsLeft: number } {
  const secondsLeft = useSecondsLeft(order.dueAt, serverNow)
  const { baseInfo, stale } = useDetail(order.pid, useChartPeriod())
  const end = baseInfo && !stale ? endNow(order, baseInfo.price) : null
  return { ...orderStateOf(order, serverNow()), end, stale, secondsLeft }
}
