import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useCall, type Reply } from '../../api/api.ts'
import { useHoldings } from '../../entities/holdings.ts'
import { useFormat } from '../../format/useFormat.ts'
import { ltr } from '../../format/ltr.ts'
import { useAmountsHidden } from '../../session/amountsHidden.ts'
import { FailedCall } from '../../components/FailedCall.tsx'
import { Segment } from '@tickmark/ui/form/Segment.tsx'
import { HoldingsLine } from './HoldingsLine.tsx'
import { rangeOf } from './holdingsLine.ts'
import { RANGES, useHoldingsRange } from './range.ts'

type History = Reply<'getHoldingsHistory'>

/**
 * The value of all holdings over the chosen time, with a choice of range. Touching the chart shows the value of that
 * moment.
 */
export function HoldingsChart({ height }: { height: number }) {
  const { t } = useTranslation('wallet')
  const [range, choose] = useHoldingsRange()
  const history = useCall('getHoldingsHistory', { range }, { refetchInterval: 60_000 })
  const total = useHoldings().data?.data.total
  return (
    <section aria-label={t('overTime')} className="pt-2">
      {history.isError && !history.data ? (
        <FailedCall title={t('historyFailed')} call={history} />
      ) : (
        <Drawing history={history.data ?? null} total={total} height={height} />
      )}
      <div className="md:max-w-[320px]">
        <Segment
          label={t('range')}
          value={range}
          onChange={choose}
          choices={RANGES.map((value) => ({ value, label: value }))}
        />
      </div>
    </section>
  )
}

interface DrawingProps {
  history: History | null
  /** Present value, which is newer than the history's last one. */
  total: string | undefined
  height: number
}

function Drawing({ history, total, height }: DrawingProps) {
  const { t } = useTranslation('wallet')
  const [hidden] = useAmountsHidden()
  const write = useDollars()
  const [touched, setTouched] = useState<number | null>(null)
  if (!history) return <div className="breathe mt-6 mb-3 rounded-2 bg-well" style={{ blockSize: height }} />
  const span = rangeOf(total === undefined ? history.total : [...history.total, total])
  const [low, high] = span ? [write(span.low), write(span.high)] : ['', '']
  const known = low === high ? t('unchanged', { value: low }) : t('between', { low, high })
  const words = hidden || !span ? t('home:hidden') : known
  return (
    <>
      <p className="min-h-5 text-12 text-ink-3">
        {touched === null || hidden ? words : <Moment history={history} at={touched} />}
      </p>
      <HoldingsLine
        times={history.times}
        values={history.total}
        label={words}
        height={height}
        touched={touched}
        onTouch={setTouched}
      />
    </>
  )
}

/** The value at the touched moment. */
function Moment({ history, at }: { history: History; at: number }) {
  const format = useFormat()
  const write = useDollars()
  const [time, value] = [history.times[at], history.total[at]]
  if (time === undefined || value === undefined) return null
  return (
    <>
      <bdi>{format.dateTime(time)}</bdi> · <span className="font-medium text-ink">{write(value)}</span>
    </>
  )
}

function useDollars(): (value: string) => string {
  const format = useFormat()
  return (value) => ltr(`$${format.figure(value, { decimals: 2 })}`)
}
