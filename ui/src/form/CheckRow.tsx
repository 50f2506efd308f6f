import type { ReactNode } from 'react'
import { Icon } from '../base/Icon.tsx'

export interface CheckRowProps {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** A statement to agree to before the next step: the whole row is the target. */
export function CheckRow({ label, checked, onChange, disabled = false }: CheckRowProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 py-1 has-disabled:opacity-45">
      <span className="relative grid size-6 flex-none place-items-center">
        <input
          type="checkbox"
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
          className="peer absolute inset-0 m-0 cursor-[inherit] appearance-none rounded-1 border border-edge bg-sheet checked:border-ink checked:bg-ink"
        />
        <Icon name="check" size={16} className="relative hidden text-ground peer-checked:block" />
      </span>
      <span className="min-w-min flex-1 text-13">{label}</span>
    </label>
  )
}
