import { useTranslation } from '../../i18n/useTranslation.ts'
import { Stamp } from '@tickmark/ui/text/Stamp.tsx'
import type { Finding } from './checkHere.ts'
import type { Agreement } from './useReceipt.ts'

interface ReceiptStampProps {
  finding: Finding | null
  agrees: Agreement
  isSealing: boolean
}

/** The result of the check: valid, invalid, or contradicted by the public log. */
export function ReceiptStamp({ finding, agrees, isSealing }: ReceiptStampProps) {
  const { t } = useTranslation('receipt')
  if (isSealing) return <Stamp tone="checking" title={t('notYet')} detail={t('notYetDetail')} />
  if (!finding) return <Stamp tone="checking" title={t('checking')} detail={t('checkingDetail')} />
  if (finding.verdict !== 'holds')
    return <Stamp tone="wrong" title={t('brokenTitle')} detail={t('brokenDetail')} />
  if (agrees === false) return <Stamp tone="wrong" title={t('unlikeTitle')} detail={t('unlikeDetail')} />
  const title = matchMedia('(pointer: coarse), (width < 768px)').matches
    ? t('checkedPhone')
    : t('checkedDevice')
  return <Stamp tone="checked" title={title} detail={t('checkedDetail')} />
}
