import { ROUND } from '@tickmark/ui/chart/Drawing.tsx'
import type { ReactNode } from 'react'

export type Point = readonly [x: number, y: number]

export function pathOf(points: readonly Point[]): string {
  return points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('')
}

/** A price line. */
export function Line({ points }: { points: readonly Point[] }) {
  return <path d={pathOf(points)} className="stroke-ink" strokeWidth={1.7} {...ROUND} />
}

interface NoteProps {
  at: Point
  children: ReactNode
  anchor?: 'start' | 'middle' | 'end'
  className?: string
}

/** Text inside a drawing. */
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
