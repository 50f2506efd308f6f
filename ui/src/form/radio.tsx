import { useId, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react'

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

interface RadiosProps<T extends string | number, C extends Choice<T>> extends RadioGroupProps<T> {
  choices: readonly C[]
  onTap?: (value: T) => void
  className: string
  classOf: (checked: boolean, choice: C) => string
  style?: CSSProperties | undefined
  /** The drawing of a choice. */
  children: (choice: C, checked: boolean) => ReactNode
}

/**
 * Native radio inputs under their drawings, so that arrow keys, forms and screen readers work. Each drawing is the label.
 */
export function Radios<T extends string | number, C extends Choice<T>>(group: RadiosProps<T, C>) {
  const { label, choices, value, onChange, onTap, className, classOf, style, children } = group
  const name = useId()

  function enter(event: KeyboardEvent, choice: C) {
    if (event.key !== 'Enter' || !onTap) return
    // Otherwise Enter would also press the button that the focus returns to.
    event.preventDefault()
    if (choice.value !== value) onChange(choice.value)
    onTap(choice.value)
  }

  return (
    <div role="radiogroup" aria-label={label} className={className}>
      {choices.map((choice) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it hears what its input is given
        <label
          key={choice.value}
          style={style}
          // A click caused by an arrow key has `detail` 0; clicks by finger or mouse do not.
          onClick={(event) => event.detail > 0 && !choice.disabled && onTap?.(choice.value)}
          onKeyDown={(event) => enter(event, choice)}
          className={`${classOf(choice.value === value, choice)} relative isolate has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand has-disabled:cursor-not-allowed has-disabled:opacity-45`}
        >
          <input
            type="radio"
            name={name}
            className="absolute inset-0 -z-1 m-0 size-full cursor-[inherit] appearance-none rounded-[inherit] outline-none"
            checked={choice.value === value}
            disabled={choice.disabled}
            aria-label={choice.name}
            onChange={() => onChange(choice.value)}
          />
          {children(choice, choice.value === value)}
        </label>
      ))}
    </div>
  )
}
