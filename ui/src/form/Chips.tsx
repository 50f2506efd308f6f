import { cx } from '../base/cx.ts'
import { Radios, type RadioGroupProps } from './radio.tsx'

export interface ChipsProps<T extends string | number> extends RadioGroupProps<T> {
  /** `fill` shares the width evenly (durations); `round` wraps pills (networks). */
  shape?: 'fill' | 'round'
}

/** Outlined choices: up to five in one row, more in two even rows, and in further rows when the text is large. */
export function Chips<T extends string | number>({ shape = 'fill', ...group }: ChipsProps<T>) {
  const count = group.choices.length
  const columns = count > 5 ? Math.ceil(count / 2) : count
  return (
    <Radios
      {...group}
      className="flex flex-wrap gap-2"
      style={shape === 'fill' ? { flexBasis: `calc(${100 / columns}% - 8px)` } : undefined}
      classOf={(checked) =>
        cx(
          'flex min-h-11 items-center justify-center border text-center text-13 font-medium whitespace-nowrap',
          shape === 'fill' ? 'grow rounded-2 px-1' : 'rounded-full px-4',
          checked ? 'border-ink text-ink inset-ring inset-ring-ink' : 'border-rule text-ink-2',
        )
      }
    >
      {(choice) => <bdi>{choice.label}</bdi>}
    </Radios>
  )
}
