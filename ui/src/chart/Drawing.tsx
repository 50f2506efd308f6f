import type { ReactNode } from 'react'

/** Every drawing is this many units wide. */
export const WIDTH = 350

/** Round ends and corners of a stroke. */
export const ROUND = { strokeLinecap: 'round', strokeLinejoin: 'round' } as const

interface DrawingProps {
  /** Describes the drawing. */
  label: string
  height: number
  children: ReactNode
}

/** A drawing that explains something. It runs from left to right in every language, as the charts do. */
export function Drawing({ label, height, children }: DrawingProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${height}`}
      fill="none"
      direction="ltr"
      className="block w-full overflow-visible"
    >
      {children}
    </svg>
  )
}
