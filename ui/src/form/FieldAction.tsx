import type { ReactNode } from 'react'

/** A word inside a field that fills it: Max, Paste. */
export function FieldAction({
  children,
  onClick,
  disabled,
}: {
  children: ReactNode
  onClick: () => void
  disabled?: boolean
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      disabled={disabled}
      className="min-h-11 min-w-11 flex-none rounded-1 px-1 text-13 font-semibold text-brand disabled:opacity-45"
    >
      {children}
    </button>
  )
}
