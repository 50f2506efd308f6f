import type { ReactNode } from 'react'
import { cx } from '../base/cx.ts'
import { Icon } from '../base/Icon.tsx'
import { Radios, type Choice, type RadioGroupProps } from './radio.tsx'

export interface RowChoice<T extends string | number> extends Choice<T> {
  /** Second line, smaller. */
  note?: ReactNode
  /** Before the label: a coin, a flag. */
  leading?: ReactNode
  /** At the end, before the tick: a chance, a balance. */
  trailing?: ReactNode
}

export interface RadioListProps<T extends string | number> extends RadioGroupProps<T> {
  choices: readonly RowChoice<T>[]
  /**
   * Called when a row is tapped or Enter is pressed on it, also on the chosen row: a sheet then closes. Arrow keys only
   * move the choice.
   */
  onTap?: (value: T) => void
  /** `ruled` rows with a tick for sheets; `wash` rows for the return ranges of an order. */
  look?: 'ruled' | 'wash'
}

/** A list of rows with one chosen: replaces a select inside a sheet. */
export function RadioList<T extends string | number>({ look = 'ruled', ...group }: RadioListProps<T>) {
  return (
    <Radios
      {...group}
      className={look === 'wash' ? 'grid gap-0.5' : 'divide-y divide-rule'}
      classOf={(checked) =>
        cx(
          'flex flex-wrap items-center gap-x-3',
          look === 'wash' ? 'min-h-11 rounded-2 px-3 text-13' : 'min-h-14 py-2 text-15',
          look === 'wash' && checked && 'bg-brand-wash',
        )
      }
    >
      {({ leading, label, note, trailing }, checked) => (
        <>
          {leading}
          <span className="min-w-min flex-[1_1_6rem]">
            <span className={cx('block', checked && look === 'ruled' && 'font-semibold')}>{label}</span>
            {note && <span className="block text-12 text-ink-2">{note}</span>}
          </span>
          {trailing && <span className="flex items-center gap-3 text-end">{trailing}</span>}
          {look === 'ruled' && <Icon name="check" className={checked ? 'text-brand' : 'invisible'} />}
        </>
      )}
    </Radios>
  )
}
