import { useTranslation } from '../../../i18n/useTranslation.ts'
import { Caution } from '@tickmark/ui/text/Caution.tsx'
import { isFramed } from '../../../browser/isFramed.ts'

/** What support never asks for. In a frame, the outer page shows it. */
export function Safety() {
  const { t } = useTranslation('chat')
  if (isFramed()) return null
  return <Caution>{t('popup.never')}</Caution>
}
