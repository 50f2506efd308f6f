import { productById } from '@tickmark/core/market/products'
import { PERIODS, type Period } from '@tickmark/wire/live/socket'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useLate } from '../../browser/useLate.ts'
import { useChartPeriod } from '../../entities/chartPeriod.ts'
import { drawnPriceText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../format/useFormat.ts'
import { ltr } from '../../format/ltr.ts'
import { useConnected, type LiveDetail } from '../../live/marketFeed.ts'
import { go } from '../../navigation/navigate.ts'
import { signOf } from '../../entities/orderState.ts'
import { Chart, type ChartPoint } from '@tickmark/ui/chart/price/Chart.tsx'
import { Failed } from '@tickmark/ui/state/Failed.tsx'
import { Segment } from '@tickmark/ui/form/Segment.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { drawnPoints } from '../../entities/orderDrawing.ts'
import { useLoggedTicks } from '../../entities/useLoggedTicks.ts'
import { useDrawnOrder, type DrawnOrder } from './useDrawnOrder.ts'
import { useSeenTicks } from './useSeenTicks.ts'

const PERIOD: Record<Period, string> = {
  '5min': '5M',
  '15min': '15M',
  '1hour': '1H',
  '4hour': '4H',
  '1day': '1D',
  '1week': '1W',
}

/** Duration of the line's movement to a new tick: a running order's ticks come a second apart. */
const TICK_MS = 950
const CLOSE_MS = 300
/**
 * Height that leaves room on a phone for the price, the chart, the periods and the two buttons; less beside open
 * orders.
 */
const TALL = 'clamp(13.75rem, 100svh - 30rem, 27.5rem)'
/** The same as a class, because the document's outline of the page may not have styles of its own. */
const TALL_BOX = 'h-[clamp(13.75rem,100svh-30rem,27.5rem)]'
const SHORT = 'clamp(13.75rem, 100svh - 36.5rem - var(--banner, 0px), 27.5rem)'

interface CoinChartProps {
  pid: number
  live: LiveDetail
  /** A CSS length; by default the space left on a phone. */
  height?: string
}

/**
 * A coin's closing prices in the chosen period, live. While the user has an open order on it, shows the time around
 * that order first.
 */
export function CoinChart({ pid, live, height }: CoinChartProps) {
  const { t } = useTranslation('trade')
  const period = useChartPeriod()
  const order = useDrawnOrder(pid)
  const [left, setLeft] = useState<string | null>(null)
  const isOrderView = order !== null && left !== order.id

  function choose(view: Period | 'order') {
    setLeft(view === 'order' ? null : (order?.id ?? null))
    if (view !== 'order') go(addressOf(view), { replace: true })
  }

  const shown = height ?? (order ? SHORT : TALL)
  return (
    <>
      <div className="-mx-5 pt-3.5 md:mx-0 md:pt-0">
        {isOrderView ? (
          <OrderStory key={order.id} pid={pid} live={live} order={order} height={shown} />
        ) : (
          <PeriodLine key={period} pid={pid} live={live} period={period} order={order} height={shown} />
        )}
      </div>
      <div className="pt-3 md:max-w-[400px]">
        <Segment
          label={t('period')}
          value={isOrderView ? 'order' : period}
          onChange={choose}
          choices={[
            ...(order ? [{ value: 'order' as const, label: t('orderView') }] : []),
            ...PERIODS.map((value) => ({ value, label: PERIOD[value] })),
          ]}
        />
      </div>
    </>
  )
}

interface StoryProps {
  pid: number
  live: LiveDetail
  order: DrawnOrder
  height: string
}

/**
 * The time around an order: from before its entry to after its end, or, at first, a part of a long order's. The line
 * ends with the order.
 */
function OrderStory({ pid, live, order: { drawing, stretch, endedAtMs }, height }: StoryProps) {
  const { t } = useTranslation('trade')
  const format = useFormat()
  const seen = useSeenTicks(pid, live)
  const { fromMs, toMs } = stretch
  // The log gives a long stretch at steps, and its end: the price there is written beside the line.
  const logged = useLoggedTicks(pid, { fromMs, toMs: endedAtMs ?? toMs }, seen)
  const points = useMemo(
    () => drawnPoints({ fromMs, toMs: endedAtMs ?? Math.min(toMs, drawing.endAtMs) }, logged, seen),
    [fromMs, toMs, endedAtMs, drawing.endAtMs, logged, seen],
  )
  const last = points.at(-1)
  if (!last) return <Placeholder height={height} live={live} />
  const write = (value: number) => drawnPriceText(format, pid, value)
  const share = signedShare(last.value / drawing.barrier - 1)
  return (
    <Chart
      points={points}
      height={height}
      format={write}
      order={drawing}
      fromMs={fromMs}
      toMs={toMs}
      steady
      glideMs={endedAtMs === null ? TICK_MS : 0}
      {...(endedAtMs === null && {
        tipTexts: [t('fromLine', { share: ltr(share) }), share],
      })}
      summary={t(endedAtMs === null ? 'orderSummary' : 'settledSummary', {
        pair: pairOf(pid),
        ...spanOf(points, write),
      })}
    />
  )
}

interface LineProps {
  pid: number
  live: LiveDetail
  period: Period
  order: DrawnOrder | null
  height: string
}

/** Closing prices, the last of them live. */
function PeriodLine({ pid, live, period, order, height }: LineProps) {
  const { t } = useTranslation('trade')
  const format = useFormat()
  const { baseInfo, candles } = live
  const points = useMemo(
    () => candles.map((one) => ({ atMs: one.id * 1_000, value: Number(one.close) })),
    [candles],
  )
  if (points.length < 2) return <Placeholder height={height} live={live} />
  const write = (value: number) => drawnPriceText(format, pid, value)
  return (
    <Chart
      points={points}
      height={height}
      format={write}
      way={wayOf(baseInfo?.change)}
      order={order?.endedAtMs === null ? order.drawing : null}
      extremes={{ high: t('high'), low: t('low') }}
      glideMs={CLOSE_MS}
      summary={t('chartSummary', { pair: pairOf(pid), period: PERIOD[period], ...spanOf(points, write) })}
    />
  )
}

/** The chart's space until it has points. Says when they are late, except for a coin of which the page says that already. */
function Placeholder({ height, live }: { height: string; live: LiveDetail }) {
  const { t } = useTranslation('trade')
  const connected = useConnected()
  const late = useLate()
  return (
    <div {...(height === TALL ? { className: TALL_BOX } : { style: { blockSize: height } })}>
      {!late && <Skeleton shape="chart" />}
      {late && live.baseInfo && (
        <Failed title={t('chartFailed')} detail={connected ? t('coinFailedDetail') : t('offline')} />
      )}
    </div>
  )
}

function pairOf(pid: number): string {
  return `${productById(pid)?.symbol ?? ''}/USDT`
}

function spanOf(points: readonly ChartPoint[], write: (value: number) => string) {
  const values = points.map((one) => one.value)
  return { low: write(Math.min(...values)), high: write(Math.max(...values)) }
}

/** "+0.021%": as many decimals as return ranges have. */
function signedShare(share: number): string {
  const text = (Math.abs(share) * 100).toFixed(3)
  return `${/[1-9]/.test(text) ? (share > 0 ? '+' : '−') : ''}${text}%`
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
