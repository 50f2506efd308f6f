import { useId, type ReactNode } from 'react'

export interface SwitchRowProps {
  label: ReactNode
  note?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** A setting that takes effect at once: the whole row is the target. */
export function SwitchRow({ label, note, checked, onChange, disabled = false }: SwitchRowProps) {
  const noteId = useId()
  return (
    <label className="flex min-h-14 items-center gap-4 border-b border-rule py-2 has-disabled:opacity-45">
      <span className="min-w-0 flex-1">
        <span className="block text-15">{label}</span>
        {note && (
          <span id={noteId} className="block text-12 text-ink-2">
            {note}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        disabled={disabled}
        aria-describedby={note ? noteId : undefined}
        onChange={(event) => onChange(event.target.checked)}
        className="relative h-[26px] w-11 flex-none cursor-pointer appearance-none rounded-full border border-edge bg-well transition-colors duration-120 before:absolute before:start-[3px] before:top-[3px] before:size-[18px] before:rounded-full before:bg-edge before:transition-[inset-inline-start] before:duration-120 checked:border-ink checked:bg-ink checked:before:start-[21px] checked:before:bg-ground"
      />
    </label>
  )
}
