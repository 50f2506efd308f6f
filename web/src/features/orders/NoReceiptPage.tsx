import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'

/** Beside the list of orders while none is chosen. */
export function NoReceiptPage() {
  const { t } = useTranslation('orders')
  return (
    <div className="px-7 pt-16">
      <Empty title={t('chooseTitle')} detail={t('chooseDetail')} icon="receipt" />
    </div>
  )
}
