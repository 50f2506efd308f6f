import type { CSSProperties, KeyboardEvent, ReactNode } from 'react'

/** One choice of a radio group: its `value`, and the `label` that is shown. */
export interface Choice<T extends string | number> {
  value: T
  label: ReactNode
  /** Accessible name when `label` is not plain text. */
  name?: string
  disabled?: boolean
}

export interface RadioGroupProps<T extends string | number> {
  /** Accessible name of the group. */
  label: string
  choices: readonly Choice<T>[]
  value: T | null
  onChange: (value: T) => void
}

interface RadioProps<T extends string | number> {
  group: string
  choice: Choice<T>
  checked: boolean
  onChange: (value: T) => void
  onTap?: (value: T) => void
  className: string
  style?: CSSProperties
  children: ReactNode
}

/**
 * A native radio input under its drawing, so that arrow keys, forms and screen readers work. The drawing is the label.
 */
export function Radio<T extends string | number>({
  group,
  choice,
  checked,
  onChange,
  onTap,
  className,
  style,
  children,
}: RadioProps<T>) {
  function enter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !onTap) return
    // Enter would otherwise press the button that gets the focus back.
    event.preventDefault()
    if (!checked) onChange(choice.value)
    onTap(choice.value)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it hears what its input is given
    <label
      style={style}
      // A click caused by an arrow key has `detail` 0; clicks by finger or mouse do not.
      onClick={(event) => event.detail > 0 && !choice.disabled && onTap?.(choice.value)}
      onKeyDown={enter}
      className={`${className} relative isolate has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand has-disabled:cursor-not-allowed has-disabled:opacity-45`}
    >
      <input
        type="radio"
        name={group}
        className="absolute inset-0 -z-1 m-0 size-full cursor-[inherit] appearance-none rounded-[inherit] outline-none"
        checked={checked}
        disabled={choice.disabled}
        aria-label={choice.name}
        onChange={() => onChange(choice.value)}
      />
      {children}
    </label>
  )
}
