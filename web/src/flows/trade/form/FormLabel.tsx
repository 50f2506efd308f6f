import type { ReactNode } from 'react'

/** A small label over a choice, with a note at the end of the line. */
export function FormLabel({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 pt-4 pb-2 text-12 text-ink-2">
      <span>{children}</span>
      {aside && <span>{aside}</span>}
    </div>
  )
}
