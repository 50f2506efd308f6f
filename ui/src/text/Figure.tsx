import { cx } from '../base/cx.ts'

export interface FigureProps {
  /** The formatted figure: "$12,480.16". */
  text: string
  /** Smaller text after the figure: "USDT". */
  unit?: string
  tone?: 'ink' | 'up' | 'down'
  /** Greys the digits after the decimal point, for totals. */
  quietFraction?: boolean
}

const TONES = { ink: '', up: 'text-up', down: 'text-down' }

/** The main figure of a screen. */
export function Figure({ text, unit, tone = 'ink', quietFraction = false }: FigureProps) {
  const point = quietFraction ? text.lastIndexOf('.') : -1
  return (
    <bdi
      dir="ltr"
      className={cx('inline-block justify-self-start text-34 font-semibold tracking-[-0.022em]', TONES[tone])}
    >
      {point < 0 ? text : text.slice(0, point)}
      {point >= 0 && <span className="text-ink-3">{text.slice(point)}</span>}
      {unit && (
        <>
          <wbr />
          <span className="ms-[0.25em] inline-block text-19">{unit}</span>
        </>
      )}
    </bdi>
  )
}
