import { productById } from '@tickmark/core/products'
import { PERIODS, type Period } from '@tickmark/wire/socket'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useChartPeriod } from '../../chartPeriod.ts'
import { priceText } from '../../figures.ts'
import { useFormat, type Format } from '../../i18n/format.ts'
import { serverNow, type LiveDetail } from '../../live.ts'
import { go } from '../../navigate.ts'
import { useOpenOrders } from '../../openOrders.ts'
import { directionOf, levelOf, signOf, type OrderItem } from '../../orderStanding.ts'
import { useTradeSheet } from '../../tradeSheet.ts'
import { Chart, type ChartOrder } from '../../ui/Chart.tsx'
import { clockText, secondsLeft } from '../../ui/clockText.ts'
import { Segment } from '../../ui/Segment.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

const NAMES: Record<Period, string> = {
  '5min': '5M',
  '15min': '15M',
  '1hour': '1H',
  '4hour': '4H',
  '1day': '1D',
  '1week': '1W',
}

/** The closes of a coin in the chosen period, live, with an own open order drawn on them. */
export function CoinChart({ pid, live, height = 286 }: { pid: number; live: LiveDetail; height?: number }) {
  const { t } = useTranslation('trade')
  const format = useFormat()
  const period = useChartPeriod()
  const order = useDrawnOrder(pid)
  const { baseInfo, candles } = live
  const points = useMemo(
    () => candles.map((one) => ({ atMs: one.id * 1_000, value: Number(one.close) })),
    [candles],
  )
  const write = (value: number) => priceText(format, pid, String(value))
  const values = points.map((one) => one.value)
  const symbol = productById(pid)?.symbol ?? ''

  return (
    <>
      <div className="-mx-5 pt-3.5 md:mx-0 md:pt-0">
        {points.length > 1 ? (
          <Chart
            key={period}
            points={points}
            height={height}
            format={write}
            way={wayOf(baseInfo?.moneyZd)}
            order={order && drawn(order, format)}
            summary={t('chartSummary', {
              pair: `${symbol}/USDT`,
              period: NAMES[period],
              low: write(Math.min(...values)),
              high: write(Math.max(...values)),
            })}
          />
        ) : (
          <div style={{ blockSize: height }}>
            <Skeleton shape="chart" />
          </div>
        )}
      </div>
      <div className="pt-3 md:max-w-[360px]">
        <Segment
          label={t('period')}
          value={period}
          onChange={(value) => go(addressOf(value), { replace: true })}
          choices={PERIODS.map((value) => ({ value, label: NAMES[value] }))}
        />
      </div>
    </>
  )
}

/** The order that is drawn: the one whose countdown is open, else the newest on this coin with an entry price. */
function useDrawnOrder(pid: number): OrderItem | null {
  const sheet = useTradeSheet()
  const open = useOpenOrders()
  const shown = open.data?.list.filter((one) => one.pid === pid && one.entryPrice !== null) ?? []
  const asked = sheet?.kind === 'countdown' ? shown.find((one) => one.orderId === sheet.orderId) : undefined
  return asked ?? shown[0] ?? null
}

function drawn(order: OrderItem, format: Format): ChartOrder | null {
  const level = levelOf(order)
  if (order.entryPrice === null || level === null) return null
  const left = secondsLeft(order.dueAt, serverNow())
  return {
    direction: directionOf(order),
    entryAtMs: order.entryAt ?? order.dueAt - order.alltime * 1_000,
    dueAtMs: order.dueAt,
    entry: Number(order.entryPrice),
    barrier: Number(level) / 1e8,
    entryText: priceText(format, order.pid, order.entryPrice),
    timeLeft: left >= 3_600 ? clockText(left) : clockText(left).slice(3),
  }
}

function wayOf(change: string | undefined): 'up' | 'down' | 'flat' {
  const sign = signOf(change ?? '0')
  return sign > 0 ? 'up' : sign < 0 ? 'down' : 'flat'
}

function addressOf(period: Period): string {
  const url = new URL(location.href)
  url.searchParams.set('period', period)
  return url.href
}
