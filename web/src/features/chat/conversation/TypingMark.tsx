import { useTranslation } from '../../../i18n/useTranslation.ts'

/** Shows that support is typing. */
export function TypingMark() {
  const { t } = useTranslation('chat')
  return (
    <p className="flex items-center gap-2 pt-3 ps-1 text-12 text-ink-3">
      <span aria-hidden="true" className="flex gap-1">
        {['', '[animation-delay:.2s]', '[animation-delay:.4s]'].map((delay) => (
          <i key={delay} className={`breathe size-1.5 rounded-full bg-current ${delay}`} />
        ))}
      </span>
      {t('typing')}
    </p>
  )
}
