import { useTranslation } from '../../i18n/useTranslation.ts'
import { Stamp } from '@tickmark/ui/text/Stamp.tsx'
import type { OwnStampKind } from '../../receipts/useOrderCheck.ts'

interface ReceiptStampProps {
  kind: OwnStampKind
  isSealing: boolean
}

/**
 * The result of the check: valid, not proven, invalid, contradicted by or not connected with the public log, or with
 * other figures than the page was given.
 */
export function ReceiptStamp({ kind, isSealing }: ReceiptStampProps) {
  const { t } = useTranslation('receipt')
  if (isSealing) return <Stamp tone="checking" title={t('notYet')} detail={t('notYetDetail')} />
  if (kind === 'checking') return <Stamp tone="checking" title={t('checking')} detail={t('checkingDetail')} />
  if (kind === 'broken') return <Stamp tone="wrong" title={t('brokenTitle')} detail={t('brokenDetail')} />
  if (kind === 'unlike') return <Stamp tone="wrong" title={t('unlikeTitle')} detail={t('unlikeDetail')} />
  if (kind === 'otherFigures')
    return <Stamp tone="wrong" title={t('otherFiguresTitle')} detail={t('otherFiguresDetail')} />
  if (kind === 'late') return <Stamp tone="open" title={t('lateTitle')} detail={t('notProvenDetail')} />
  if (kind === 'ticks') return <Stamp tone="open" title={t('ticksTitle')} detail={t('notProvenDetail')} />
  if (kind === 'notProven')
    return <Stamp tone="open" title={t('notProvenTitle')} detail={t('notProvenDetail')} />
  if (kind === 'unconnected')
    return <Stamp tone="open" title={t('unconnectedTitle')} detail={t('unconnectedDetail')} />
  const title = matchMedia('(pointer: coarse), (width < 768px)').matches
    ? t('checkedPhone')
    : t('checkedDevice')
  return <Stamp tone="checked" title={title} detail={t('checkedDetail')} />
}
