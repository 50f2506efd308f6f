import { YIELD_PATH } from '@tickmark/wire/logFiles'
import { useTranslation } from '../../i18n/useTranslation.ts'

/** A day's place in the public log, and the file from which anyone can recompute it; both exist once it is logged. */
export function LoggedDay({ day, seq }: { day: string; seq: number | null }) {
  const { t } = useTranslation('arbitrage')
  if (seq === null) return <>{t('record.notLogged')}</>
  return (
    <a href={`${YIELD_PATH}/${day}`} target="_blank" rel="noopener" className="text-brand underline">
      {t('record.logged', { seq: String(seq) })}
    </a>
  )
}
