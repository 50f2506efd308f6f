import type { ReactNode } from 'react'
import { cx } from '../base/cx.ts'
import { pathThrough, type Point } from './pathThrough.ts'

/** Width of a drawing in a narrow window; its own units. */
export const WIDTH = 350

/** Round ends and corners of a stroke. */
export const ROUND = { strokeLinecap: 'round', strokeLinejoin: 'round' } as const

interface DrawingProps {
  /** Describes the drawing. */
  label: string
  width?: number
  height: number
  /** Its notes in a list, which replaces them where the text is too large for their places. */
  legend?: readonly { text: string; mark?: ReactNode; className?: string }[]
  children: ReactNode
}

/** A drawing that explains something. It runs from left to right in every language, as the charts do. */
export function Drawing({ label, width = WIDTH, height, legend, children }: DrawingProps) {
  const drawing = (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      fill="none"
      direction="ltr"
      className={cx('block w-full overflow-visible', legend && '@max-[17rem]:[&_text]:hidden')}
    >
      {children}
    </svg>
  )
  if (!legend) return drawing
  return (
    <div className="@container">
      {drawing}
      <ul
        aria-hidden="true"
        className="hidden flex-wrap gap-x-4 gap-y-1 pt-1.5 text-11 font-medium @max-[17rem]:flex"
      >
        {legend.map(({ text, mark, className = 'text-ink-2' }) => (
          <li key={text} className={`flex items-center gap-1.5 ${className}`}>
            {mark && (
              <svg viewBox="-10 -10 20 20" fill="none" className="size-[1.3em] flex-none">
                {mark}
              </svg>
            )}
            {text}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A price line. */
export function Line({ points }: { points: readonly Point[] }) {
  return <path d={pathThrough(points)} className="stroke-ink" strokeWidth={1.7} {...ROUND} />
}

interface NoteProps {
  at: Point
  children: ReactNode
  anchor?: 'start' | 'middle' | 'end'
  className?: string
}

/** Text inside a drawing; in one with a legend, only while there is room. */
export function Note({ at: [x, y], children, anchor = 'start', className = 'fill-ink-2' }: NoteProps) {
  return (
    <text x={x} y={y} textAnchor={anchor} className={`text-11 font-medium ${className}`}>
      {children}
    </text>
  )
}

/** A ring that marks an entry price. */
export function EntryRing({ at: [x, y] }: { at: Point }) {
  return <circle cx={x} cy={y} r={4.5} className="fill-ground stroke-brand" strokeWidth={2} />
}

/** A dot that marks a settlement price. */
export function EndDot({ at: [x, y], tone }: { at: Point; tone: string }) {
  return (
    <>
      <circle cx={x} cy={y} r={9} className={`opacity-20 ${tone}`} />
      <circle cx={x} cy={y} r={4} className={tone} />
    </>
  )
}
