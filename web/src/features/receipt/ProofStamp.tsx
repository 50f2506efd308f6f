import { Stamp } from '@tickmark/ui/text/Stamp.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { ReceiptStamp } from './ReceiptStamp.tsx'
import type { ProofStampKind } from '../../receipts/proofStamp.ts'

/** The result of the check, for a reader who is not the owner. */
export function ProofStamp({ kind }: { kind: ProofStampKind }) {
  const { t } = useTranslation('verdict')
  switch (kind) {
    case 'holds':
      return <Stamp tone="checked" title={t('holds')} detail={t('holdsDetail')} />
    case 'withheld':
      return <Stamp tone="open" title={t('withheld')} detail={t('withheldDetail')} />
    case 'notProven':
      return <Stamp tone="open" title={t('notProven')} detail={t('notProvenDetail')} />
    case 'broken':
      return <Stamp tone="wrong" title={t('broken')} detail={t('brokenDetail')} />
    case 'checking':
    case 'unlike':
    case 'late':
    case 'ticks':
    case 'unconnected':
      return <ReceiptStamp kind={kind} isSealing={false} />
  }
}
