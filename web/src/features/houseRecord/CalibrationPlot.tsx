import { Drawing, Note } from '@tickmark/ui/chart/Drawing.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { CalibrationPoint } from './recordRows.ts'

const [WIDTH, HEIGHT] = [350, 232]
/** Edges of the plot: left, right, top and bottom. */
const [LEFT, RIGHT, TOP, BOTTOM] = [38, 338, 12, 196]
const MARKS = [0, 0.25, 0.5, 0.75, 1]
/** Error bars reach two standard errors to both sides. */
const ERRORS = 2

/** In the legend. */
const AXES = <path d="M-8 -8V8H8" className="stroke-ink-3" strokeWidth={1.6} />

const xOf = (share: number) => LEFT + share * (RIGHT - LEFT)
const yOf = (share: number) => BOTTOM - share * (BOTTOM - TOP)
const within = (share: number) => Math.min(1, Math.max(0, share))

/** The share won against the chance promised: honest points lie on the line, within their bars. */
export function CalibrationPlot({ points }: { points: readonly CalibrationPoint[] }) {
  const { t } = useTranslation('houseRecord')
  return (
    <figure className="max-w-[416px]">
      <Drawing
        label={t('plot.label')}
        width={WIDTH}
        height={HEIGHT}
        legend={[{ text: `${t('plot.promised')}: 0–100%`, mark: AXES }]}
      >
        {MARKS.map((mark) => (
          <g key={mark}>
            <path d={`M${LEFT} ${yOf(mark)}H${RIGHT}`} className="stroke-rule" strokeWidth={1} />
            <Note at={[LEFT - 6, yOf(mark) + 4]} anchor="end">{`${mark * 100}%`}</Note>
            <Note at={[xOf(mark), BOTTOM + 16]} anchor="middle">{`${mark * 100}%`}</Note>
          </g>
        ))}
        <path
          d={`M${xOf(0)} ${yOf(0)}L${xOf(1)} ${yOf(1)}`}
          className="stroke-ink-3"
          strokeWidth={1.2}
          strokeDasharray="4 4"
        />
        {points.map((point) => (
          <Point key={point.promised} point={point} />
        ))}
        <Note at={[(LEFT + RIGHT) / 2, HEIGHT - 2]} anchor="middle">
          {t('plot.promised')}
        </Note>
      </Drawing>
      <figcaption className="pt-1 text-12 text-ink-2">{t('plot.note')}</figcaption>
    </figure>
  )
}

function Point({ point: { promised, won, error } }: { point: CalibrationPoint }) {
  const x = xOf(promised)
  const [low, high] = [yOf(within(won - ERRORS * error)), yOf(within(won + ERRORS * error))]
  return (
    <>
      <path
        d={`M${x} ${low}V${high}M${x - 5} ${low}h10M${x - 5} ${high}h10`}
        className="stroke-brand"
        strokeWidth={1.5}
      />
      <circle cx={x} cy={yOf(won)} r={4} className="fill-brand" />
    </>
  )
}
