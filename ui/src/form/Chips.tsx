import { useId } from 'react'
import { cx } from '../base/cx.ts'
import { Radio, type RadioGroupProps } from './radio.tsx'

export interface ChipsProps<T extends string | number> extends RadioGroupProps<T> {
  /** `fill` shares the width evenly (durations); `round` wraps pills (networks). */
  shape?: 'fill' | 'round'
}

/** Outlined choices: one row for up to five, two even rows for more, and more rows when the text is large. */
export function Chips<T extends string | number>({
  label,
  choices,
  value,
  onChange,
  shape = 'fill',
}: ChipsProps<T>) {
  const group = useId()
  const columns = choices.length > 5 ? Math.ceil(choices.length / 2) : choices.length
  const style = shape === 'fill' ? { flexBasis: `calc(${100 / columns}% - 8px)` } : undefined
  return (
    <div role="radiogroup" aria-label={label} className="flex flex-wrap gap-2">
      {choices.map((choice) => (
        <Radio
          key={choice.value}
          group={group}
          choice={choice}
          checked={choice.value === value}
          onChange={onChange}
          style={style}
          className={cx(
            'flex min-h-11 items-center justify-center border text-center text-13 font-medium whitespace-nowrap',
            shape === 'fill' ? 'grow rounded-2 px-1' : 'rounded-full px-4',
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
