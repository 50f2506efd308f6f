import { useId, type ReactNode } from 'react'
import { cx } from '../base/cx.ts'

interface TextAreaProps {
  label: string
  value: string
  onChange: (value: string) => void
  rows: number
  placeholder?: string
  hint?: ReactNode
  /** The error message, shown below the text and announced. An error never clears the text. */
  error?: ReactNode
}

/** A labelled text of several lines for programs: monospace, left to right, without a spelling check. */
export function TextArea({ label, value, onChange, rows, placeholder, hint, error }: TextAreaProps) {
  const id = useId()
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-12 text-ink-2">
        {label}
      </label>
      <textarea
        id={id}
        dir="ltr"
        rows={rows}
        value={value}
        placeholder={placeholder}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        onChange={(event) => onChange(event.target.value)}
        className={cx(
          'w-full resize-y rounded-2 border border-edge bg-sheet p-3 font-mono text-13 outline-none focus:border-brand focus:inset-ring focus:inset-ring-brand',
          error ? 'border-wrong!' : '',
        )}
      />
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
