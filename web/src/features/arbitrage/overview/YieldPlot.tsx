import { Drawing, Note, WIDTH } from '@tickmark/ui/chart/Drawing.tsx'
import { formatFixed } from '@tickmark/core/money/money'
import { timesOf } from '@tickmark/client/format/times.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useSession } from '../../../session/session.ts'
import { useArbitrageTexts } from '../useArbitrageTexts.ts'
import { countOf, type DayState, type YieldRow } from './yieldRows.ts'

const HEIGHT = 156
/** Edges of the plot. The top is the upper yield, the highest that a day can pay. */
const [LEFT, RIGHT, TOP, BOTTOM] = [8, 342, 26, 118]

/** The line of the upper yield in the legend. */
const MOST = <path d="M-9 0H9" className="stroke-ink-3" strokeWidth={1.6} strokeDasharray="5 3" />

interface YieldPlotProps {
  /** Newest first. */
  rows: readonly YieldRow[]
  /** The product's upper yield as a fraction, in units of 1e-8. */
  upper: bigint
}

/** A column for each day's yield below the upper yield; a ring for a day at zero, a triangle for a day of loss. */
export function YieldPlot({ rows, upper }: YieldPlotProps) {
  const { t } = useTranslation('arbitrage')
  const { share } = useArbitrageTexts()
  const { language } = useSession()
  // Drawings run left to right: direction marks would reorder the parts of a date.
  const dayText = ({ day }: YieldRow) =>
    timesOf(language)
      .utcDay(day)
      .replace(/[\u200e\u200f\u061c]/g, '')
  const drawn = rows.toReversed()
  const step = Math.min(34, (RIGHT - LEFT) / drawn.length)
  const counts = { paid: String(countOf(rows, 'paid')), zero: String(countOf(rows, 'zero')) }
  const facts = { ...counts, loss: String(countOf(rows, 'loss')), days: String(rows.length) }
  const [first, last] = [drawn[0], drawn.at(-1)]
  const most = `${formatFixed(upper * 100n, 2)}%`
  const days = [...new Set([first, last])].flatMap((row) => (row ? [dayText(row)] : []))
  return (
    <figure className="max-w-[512px]">
      <Drawing
        label={t('record.plot', { ...facts, upper: share(upper) })}
        height={HEIGHT}
        legend={[{ text: most, mark: MOST }, ...(days.length > 0 ? [{ text: days.join(' – ') }] : [])]}
      >
        <path d={`M${LEFT} ${BOTTOM}H${RIGHT}`} className="stroke-edge" strokeWidth={1} />
        <path
          d={`M${LEFT} ${TOP}H${RIGHT}`}
          className="stroke-ink-3"
          strokeWidth={1.2}
          strokeDasharray="4 4"
        />
        <Note at={[LEFT, TOP - 8]}>{most}</Note>
        {drawn.map((row, at) => (
          <Day key={row.day} row={row} upper={upper} x={LEFT + (at + 0.5) * step} width={step * 0.62} />
        ))}
        {first && <Note at={[LEFT, HEIGHT - 6]}>{dayText(first)}</Note>}
        {last && last !== first && (
          <Note
            at={[Math.max(LEFT + drawn.length * step, WIDTH / 2), HEIGHT - 6]}
            anchor={drawn.length * step > WIDTH / 2 ? 'end' : 'start'}
          >
            {dayText(last)}
          </Note>
        )}
      </Drawing>
      <figcaption>
        <ul className="flex flex-wrap gap-x-4 gap-y-1 pb-2 text-12 text-ink-2">
          {(['paid', 'zero', 'loss', 'empty'] as const).map((state) => (
            <Legend key={state} state={state} count={countOf(rows, state)} />
          ))}
        </ul>
      </figcaption>
    </figure>
  )
}

interface DayProps {
  row: YieldRow
  upper: bigint
  x: number
  width: number
}

function Day({ row, upper, x, width }: DayProps) {
  if (row.state === 'loss') return <Triangle x={x} y={BOTTOM + 5} />
  if (row.state === 'zero') return <Ring x={x} y={BOTTOM} />
  const high = upper === 0n ? 0 : Number((row.share * 1_000n) / upper) / 1_000
  const top = BOTTOM - Math.max(1.5, high * (BOTTOM - TOP))
  return (
    <rect
      x={x - width / 2}
      y={top}
      width={width}
      height={BOTTOM - top}
      className={row.state === 'empty' ? 'stroke-brand' : 'fill-brand'}
    />
  )
}

function Triangle({ x, y }: { x: number; y: number }) {
  return <path d={`M${x - 4.5} ${y}h9L${x} ${y + 8}z`} className="fill-down" />
}

function Ring({ x, y }: { x: number; y: number }) {
  return <circle cx={x} cy={y} r={3.6} className="fill-ground stroke-ink-2" strokeWidth={1.6} />
}

/** The meaning of a mark, and the number of days with it. */
function Legend({ state, count }: { state: DayState; count: number }) {
  const { t } = useTranslation('arbitrage')
  if (count === 0) return null
  return (
    <li className="flex items-center gap-1.5">
      <svg viewBox="0 0 12 12" className="size-[0.75rem] flex-none" fill="none" aria-hidden="true">
        {state === 'loss' ? (
          <Triangle x={6} y={2} />
        ) : state === 'zero' ? (
          <Ring x={6} y={6} />
        ) : (
          <rect
            x={3.5}
            y={1}
            width={5}
            height={10}
            className={state === 'empty' ? 'stroke-brand' : 'fill-brand'}
          />
        )}
      </svg>
      {t(`record.legend.${state}`, { count })}
    </li>
  )
}
