import { useId } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'

/** Minimum and maximum length of a reason, as on the server. */
const LEAST = 3
const MOST = 500

/** Whether a reason can be sent. */
export function isReason(text: string): boolean {
  return text.trim().length >= LEAST && text.trim().length <= MOST
}

/** An operator's reason for an action; all operators can read it in the log. */
export function ReasonField({
  value,
  onChange,
  label,
}: {
  value: string
  onChange: (value: string) => void
  label?: string
}) {
  const { t } = useTranslation('kit')
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-12 text-ink-2">
        {label ?? t('reason')}
      </label>
      <textarea
        id={id}
        rows={2}
        maxLength={MOST}
        value={value}
        onChange={(event) => onChange(event.target.value.replaceAll('\n', ' '))}
        aria-describedby={`${id}-hint`}
        className="w-full resize-y rounded-2 border border-edge bg-sheet p-3 text-13 outline-none focus:border-brand focus:inset-ring focus:inset-ring-brand"
      />
      <p id={`${id}-hint`} className="text-12 text-ink-2">
        {t('reasonHint')}
      </p>
    </div>
  )
}
