import { useId, type InputHTMLAttributes, type ReactNode } from 'react'
import { cx } from '../base/cx.ts'

export interface FieldProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'onChange' | 'value' | 'size'
> {
  label: string
  value: string
  onChange: (value: string) => void
  /** At the far end of the label's line: "Available 10,000.00 USDT". */
  aside?: ReactNode
  hint?: ReactNode
  /** The error message, shown beside the field and announced. An error never clears the input. */
  error?: ReactNode
  /** After the input, inside the field: a currency, an icon button. */
  suffix?: ReactNode
  /** Buttons at the end, inside the field: Max, Paste. */
  actions?: ReactNode
  /** `box` is a normal form field; `line` shows a large figure over a rule, for amounts. */
  look?: 'box' | 'line'
  /** For addresses and hashes: monospace, left to right. */
  mono?: boolean
}

/** A labelled text field with hint, error message and buttons. */
export function Field(props: FieldProps) {
  const {
    label,
    value,
    onChange,
    aside,
    hint,
    error,
    suffix,
    actions,
    look = 'box',
    mono = false,
    className,
    ...rest
  } = props
  const id = useId()
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={cx('grid gap-1.5', className)}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-12 text-ink-2">
        <label htmlFor={id}>{label}</label>
        {aside && <span>{aside}</span>}
      </div>
      <div className={cx('flex items-center gap-x-2', FRAMES[look], error ? 'border-wrong!' : '')}>
        <input
          {...(mono ? { dir: 'ltr', autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } : {})}
          {...rest}
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          className={cx(
            'min-h-11 w-full flex-1 bg-transparent outline-none in-[[dir=rtl]]:text-right',
            look === 'line'
              ? 'min-w-[min(100%,5.5rem)] text-34 font-medium tracking-[-0.02em]'
              : 'min-w-0 text-15',
            mono && 'font-mono text-13',
          )}
        />
        {actions}
        {suffix && <span className="flex-none font-medium text-ink-2">{suffix}</span>}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-12 text-ink-2">
          {hint}
        </p>
      )}
      <p id={`${id}-error`} role="alert" className={cx('text-12 font-medium text-wrong', !error && 'hidden')}>
        {error}
      </p>
    </div>
  )
}

const FRAMES = {
  box: 'rounded-2 border border-edge bg-sheet px-3 focus-within:border-brand focus-within:inset-ring focus-within:inset-ring-brand',
  // Larger text leaves no room for an amount beside its actions: they wrap below it.
  line: 'flex-wrap justify-end border-b-2 border-ink focus-within:border-brand',
}
