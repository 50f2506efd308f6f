import { useId } from 'react'
import { Icon } from '../base/Icon.tsx'

export interface SelectProps<T extends string> {
  label: string
  choices: readonly { value: T; label: string }[]
  value: T
  onChange: (value: T) => void
}

/** A select that uses the device's own list. Its choice wraps where letters are large, which that of a browser does not. */
export function Select<T extends string>({ label, choices, value, onChange }: SelectProps<T>) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-12 text-ink-2">
        {label}
      </label>
      <div className="relative grid min-h-11 items-center rounded-2 border border-edge bg-sheet focus-within:border-brand focus-within:inset-ring focus-within:inset-ring-brand">
        <span
          aria-hidden="true"
          data-chosen={choices.find((choice) => choice.value === value)?.label}
          className="py-2 ps-3 pe-12 text-15 leading-snug after:content-[attr(data-chosen)]"
        />
        <select
          id={id}
          value={value}
          onChange={(event) => {
            const chosen = choices.find((one) => one.value === event.target.value)
            if (chosen) onChange(chosen.value)
          }}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value} className="bg-sheet text-ink">
              {choice.label}
            </option>
          ))}
        </select>
        <Icon
          name="chevronDown"
          size={18}
          className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2 text-ink-2"
        />
      </div>
    </div>
  )
}
