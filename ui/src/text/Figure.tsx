import { cx } from '../base/cx.ts'

export interface FigureProps {
  /** The whole figure as it is written: "$12,480.16". */
  text: string
  /** After the figure, smaller: "USDT". */
  unit?: string
  tone?: 'ink' | 'up' | 'down'
  /** Greys what follows the point, as for a total. */
  quietFraction?: boolean
}

const TONES = { ink: '', up: 'text-up', down: 'text-down' }

/** The hero figure of a screen. */
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
