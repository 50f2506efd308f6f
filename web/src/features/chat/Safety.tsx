import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/Icon.tsx'
import { isFramed } from './framed.ts'

/** What support never asks for. In a frame the page around says it. */
export function Safety() {
  const { t } = useTranslation('chat')
  if (isFramed()) return null
  return (
    <p className="flex flex-none items-start gap-2.5 rounded-2 bg-caution-wash px-3.5 py-2.5 text-13">
      <Icon name="shield" size={20} className="text-caution" />
      {t('popup.never')}
    </p>
  )
}
