import { priceText } from '../../format/figures.ts'
import { useFormat } from '../../format/format.ts'
import { serverNow } from '@tickmark/client/serverClock.ts'
import { useOpenOrders } from '../../entities/openOrders.ts'
import { directionOf, levelOf, runningSeconds } from '../../entities/orderState.ts'
import { useTradeSheet } from '../../navigation/tradeSheet.ts'
import type { ChartOrder } from '@tickmark/ui/chart/Chart.tsx'
import { clockText, secondsLeft } from '@tickmark/ui/text/clockText.ts'

/** The order drawn on a coin's chart: the one whose countdown is open, else the newest with an entry price. */
export function useDrawnOrder(pid: number): { id: string; drawing: ChartOrder } | null {
  const format = useFormat()
  const sheet = useTradeSheet()
  const open = useOpenOrders()
  const shown = open.data?.list.filter((one) => one.pid === pid && one.entryPrice !== null) ?? []
  const asked = sheet?.kind === 'countdown' ? shown.find((one) => one.orderId === sheet.orderId) : undefined
  const order = asked ?? shown[0]
  const level = order ? levelOf(order) : null
  if (!order || order.entryPrice === null || level === null) return null
  const left = secondsLeft(order.dueAt, serverNow(), runningSeconds(order))
  const drawing: ChartOrder = {
    direction: directionOf(order),
    entryAtMs: order.entryAt ?? order.dueAt - runningSeconds(order) * 1_000,
    dueAtMs: order.dueAt,
    entry: Number(order.entryPrice),
    barrier: Number(level) / 1e8,
    entryText: priceText(format, order.pid, order.entryPrice),
    timeLeft: left >= 3_600 ? clockText(left) : clockText(left).slice(3),
  }
  return { id: order.orderId, drawing }
}
