import { useId } from 'react'
import { cx } from './cx.ts'
import { Radio, type RadioGroupProps } from './radio.tsx'

export interface ChipsProps<T extends string | number> extends RadioGroupProps<T> {
  /** `fill` shares the width out (durations), `round` wraps pills (networks). */
  shape?: 'fill' | 'round'
}

/** A row of outlined choices that wraps when it does not fit. */
export function Chips<T extends string | number>({
  label,
  choices,
  value,
  onChange,
  shape = 'fill',
}: ChipsProps<T>) {
  const group = useId()
  return (
    <div role="radiogroup" aria-label={label} className="flex flex-wrap gap-2">
      {choices.map((choice) => (
        <Radio
          key={choice.value}
          group={group}
          choice={choice}
          checked={choice.value === value}
          onChange={onChange}
          className={cx(
            'flex min-h-11 items-center justify-center border px-3 text-center text-13 font-medium whitespace-nowrap',
            shape === 'fill' ? 'flex-1 basis-14 rounded-2' : 'rounded-full px-4',
            choice.value === value
              ? 'border-ink text-ink inset-ring inset-ring-ink'
              : 'border-rule text-ink-2',
          )}
        >
          <bdi>{choice.label}</bdi>
        </Radio>
      ))}
    </div>
  )
}
