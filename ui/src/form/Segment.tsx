import { useId } from 'react'
import { cx } from '../base/cx.ts'
import { Radio, type RadioGroupProps } from './radio.tsx'

/** A pill of equal segments with one chosen: chart periods, Receive | Send | Swap. */
export function Segment<T extends string | number>({ label, choices, value, onChange }: RadioGroupProps<T>) {
  const group = useId()
  return (
    <div role="radiogroup" aria-label={label} className="flex flex-wrap rounded-2 bg-well p-[3px]">
      {choices.map((choice) => (
        <Radio
          key={choice.value}
          group={group}
          choice={choice}
          checked={choice.value === value}
          onChange={onChange}
          className={cx(
            'flex min-h-11 min-w-11 flex-[1_0_auto] items-center justify-center rounded-[8px] px-2 text-center text-13 font-medium',
            choice.value === value ? 'bg-sheet text-ink shadow-card' : 'text-ink-2',
          )}
        >
          <bdi>{choice.label}</bdi>
        </Radio>
      ))}
    </div>
  )
}
