import { Caution } from '@tickmark/ui/text/Caution.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Address, Time } from '../../kit/Figures.tsx'

/** A one-time link, shown once and stored nowhere. */
export function NewLink({ link, expiresAt }: { link: string; expiresAt: number }) {
  const { t } = useTranslation('operators')
  return (
    <div className="grid gap-3 text-13">
      <p>{t('linkOnce')}</p>
      <div className="rounded-2 border border-rule bg-well p-3">
        <Address text={link} whole />
      </div>
      <p className="text-ink-2">
        {t('linkUntil')} <Time atMs={expiresAt} />
      </p>
      <Caution>{t('linkCare')}</Caution>
    </div>
  )
}
