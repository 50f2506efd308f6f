import { useDebounced } from '@tickmark/client/useDebounced.ts'
import { useEffect, useId, useState, type ReactNode } from 'react'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'

const BOX =
  'min-h-11 w-full rounded-2 border border-edge bg-sheet px-3 text-13 outline-none focus:border-brand focus:inset-ring focus:inset-ring-brand md:min-h-9'

/** The filters above a list, in one line where there is room. */
export function Filters({ children }: { children: ReactNode }) {
  const { t } = useTranslation('kit')
  return (
    <form
      role="search"
      aria-label={t('filters')}
      onSubmit={(event) => event.preventDefault()}
      className="flex flex-wrap items-end gap-3"
    >
      {children}
    </form>
  )
}

export interface FilterProps {
  label: string
  value: string
  onChange: (value: string) => void
}

/** A text filter; it takes effect when the user stops typing. */
export function FilterText({ label, value, onChange, mono = false }: FilterProps & { mono?: boolean }) {
  const [typed, setTyped] = useState(value)
  const rested = useDebounced(typed, 250)
  // Shows a change of the address from elsewhere, such as Back; typed text is written to the address after a pause.
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    if (value !== rested) setTyped(value)
  }
  useEffect(() => {
    if (rested === typed && rested.trim() !== value) onChange(rested.trim())
    // oxlint-disable-next-line react/exhaustive-deps -- runs once for each pause in typing
  }, [rested])
  return <FilterBox label={label} value={typed} onChange={setTyped} mono={mono} />
}

/**
 * A text filter that takes effect on Enter or on leaving the field: half a user's number is another user's number.
 */
export function FilterWhole({ label, value, onChange }: FilterProps) {
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    setTyped(value)
  }
  const tell = () => typed.trim() !== value && onChange(typed.trim())
  return <FilterBox label={label} value={typed} onChange={setTyped} onDone={tell} />
}

interface FilterBoxProps extends FilterProps {
  mono?: boolean
  /** Called on Enter, and when the field is left. */
  onDone?: () => void
}

function FilterBox({ label, value, onChange, mono = false, onDone }: FilterBoxProps) {
  const id = useId()
  return (
    <div className="min-w-[180px] flex-[1_1_180px] md:max-w-[300px]">
      <label htmlFor={id} className="mb-1 block text-12 text-ink-2">
        {label}
      </label>
      <input
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onDone}
        onKeyDown={(event) => event.key === 'Enter' && onDone?.()}
        autoComplete="off"
        spellCheck={false}
        {...(mono && { dir: 'ltr' })}
        className={mono ? `${BOX} font-mono` : BOX}
      />
    </div>
  )
}

/** A filter with a list of choices. */
export function FilterChoice({
  label,
  value,
  onChange,
  choices,
}: FilterProps & { choices: readonly { value: string; label: string }[] }) {
  const id = useId()
  return (
    <div className="min-w-[130px]">
      <label htmlFor={id} className="mb-1 block text-12 text-ink-2">
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={`${BOX} cursor-pointer appearance-none pe-8!`}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value} className="bg-sheet text-ink">
              {choice.label}
            </option>
          ))}
        </select>
        <Icon
          name="chevronDown"
          size={16}
          className="pointer-events-none absolute end-2.5 top-1/2 -translate-y-1/2 text-ink-2"
        />
      </div>
    </div>
  )
}
