import type { ReactNode } from 'react'

/** A text button inside a field that fills it: Max, Paste. */
export function FieldAction({ children, onClick }: { children: ReactNode; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-11 min-w-11 flex-none rounded-1 px-1 text-13 font-semibold text-brand"
    >
      {children}
    </button>
  )
}
