import { useId, type ReactNode } from 'react'
import { cx } from '../base/cx.ts'
import { Icon } from '../base/Icon.tsx'
import { Radio, type Choice, type RadioGroupProps } from './radio.tsx'

export interface RowChoice<T extends string | number> extends Choice<T> {
  /** Second line, smaller. */
  note?: ReactNode
  /** Before the label: a coin, a flag. */
  leading?: ReactNode
  /** At the end, before the tick: a chance, a balance. */
  trailing?: ReactNode
}

export interface RadioListProps<T extends string | number> extends Omit<RadioGroupProps<T>, 'choices'> {
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
export function RadioList<T extends string | number>({
  label,
  choices,
  value,
  onChange,
  onTap,
  look = 'ruled',
}: RadioListProps<T>) {
  const group = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={look === 'wash' ? 'grid gap-0.5' : 'divide-y divide-rule'}
    >
      {choices.map((choice) => {
        const checked = choice.value === value
        return (
          <Radio
            key={choice.value}
            group={group}
            choice={choice}
            checked={checked}
            onChange={onChange}
            onTap={onTap}
            className={cx(
              'flex flex-wrap items-center gap-x-3',
              look === 'wash' ? 'min-h-11 rounded-2 px-3 text-13' : 'min-h-14 py-2 text-15',
              look === 'wash' && checked && 'bg-brand-wash',
            )}
          >
            {choice.leading}
            <span className="min-w-min flex-1">
              <span className={cx('block', checked && look === 'ruled' && 'font-semibold')}>
                {choice.label}
              </span>
              {choice.note && <span className="block text-12 text-ink-2">{choice.note}</span>}
            </span>
            {choice.trailing && <span className="flex items-center gap-3 text-end">{choice.trailing}</span>}
            {look === 'ruled' && <Icon name="check" className={checked ? 'text-brand' : 'invisible'} />}
          </Radio>
        )
      })}
    </div>
  )
}
