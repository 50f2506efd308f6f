import { linePath } from '@tickmark/ui/chart/linePath.ts'
import type { Reply } from '../../api/api.ts'
import { useFormats } from '../../format/useFormats.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Panel } from '../../kit/Panel.tsx'

const WIDTH = 600
const HEIGHT = 96

/** Orders placed in each of the last sixty seconds, as a line, with figures beside it. */
export function PlacedOrders({
  placed,
  open,
}: {
  placed: Reply<'consoleExposure'>['placed']
  open: number | undefined
}) {
  const { t } = useTranslation('overview')
  const format = useFormats()
  const { counts } = placed
  const minute = counts.reduce((sum, one) => sum + one, 0)
  const most = Math.max(0, ...counts)
  const figure = (count: number) => format.figure(String(count), { decimals: 0 })
  return (
    <Panel title={t('placed')}>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {open !== undefined && <Big name={t('openOrders')} value={figure(open)} />}
        <Big name={t('lastMinute')} value={figure(minute)} />
        <Big name={t('lastSecond')} value={figure(counts.at(-1) ?? 0)} />
        <Big name={t('mostSecond')} value={figure(most)} />
      </dl>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('placedChart', { minute: figure(minute), most: figure(most) })}
        className="mt-3 h-24 w-full"
        direction="ltr"
      >
        <path
          d={
            most === 0 ? `M0 ${HEIGHT - 2}H${WIDTH}` : linePath([...counts, 0].slice(0, -1), WIDTH, HEIGHT, 2)
          }
          fill="none"
          className="stroke-brand"
          strokeWidth={1.5}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </Panel>
  )
}

function Big({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-12 text-ink-2">{name}</dt>
      <dd className="text-24 font-medium tracking-[-0.02em]">
        <bdi dir="ltr">{value}</bdi>
      </dd>
    </div>
  )
}
