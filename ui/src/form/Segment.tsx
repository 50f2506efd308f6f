import { cx } from '../base/cx.ts'
import { Radios, type RadioGroupProps } from './radio.tsx'

/** A pill of equal segments with one chosen: chart periods, Receive | Send | Swap. */
export function Segment<T extends string | number>(group: RadioGroupProps<T>) {
  // Seven stay in one line of a small phone.
  const isNarrow = group.choices.length > 6
  return (
    <Radios
      {...group}
      className="flex flex-wrap rounded-2 bg-well p-[3px]"
      classOf={(checked) =>
        cx(
          'flex min-h-11 flex-[1_0_auto] items-center justify-center rounded-[8px] text-center text-13 font-medium',
          isNarrow ? 'min-w-9 px-1' : 'min-w-11 px-2',
          checked ? 'bg-sheet text-ink shadow-card' : 'text-ink-2',
        )
      }
    >
      {(choice) => <bdi>{choice.label}</bdi>}
    </Radios>
  )
}
