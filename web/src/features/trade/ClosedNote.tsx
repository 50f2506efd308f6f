import type { BaseInfo } from '@tickmark/wire/market'
import { useTranslation } from 'react-i18next'

/** Says that a coin has no reliable price, so that orders are paused. */
export function ClosedNote({ info }: { info: BaseInfo | null }) {
  const { t } = useTranslation('trade')
  if (!info || info.open) return null
  return (
    <p role="status" className="mt-2 rounded-2 bg-caution-wash px-3 py-2.5 text-13 text-caution">
      {t('marketClosed')}
    </p>
  )
}
