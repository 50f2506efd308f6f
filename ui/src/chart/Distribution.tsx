import { bell, normalQuantile } from './normal.ts'
import { pathThrough } from './pathThrough.ts'

export interface DistributionProps {
  /** Chance of winning, 0 to 1; determines the barrier's position. */
  chance: number
  direction: 'up' | 'down'
  /** Label on the winning side: "35% to finish here". */
  chanceLabel: string
  /** Label under the middle: "now". */
  nowLabel: string
}

const WIDTH = 350
const BASE = 62
/** Height of the curve; less than the drawing's, so that the label fits above. */
const TALL = 44

/**
 * The distribution of the final price as a bell curve, with the winning part marked. The label describes the drawing.
 */
export function Distribution({ chance, direction, chanceLabel, nowLabel }: DistributionProps) {
  const barrier = direction === 'up' ? normalQuantile(1 - chance) : normalQuantile(chance)
  const share = (xOf(barrier) / WIDTH) * 100
  const tone =
    direction === 'up'
      ? { fill: 'fill-up', stroke: 'stroke-up', text: 'text-up' }
      : { fill: 'fill-down', stroke: 'stroke-down', text: 'text-down' }
  const place = direction === 'up' ? { insetInlineStart: `${share}%` } : { insetInlineEnd: `${100 - share}%` }
  return (
    <div dir="ltr" className="@container relative">
      <svg
        viewBox={`0 0 ${WIDTH} ${BASE + 2}`}
        fill="none"
        aria-hidden="true"
        focusable="false"
        className="block w-full"
      >
        <path d={region(barrier, direction)} className={`${tone.fill} opacity-22`} />
        <path d={curve(-3, 3)} className="stroke-ink-2" strokeWidth={1.4} />
        <line x1={xOf(0)} x2={xOf(0)} y1={6} y2={BASE} className="stroke-ink-3" strokeDasharray="2 3" />
        <line
          x1={xOf(barrier)}
          x2={xOf(barrier)}
          y1={2}
          y2={BASE}
          className={tone.stroke}
          strokeWidth={1.5}
        />
        <line x1={20} x2={330} y1={BASE + 0.5} y2={BASE + 0.5} className="stroke-rule" />
      </svg>
      <p className="text-center text-11 leading-tight text-ink-3">{nowLabel}</p>
      {/* Below the drawing where the text is too large for a place in it. */}
      <p
        className={`absolute top-0 max-w-1/2 px-1.5 text-11 leading-tight font-semibold @max-[17rem]:static @max-[17rem]:max-w-none @max-[17rem]:pt-1 @max-[17rem]:text-center ${tone.text} ${direction === 'up' ? 'text-left' : 'text-right'}`}
        style={place}
      >
        {chanceLabel}
      </p>
    </div>
  )
}

function xOf(z: number): number {
  return 20 + ((z + 3) / 6) * 310
}

function curve(from: number, to: number): string {
  const steps = 48
  const places = Array.from({ length: steps + 1 }, (_, at) => from + ((to - from) * at) / steps)
  return pathThrough(places.map((z) => [xOf(z), BASE - bell(z) * TALL]))
}

function region(barrier: number, direction: 'up' | 'down'): string {
  const [from, to] = direction === 'up' ? [barrier, 3] : [-3, barrier]
  return `${curve(from, to)}L${xOf(to).toFixed(1)} ${BASE}L${xOf(from).toFixed(1)} ${BASE}Z`
}
