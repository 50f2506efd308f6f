import { productById } from '@tickmark/core/market/products'
import { PERIODS, type Period } from '@tickmark/wire/live/socket'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useChartPeriod } from '../../entities/chartPeriod.ts'
import { drawnPriceText } from '../../format/figures.ts'
import { useFormat } from '../../format/format.ts'
import type { LiveDetail } from '../../live/marketFeed.ts'
import { go } from '../../navigation/navigate.ts'
import { signOf } from '../../entities/orderState.ts'
import { Chart, preloadChart } from '@tickmark/ui/chart/Chart.tsx'
import { Segment } from '@tickmark/ui/form/Segment.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { orderPoints } from './orderPoints.ts'
import { useDrawnOrder } from './useDrawnOrder.ts'
import { useSeenTicks } from './useSeenTicks.ts'

const MINUTE = 60_000
const PERIOD: Record<Period, { name: string; ms: number }> = {
  '5min': { name: '5M', ms: 5 * MINUTE },
  '15min': { name: '15M', ms: 15 * MINUTE },
  '1hour': { name: '1H', ms: 60 * MINUTE },
  '4hour': { name: '4H', ms: 240 * MINUTE },
  '1day': { name: '1D', ms: 1_440 * MINUTE },
  '1week': { name: '1W', ms: 10_080 * MINUTE },
}

interface CoinChartProps {
  pid: number
  live: LiveDetail
  height?: number
}

/**
 * A coin's closing prices in the chosen period, live. While the user has an open order on it, first the time around
 * that order.
 */
export function CoinChart({ pid, live, height = 286 }: CoinChartProps) {
  const { t } = useTranslation('trade')
  const format = useFormat()
  const period = useChartPeriod()
  const order = useDrawnOrder(pid)
  const [left, setLeft] = useState<string | null>(null)
  const ticks = useSeenTicks(pid, live)
  useEffect(() => void preloadChart().catch(() => {}), [])
  const isOrderView = order !== null && left !== order.id && ticks.length > 1
  const { baseInfo, candles } = live
  const closes = useMemo(
    () => candles.map((one) => ({ atMs: one.id * 1_000, value: Number(one.close) })),
    [candles],
  )
  const points = isOrderView ? orderPoints(order.drawing, candles, PERIOD[period].ms, ticks) : closes
  const values = points.map((one) => one.value)
  const write = (value: number) => drawnPriceText(format, pid, value)

  function choose(view: Period | 'order') {
    setLeft(view === 'order' ? null : (order?.id ?? null))
    if (view !== 'order') go(addressOf(view), { replace: true })
  }

  return (
    <>
      <div className="-mx-5 pt-3.5 md:mx-0 md:pt-0">
        {points.length > 1 ? (
          <Chart
            key={isOrderView ? order.id : period}
            points={points}
            height={height}
            format={write}
            way={wayOf(baseInfo?.change)}
            order={order?.drawing}
            summary={t(isOrderView ? 'orderSummary' : 'chartSummary', {
              pair: `${productById(pid)?.symbol ?? ''}/USDT`,
              period: PERIOD[period].name,
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
      <div className="pt-3 md:max-w-[400px]">
        <Segment
          label={t('period')}
          value={isOrderView ? 'order' : period}
          onChange={choose}
          choices={[
            ...(order ? [{ value: 'order' as const, label: t('orderView') }] : []),
            ...PERIODS.map((value) => ({ value, label: PERIOD[value].name })),
          ]}
        />
      </div>
    </>
  )
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
